import { type Decimal, decimal, HUNDRED, ONE, plain, ZERO } from '../base/decimal.ts';
import { dearestTwentieth, mean, standardDeviation } from './statistics.ts';

/** Two figures from 0 to 100 with the parts they are made of, each part from 0 to 1 with 4 decimals. */
export interface Scores {
  /** 0: the cost is certain and nobody loses; 100: see SIM-7. */
  readonly riskScore: number;
  readonly riskParts: { readonly tail: string; readonly spread: string; readonly losers: string };
  /** 100: the projected savings are known to the percent, from a full year of everybody; see SIM-8. */
  readonly confidence: number;
  readonly confidenceParts: {
    readonly precision: string;
    readonly history: string;
    readonly coverage: string;
  };
}

/** What the scores are made of: the costs of all scenarios in minor units, and what they were drawn from. */
export interface Scored {
  readonly baseline: readonly bigint[];
  readonly draft: readonly bigint[];
  readonly savings: readonly bigint[];
  readonly payees: number;
  readonly unpaid: number;
  /** Payees whose mean pay falls by more than 1 %. */
  readonly losers: number;
  /** Σ over the payees of the months that have deals. */
  readonly busy: number;
}

/** At this share of the mean the tail and the spread count in full. */
const FULL = decimal('0.25');
/** Half the width of the 95 % interval at which nothing is known: this share of the baseline's mean. */
const BLURRED = decimal('0.05');
const NORMAL_95 = decimal('1.96');
const YEAR = decimal('12');

/** The risk score (SIM-7) and the confidence (SIM-8) of a simulation. */
export function scoresOf(given: Scored, digits: number): Scores {
  const cost = mean(given.draft, digits);
  const payees = decimal(String(given.payees));
  const tail = part(dearestTwentieth(given.draft, digits).minus(cost), cost.times(FULL));
  const spread = part(standardDeviation(given.draft, digits), cost.times(FULL));
  const losers = part(decimal(String(given.losers)), payees);
  const risk = tail.times('0.4').plus(spread.times('0.3')).plus(losers.times('0.3'));
  const error = standardDeviation(given.savings, digits).div(
    decimal(String(given.savings.length || 1)).sqrt(),
  );
  const baseline = mean(given.baseline, digits).abs();
  const precision = ONE.minus(part(error.times(NORMAL_95), baseline.times(BLURRED)));
  const history = part(decimal(String(given.busy)), payees.times(YEAR));
  const coverage = part(payees, payees.plus(decimal(String(given.unpaid))));
  return {
    riskScore: score(risk),
    riskParts: { tail: shown(tail), spread: shown(spread), losers: shown(losers) },
    confidence: score(precision.times(history).times(coverage)),
    confidenceParts: { precision: shown(precision), history: shown(history), coverage: shown(coverage) },
  };
}

/** A share from 0 to 1: what of a whole that counts in full; of no whole at all, all or nothing. */
function part(of: Decimal, whole: Decimal): Decimal {
  if (of.lte(ZERO)) return ZERO;
  if (whole.lte(ZERO) || of.gte(whole)) return ONE;
  return of.div(whole);
}

function score(share: Decimal): number {
  return Number(share.times(HUNDRED).round(0, 1).toFixed());
}

function shown(share: Decimal): string {
  return plain(share.round(4, 1));
}
