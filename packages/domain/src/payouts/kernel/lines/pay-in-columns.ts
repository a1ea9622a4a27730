import { type Decimal, decimal } from '../../../base/decimal.ts';
import { minorDigits } from '../../../base/money.ts';
import { type LineToPay, payLine } from '../../pay-line.ts';
import { isPart, withoutSplits } from '../../rates/split-rounding.ts';
import { creditOf } from '../../windows/window-pay.ts';
import { decimalsOf } from './fraction.ts';
import { lineProgram } from './line-program.ts';
import { payCredits } from './pay-credits.ts';

/** A line's pay without its explanation: the same amounts as the reference's, to the minor unit. */
export interface LinePay {
  readonly participantId: string;
  readonly componentId: string;
  /** In minor units of the plan's currency. */
  readonly amount: bigint;
  /** By deal, in order of day and id; minor units. */
  readonly earned: readonly bigint[];
  /** How it was paid; `reference` says why the kernel could not. */
  readonly by: { readonly kernel: 'floats' | 'whole numbers' } | { readonly reference: string };
}

/**
 * Pays a line of `linesToPay` by the kernel where it can be taken, and by the reference where it cannot. Limits over several
 * lines (the plan's cap, funds of SPIFFs) are not applied: whoever has such a plan asks `calculate`.
 */
export function payInColumns({ terms, shares }: LineToPay): LinePay {
  const { participant, component, plan } = terms;
  const who = { participantId: participant.id, componentId: component.id };
  const credited = shares.map((share) => creditOf(terms, share));
  const decimals = credited.reduce((max, credit) => Math.max(max, decimalsOf(credit)), 0);
  const taken = lineProgram(withoutSplits(terms, shares.some(isPart)), decimals);
  const digits = minorDigits(plan.currency);
  if (typeof taken === 'string') {
    const line = payLine(terms, shares);
    const earned = line.credits.map((credit) => inUnits(decimal(credit.earned), digits));
    return { ...who, amount: inUnits(decimal(line.amount), digits), earned, by: { reference: taken } };
  }
  const units = credited.map((credit) => inUnits(credit, decimals));
  const { payout, earned, inFloats } = payCredits(taken, units, plan.rounding.mode);
  return { ...who, amount: payout, earned, by: { kernel: inFloats ? 'floats' : 'whole numbers' } };
}

/** A decimal in whole units of 10^-digits; it must have no more decimals than that. */
function inUnits(value: Decimal, digits: number): bigint {
  return BigInt(value.toFixed(digits).replace('.', ''));
}
