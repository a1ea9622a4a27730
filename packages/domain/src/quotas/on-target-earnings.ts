import { type Decimal, decimal, HUNDREDTH, plain, ZERO } from '../base/decimal.ts';

/** What is agreed for a year at exactly the target, and how it is divided; decimal texts, null where it is not said. */
export interface OnTargetEarnings {
  /** On-target earnings: base pay and target variable pay together. */
  readonly ote: string;
  readonly base: string | null;
  /** The variable part of the pay mix, in percent of the on-target earnings: 40 of 60:40. */
  readonly variablePercent: string | null;
}

/**
 * Target variable pay of a year out of on-target earnings (QUOTA-18): OTE − base, or OTE × the variable share. A sentence
 * instead where neither is said, where both are and disagree, and where base pay is more than all.
 */
export function variableOf({ ote, base, variablePercent }: OnTargetEarnings): Decimal | string {
  const all = decimal(ote);
  const byBase = base === null ? null : all.minus(decimal(base));
  const byShare = variablePercent === null ? null : all.times(decimal(variablePercent)).times(HUNDREDTH);
  if (byBase?.lt(ZERO)) return `Base pay of ${base} is more than on-target earnings of ${ote}.`;
  if (byBase !== null && byShare !== null && !byBase.eq(byShare))
    return `On-target earnings minus base pay is ${plain(byBase)}, but ${variablePercent}% of them is ${plain(byShare)}.`;
  return byBase ?? byShare ?? 'On-target earnings include base pay, so their variable part is unknown.';
}
