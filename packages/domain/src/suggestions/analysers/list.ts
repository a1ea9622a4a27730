import { addCap } from './add-cap.ts';
import { calculateWeights } from './calculate-weights.ts';
import { decelerate } from './decelerate.ts';
import { fixGate } from './fix-gate.ts';
import type { Analyser } from './lever.ts';
import { limitDeal } from './limit-deal.ts';
import { lockExchange } from './lock-exchange.ts';
import { lowerTopTier } from './lower-top-tier.ts';
import { moveQuota } from './move-quota.ts';
import { rampNewHires } from './ramp-new-hires.ts';
import { readOnIncrement } from './read-on-increment.ts';
import { removeDead } from './remove-dead.ts';
import { reviewConcentration } from './review-concentration.ts';
import { scaleQuotas } from './scale-quotas.ts';
import { separateCredit } from './separate-credit.ts';
import { settleYearToDate } from './settle-year-to-date.ts';
import { smoothTiers } from './smooth-tiers.ts';
import { tightenAccelerator } from './tighten-accelerator.ts';

/** Every analyser of plans, in the order of its rule number. */
export const analysers: readonly Analyser[] = [
  calculateWeights,
  addCap,
  tightenAccelerator,
  readOnIncrement,
  smoothTiers,
  removeDead,
  lowerTopTier,
  fixGate,
  decelerate,
  limitDeal,
  separateCredit,
  lockExchange,
  settleYearToDate,
  scaleQuotas,
  moveQuota,
  rampNewHires,
  reviewConcentration,
];
