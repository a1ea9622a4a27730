import { decimal, plain } from '../../../base/decimal.ts';
import { checkInput } from '../../calculate.ts';
import type { LineTerms } from '../../line-terms.ts';
import { checkGiven } from '../../measures/given.ts';
import { standingFigures } from '../../pay-line.ts';
import { linesToPay } from '../../pay-participant.ts';
import { type PaySetting, settingFor } from '../../pay-setting.ts';
import type { CalculationInput } from '../../payout.ts';
import type { CheckedPlan } from './calculate-in-columns.ts';
import type { ColumnLine } from './credit-columns.ts';
import { lineProgram } from './line-program.ts';
import { payInFloats } from './pay-credits.ts';
import { type PlainCredits, plainCredits } from './plain-credits.ts';
import { refined } from './small-amount.ts';

/**
 * The lines of one payee of a plain plan without an object or a big decimal for each credit: the figures of `calculate` where nothing
 * is refused and every line is one of the kernel's, in the range of binary floats; null for anything else. `text`: minor units
 * of the plan's currency as they are told.
 */
export function payPlainly(
  input: CalculationInput,
  { setting: read, problems, plainDays }: CheckedPlan,
  text: (minor: number) => string,
): readonly ColumnLine[] | null {
  if (plainDays === null || problems.length + read.problems.length > 0) return null;
  if (checkInput(input).length > 0) return null;
  const setting = settingFor(read, input);
  if (checkGiven(input, setting).length > 0) return null;
  const credits = plainCredits(input, setting, plainDays);
  const terms = credits === null ? null : termsOf(input, setting, credits);
  if (credits === null || terms === null) return null;
  const lines: ColumnLine[] = [];
  for (const [i, line] of terms.entries()) {
    const paid = paidLine(line, credits[i]!, text);
    if (paid === null) return null;
    lines.push(paid);
  }
  return lines;
}

/** What every line is computed from but its credits, on which nothing of it depends in a plain plan; null where that does not hold. */
function termsOf(
  input: CalculationInput,
  setting: PaySetting,
  credits: readonly PlainCredits[],
): readonly LineTerms[] | null {
  const payee = input.participants.find(({ id }) => id === input.payeeIds?.[0]);
  if (payee === undefined) return null;
  const sells = credits.some(({ deals }) => deals.length > 0);
  const asksRate = setting.rules.some(({ component }) => component.rate.kind === 'individual');
  if (sells && asksRate && payee.commissionRatePercent === null) return null;
  const quotas = input.quotas.filter(({ participantId }) => participantId === payee.id);
  const earlier = (input.earlier ?? []).filter(({ participantId }) => participantId === payee.id);
  const found = linesToPay(setting, payee, { shares: [], quotas, earlier });
  if (!found.ok || (sells && found.value.length === 0)) return null;
  return found.value.map(({ terms }) => terms);
}

function paidLine(
  terms: LineTerms,
  credits: PlainCredits,
  text: (minor: number) => string,
): ColumnLine | null {
  const decimals = credits.decimals.reduce((most, one) => Math.max(most, one), 0);
  const taken = lineProgram(terms, decimals);
  if (typeof taken === 'string') return null;
  const units: number[] = [];
  for (const [i, own] of credits.units.entries()) {
    const finer = refined(own, credits.decimals[i]!, decimals);
    if (finer === null) return null;
    units.push(finer);
  }
  const paid = payInFloats(taken, units, terms.plan.rounding.mode);
  if (paid === null) return null;
  const measured = decimal(`${paid.credited}e-${decimals}`);
  const { deals, texts, shares } = credits;
  return {
    ...standingFigures(terms, measured),
    credited: plain(measured),
    amount: text(paid.payout),
    credits: { deals, credited: texts, earned: paid.earned.map(text), shares },
  };
}
