import type { SuggestionNow } from '@attain/contract/suggestions';
import { sumDecimals } from '../../../base/decimal.ts';
import { formatMoney } from '../../../base/format-money.ts';
import { messages } from './messages.ts';
import type { Said } from './outcome-words.ts';

type Saved = Pick<SuggestionNow, 'projectedSavings' | 'currency'>;

/** The one toast after Apply All: what was applied saves together what each saved on the draft it came into. */
export function applyAllWords(of: { applied: readonly Saved[]; skipped: number; failed: number }): Said {
  const { none, noneText, failed: title, failedText, done, text, allSkipped } = messages.all;
  const { applied, skipped, failed } = of;
  if (failed > 0) return { title, text: failedText, meaning: 'bad' };
  if (applied.length === 0)
    return { title: none, text: skipped === 0 ? noneText : allSkipped(skipped), meaning: 'info' };
  return {
    title: done,
    text: text(applied.length, { skipped, together: togetherOf(applied) }),
    meaning: 'ok',
  };
}

/** Null where one was not computed, or in another currency. */
function togetherOf(applied: readonly Saved[]): string | null {
  const [first] = applied;
  const amounts = applied.flatMap(({ projectedSavings, currency }) =>
    projectedSavings !== null && currency === first?.currency ? [projectedSavings] : [],
  );
  if (first === undefined || amounts.length < applied.length) return null;
  return formatMoney(sumDecimals(amounts), { currency: first.currency });
}

/** Why one of many was not applied; most reasons name it. */
export function failureWords(title: string, reason: string): string {
  return reason.includes(title) ? reason : messages.all.because(title, reason);
}
