import type { SuggestionNow } from '@attain/contract/suggestions';
import { describeError, HttpError } from '../../../api/http-error.ts';
import { sumDecimals } from '../../../base/decimal.ts';
import { formatMoney } from '../../../base/format-money.ts';
import type { Toast } from '../../../ui/overlays/toast-queue.ts';
import { messages } from '../messages.ts';
import type { Shown } from '../shown.ts';

type Said = Pick<Toast, 'title' | 'text' | 'meaning'>;

/** What one Apply did: findings without changes are only marked. */
export function appliedWords({
  title,
  changes,
  decision,
}: Pick<Shown, 'title' | 'changes' | 'decision'>): string {
  const { byHand, inDraft, inVersion } = messages.apply;
  const version = decision?.draftVersion ?? 1;
  if (changes.length === 0) return byHand(title);
  return version === 1 ? inDraft(title) : inVersion(title, version);
}

type Saved = Pick<SuggestionNow, 'projectedSavings' | 'currency'>;

/** The one toast after Apply All: what was applied saves together what each saved on the draft it came into. */
export function applyAllWords(of: { applied: readonly Saved[]; skipped: number; failed: number }): Said {
  const { none, noneText, failed: title, failedText, done, text, allSkipped } = messages.applyAll;
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
  return reason.includes(title) ? reason : messages.applyAll.because(title, reason);
}

/** The toast after Run Checks; null: they could not be run. */
export function checkWords(outcome: { readonly passed: boolean } | null): Said {
  const { passed, passedText, issues, issuesText, failed, failedText } = messages.checks;
  if (outcome === null) return { title: failed, text: failedText, meaning: 'bad' };
  return outcome.passed
    ? { title: passed, text: passedText, meaning: 'ok' }
    : { title: issues, text: issuesText, meaning: 'warn' };
}

/** The toast after a failed Apply; null: the suggestion does not exist, which is only logged. */
export function applyFailureWords(error: Error): Said | null {
  if (error instanceof HttpError && error.status === 404) return null;
  return { title: messages.apply.failure, text: describeError(error), meaning: 'bad' };
}
