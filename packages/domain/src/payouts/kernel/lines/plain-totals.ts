import { checkInput } from '../../calculate.ts';
import type { LineTerms } from '../../line-terms.ts';
import { checkGiven } from '../../measures/given.ts';
import { settingFor } from '../../pay-setting.ts';
import type { CalculationInput } from '../../payout.ts';
import { withoutSplits } from '../../rates/split-rounding.ts';
import type { CheckedPlan } from './calculate-in-columns.ts';
import type { ColumnLine } from './credit-columns.ts';
import { hasParts, termsOf } from './pay-plainly.ts';
import { amountOnTotal, type CreditTotal } from './plain-lines.ts';

/** The total of a line that `payPlainly` paid. */
export function totalOf({ credited, credits }: ColumnLine): CreditTotal {
  return { credited, isEmpty: credits.deals.length === 0, anyPart: hasParts(credits) };
}

/**
 * What `payPlainly` pays in minor units on credits of these totals, for the components that have one; the deals of the input are
 * not read. Null where it can't be told from totals, for anything that is refused, and without lines.
 */
export function payTotals(
  input: CalculationInput,
  { setting: read, problems, plain: known }: CheckedPlan,
  totals: ReadonlyMap<string, CreditTotal>,
): ReadonlyMap<string, number> | null {
  if (known === null) return null;
  const rules = read.rules.filter(({ component: { id } }) => totals.has(id));
  const sells = [...totals.values()].some(({ isEmpty }) => !isEmpty);
  const terms = termsOn(input, { setting: { ...read, rules }, problems }, sells);
  if (terms === null) return null;
  const amounts = new Map<string, number>();
  for (const line of terms) {
    const { id } = line.component;
    const total = totals.get(id)!;
    const plain = withoutSplits(line, total.anyPart);
    const amount = amountOnTotal(line, plain, { total, known });
    if (amount === null) return null;
    amounts.set(id, amount);
  }
  return amounts;
}

/**
 * What every line of a payee is computed from but its credits, by component, whatever they come to; null where that depends on them,
 * and for anything that is refused.
 */
export function plainTerms(
  input: CalculationInput,
  { setting, problems, plain }: CheckedPlan,
): ReadonlyMap<string, LineTerms> | null {
  const terms = plain === null ? null : termsOn(input, { setting, problems }, true);
  return terms && new Map(terms.map((line) => [line.component.id, line]));
}

function termsOn(
  input: CalculationInput,
  { setting: read, problems }: Pick<CheckedPlan, 'setting' | 'problems'>,
  sells: boolean,
): readonly LineTerms[] | null {
  if (problems.length + read.problems.length > 0 || checkInput(input).length > 0) return null;
  const setting = settingFor(read, input);
  if (checkGiven(input, setting).length > 0) return null;
  const terms = termsOf(input, setting, { sells });
  return terms === null || terms.length === 0 ? null : terms;
}
