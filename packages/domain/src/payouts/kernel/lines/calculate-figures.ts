import { type Decimal, decimal, plain, sum } from '../../../base/decimal.ts';
import { minorDigits, minorText, moneyText } from '../../../base/money.ts';
import type { RoundingMode } from '../../../base/ratio.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { Deal } from '../../../crediting/deal.ts';
import { type LineToPay, payLine, standingFigures, toCredit } from '../../pay-line.ts';
import type { CalculationInput, PaidLine, PayoutLine } from '../../payout.ts';
import { isPart, withoutSplits } from '../../rates/split-rounding.ts';
import { creditOf } from '../../windows/window-pay.ts';
import { type CheckedPlan, checkedPlan, linesOf } from './calculate-in-columns.ts';
import { calculateQuickly } from './calculate-quickly.ts';
import { type ColumnLine, inColumns } from './credit-columns.ts';
import { decimalsOf, inUnits } from './fraction.ts';
import { type ClaimedLine, lineProgram } from './line-program.ts';
import { payCredits, payInFloats } from './pay-credits.ts';
import { payPlainly } from './pay-plainly.ts';

/** Every figure of a calculation, and no explanation. */
export interface PaidFigures {
  readonly lines: readonly ColumnLine[];
  readonly total: string;
}

/**
 * The figures that `calculate` says, byte for byte, without sentence, steps, rules and next tier (KERNEL-13): lines that the
 * kernel takes are paid by it alone, all others by the reference. Refused with the problems of `calculate`. `checked`: the
 * input's plan and period, where many are paid by it.
 */
export function calculateFigures(
  input: CalculationInput,
  checked: CheckedPlan = checkedPlan(input),
): Result<PaidFigures> {
  const { currency } = input.plan;
  const plain = payPlainly(input, checked, { text: textIn(currency) });
  if (plain !== null) return ok(totalled(plain, currency));
  const deals = new Map(input.deals.map((deal) => [deal.id, deal]));
  const found = linesOf(input, checked);
  if (found.ok)
    return ok(
      totalled(
        found.value.map((line) => paidFigures(line, deals)),
        currency,
      ),
    );
  const explained = calculateQuickly(input);
  if (!explained.ok) return explained;
  const lines = explained.value.lines.map((line) => inColumns(figuresOf(line), deals));
  return ok({ lines, total: explained.value.total });
}

function totalled(lines: readonly ColumnLine[], currency: string): PaidFigures {
  return { lines, total: moneyText(sum(lines.map(({ amount }) => decimal(amount))), currency) };
}

/** A line without its explanation. */
export function figuresOf(line: PayoutLine): PaidLine {
  const { message: _message, steps: _steps, rules: _rules, nextTier: _next, ...figures } = line;
  return figures;
}

function paidFigures({ terms, shares }: LineToPay, deals: ReadonlyMap<string, Deal>): ColumnLine {
  const { component, plan } = terms;
  const text = textIn(plan.currency);
  const credited = shares.map((share) => creditOf(terms, share));
  const decimals = credited.reduce((max, credit) => Math.max(max, decimalsOf(credit)), 0);
  const taken = lineProgram(withoutSplits(terms, shares.some(isPart)), decimals);
  if (typeof taken === 'string') return inColumns(figuresOf(payLine(terms, shares)), deals);
  const { payout, earned, measured } = payOf(taken, credited, plan.rounding.mode);
  const line = {
    ...standingFigures(terms, measured),
    credited: plain(measured),
    amount: text(payout),
    credits: shares.map((share, i) => toCredit(share, component.id, credited[i]!, text(earned[i]!))),
  };
  return inColumns(line, deals);
}

/** In plain numbers where that is proven exact, else in any size; `measured` is the sum of the credits. */
function payOf(line: ClaimedLine, credited: readonly Decimal[], mode: RoundingMode) {
  const small = credited.map((credit) => inUnits(credit, line.decimals));
  const paid = small.every((units) => units !== null) ? payInFloats(line, small, mode) : null;
  if (paid !== null) return { ...paid, measured: decimal(`${paid.credited}e-${line.decimals}`) };
  const units = credited.map((credit) => BigInt(credit.toFixed(line.decimals).replace('.', '')));
  return { ...payCredits(line, units, mode), measured: sum(credited) };
}

/** Minor units of a currency as text. */
export function textIn(currency: string): (units: bigint | number) => string {
  return minorDigits(currency) === 2 ? centsText : (units) => minorText(units, currency);
}

/** `minorText` for the many currencies with cents; plain numbers need no padding. */
function centsText(cents: bigint | number): string {
  if (typeof cents === 'bigint') return minorText(cents, 'USD');
  const size = Math.abs(cents);
  const rest = size % 100;
  return `${cents < 0 ? '-' : ''}${(size - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`;
}
