import type { Split } from '@attain/domain/crediting/deal';
import type { SegmentRecipe } from '../companies/recipe.ts';
import type { Job } from '../people.ts';
import type { Prng } from '../prng.ts';
import type { Market } from './market.ts';
import { holds } from './selling-days.ts';

/** Percent of the seller, then of the others; every row sums to 100. */
const PEER_SHARES = [
  ['50', '50'],
  ['60', '40'],
  ['70', '30'],
  ['65', '35'],
] as const;
const SPECIALIST_SHARES = [
  ['85', '15'],
  ['80', '20'],
  ['90', '10'],
] as const;
const THREE_WAY_SHARES = [
  ['60', '25', '15'],
  ['50', '35', '15'],
  ['33.34', '33.33', '33.33'],
] as const;

/** Who shares a sale: a teammate, a specialist, or both; empty when the seller closed it alone. */
export function drawSplits(
  market: Market,
  sale: { readonly job: Job; readonly segment: SegmentRecipe; readonly day: number; readonly prng: Prng },
): Split[] {
  const { job, segment, day, prng } = sale;
  const peer = prng.chance(segment.peerSplitPerMille)
    ? drawFrom(
        market,
        prng,
        (other) => other.team === job.team && other.participantId !== job.participantId,
        day,
      )
    : null;
  const rule = segment.specialistSplit;
  const specialist =
    rule !== null && prng.chance(rule.perMille)
      ? drawFrom(market, prng, (other) => other.team === rule.team, day)
      : null;
  if (peer !== null && specialist !== null) {
    return shared([job.participantId, peer, specialist], prng.pick(THREE_WAY_SHARES));
  }
  if (peer !== null) return shared([job.participantId, peer], prng.pick(PEER_SHARES));
  return specialist === null ? [] : shared([job.participantId, specialist], prng.pick(SPECIALIST_SHARES));
}

function drawFrom(market: Market, prng: Prng, fits: (job: Job) => boolean, day: number): string | null {
  const candidates = market.people.jobs.filter((job) => fits(job) && holds(job, day));
  return candidates.length === 0 ? null : prng.pick(candidates).participantId;
}

function shared(participantIds: readonly string[], shares: readonly string[]): Split[] {
  return participantIds.map((participantId, i) => ({ participantId, sharePercent: shares[i]! }));
}
