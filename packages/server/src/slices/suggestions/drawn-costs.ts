import type { KnownCosts } from '@attain/domain/suggestions/figures/scenario-risk';

/** Plans whose drawn years are kept, those of the longest-unused are dropped. At most 20,000 years each: about 1 MB. */
const MAX_PLANS = 16;

const plans = new Map<string, Map<string, readonly bigint[]>>();

/**
 * What a plan itself costs in drawn years, kept by this process for the next what-if on the same plan and records. `key` names
 * everything the years are drawn by but the payee's records, which `recordsOf` hashes: other records are never found.
 */
export function drawnCosts(key: string, recordsOf: (participantId: string) => string): KnownCosts {
  const costs = plans.get(key) ?? new Map<string, readonly bigint[]>();
  plans.delete(key);
  plans.set(key, costs);
  for (const oldest of plans.keys()) {
    if (plans.size <= MAX_PLANS) break;
    plans.delete(oldest);
  }
  return {
    get: (participantId) => costs.get(recordsOf(participantId)),
    set: (participantId, years) => void costs.set(recordsOf(participantId), years),
  };
}
