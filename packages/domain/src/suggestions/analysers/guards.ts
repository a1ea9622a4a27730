import { drawsOf } from '../../simulations/scenarios/draws.ts';
import type { Thresholds } from '../configurations/assistant-settings.ts';
import type { Candidate, Lever, Tried } from './lever.ts';

/** What was read. */
export interface Read {
  readonly payees: number;
  /** Payees the plan can pay. */
  readonly payable: number;
  readonly periods: number;
  readonly lines: number;
  readonly deals: number;
  readonly months: number;
  /** Periods of payees, and those with every quota and target the plan asks for. */
  readonly slots: number;
  readonly complete: number;
}

/** Why there is too little to analyse (SGR-17); null: there is enough. */
export function tooLittle(
  { payable, periods, deals }: Read,
  { minPayees, minPeriods, minDeals }: Thresholds,
): string | null {
  const missing = [
    ...(payable < minPayees ? [`${payable} of ${minPayees} payees with pay`] : []),
    ...(periods < minPeriods ? [`${periods} of ${minPeriods} periods`] : []),
    ...(deals < minDeals ? [`${deals} of ${minDeals} deals`] : []),
  ];
  return missing.length === 0 ? null : `Too little to analyse: ${missing.join(', ')}.`;
}

/** Whether at least 90 % of the payees can be paid. */
export function payableEnough(payable: number, payees: number): boolean {
  return payable * 10 >= payees * 9;
}

/** Resamples of payees a proposal is tested on. */
export const RESAMPLES = 200;

/** In how many resamples of payees, drawn with replacement, a lever proposes the same. Yields after each of them. */
export function* agreement<S>(
  { lever, candidates }: { readonly lever: Lever<S>; readonly candidates: readonly Candidate[] },
  given: { readonly tried: readonly Tried<S>[]; readonly chosen: string; readonly seed: string },
): Generator<undefined, number> {
  const { tried, chosen, seed } = given;
  const draws = drawsOf(seed, `resamples of ${lever.key}`);
  const drawn = new Int32Array(tried.length);
  const propose =
    lever.proposeOn?.(tried, candidates) ??
    ((positions: Int32Array) =>
      lever.propose(
        Array.from(positions, (position) => tried[position]!),
        candidates,
      ));
  let same = 0;
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    draws.fill(resample, drawn, tried.length);
    const proposal = propose(drawn);
    yield;
    if (proposal === null) continue;
    if (lever.agrees === undefined ? proposal === chosen : lever.agrees(proposal, chosen)) same += 1;
  }
  return same;
}

/** Whether so many resamples make a proposal stable. */
export function isStable(same: number, { agreedPercent }: Thresholds): boolean {
  return same * 100 >= RESAMPLES * agreedPercent;
}
