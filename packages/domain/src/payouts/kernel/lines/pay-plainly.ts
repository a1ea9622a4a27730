import { checkInput } from '../../calculate.ts';
import type { LineTerms } from '../../line-terms.ts';
import { checkGiven } from '../../measures/given.ts';
import { linesToPay } from '../../pay-participant.ts';
import { type PaySetting, settingFor } from '../../pay-setting.ts';
import type { CalculationInput } from '../../payout.ts';
import { isPart, withoutSplits } from '../../rates/split-rounding.ts';
import type { CheckedPlan } from './calculate-in-columns.ts';
import type { ColumnLine, CreditColumns } from './credit-columns.ts';
import type { TargetLine } from './pay-target-shape.ts';
import { plainCredits } from './plain-credits.ts';
import { byProgram, byShape, shapedLine } from './plain-lines.ts';

/** What a line is reported in. */
interface PlainWays {
  /** Minor units of the plan's currency in which lines are reported. */
  readonly text: (minor: number) => string;
  /** Is given each line that has the shape of its component. */
  readonly note?: (componentId: string, line: TargetLine) => void;
  /** The records and the period are known to have no problem. */
  readonly isChecked?: boolean;
}

/** A line that was paid plainly, and by which terms: as the component has them, and without splits to round together. */
export interface PlainLine {
  readonly terms: LineTerms;
  readonly alone: LineTerms;
  readonly line: ColumnLine;
}

/** The lines of `plainLines` alone. */
export function payPlainly(
  input: CalculationInput,
  checked: CheckedPlan,
  ways: PlainWays,
): readonly ColumnLine[] | null {
  return plainLines(input, checked, ways)?.map(({ line }) => line) ?? null;
}

/**
 * The lines of one payee of a plain plan without an object or a big decimal for each credit: the figures of `calculate` where nothing
 * is refused and every line is one of the kernel's, in the range of binary floats; null for anything else.
 */
export function plainLines(
  input: CalculationInput,
  { setting: read, problems, plain: known }: CheckedPlan,
  { text, note, isChecked = false }: PlainWays,
): readonly PlainLine[] | null {
  if (known === null || problems.length + read.problems.length > 0) return null;
  if (!isChecked && checkInput(input).length > 0) return null;
  const setting = settingFor(read, input);
  if (checkGiven(input, setting).length > 0) return null;
  const credits = plainCredits(input, setting, known.days);
  const sells = credits?.some(({ deals }) => deals.length > 0) ?? false;
  const terms = credits === null ? null : termsOf(input, setting, { sells });
  if (credits === null || terms === null) return null;
  const lines: PlainLine[] = [];
  for (const [i, line] of terms.entries()) {
    const own = credits[i]!;
    const alone = withoutSplits(line, hasParts(own));
    const paid = byShape(line, own, { text, known }) ?? byProgram(alone, own, text);
    if (paid === null) return null;
    if (note !== undefined) {
      const shaped = shapedLine(line, known);
      if (shaped !== null) note(line.component.id, shaped);
    }
    lines.push({ terms: line, alone, line: paid });
  }
  return lines;
}

/** Whether a credit is a part of a deal that is divided among several. */
export function hasParts({ deals, shares }: Pick<CreditColumns, 'deals' | 'shares'>): boolean {
  return shares !== null && deals.some((deal, i) => isPart({ role: shares[i]?.role ?? 'direct', deal }));
}

/** What every line is computed from but its credits, on which nothing of it depends in a plain plan; null where that does not hold. */
export function termsOf(
  input: CalculationInput,
  setting: PaySetting,
  { sells }: { readonly sells: boolean },
): readonly LineTerms[] | null {
  const payee = input.participants.find(({ id }) => id === input.payeeIds?.[0]);
  if (payee === undefined) return null;
  const asksRate = setting.rules.some(({ component }) => component.rate.kind === 'individual');
  if (sells && asksRate && (payee.commissionRatePercent === null || input.payTerms !== undefined))
    return null;
  const quotas = input.quotas.filter(({ participantId }) => participantId === payee.id);
  const earlier = (input.earlier ?? []).filter(({ participantId }) => participantId === payee.id);
  const found = linesToPay(setting, payee, { shares: [], quotas, earlier });
  if (!found.ok || (sells && found.value.length === 0)) return null;
  return found.value.map(({ terms }) => terms);
}
