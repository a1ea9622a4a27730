import { ATTAINMENT_CALCULATOR } from './attainment-calculator.ts';
import { COMMISSION_CALCULATOR } from './commission-calculator.ts';
import { DISPUTE_RESOLVER } from './dispute-resolver.ts';
import type { GalleryAgent } from './gallery-agent.ts';
import { PAYOUT_VALIDATOR } from './payout-validator.ts';
import { PLAN_STRUCTURE_DESIGNER } from './plan-structure-designer.ts';
import { QUOTA_PLAN_ARCHITECT } from './quota-plan-architect.ts';
import { SPIFF_EXPERIMENTER } from './spiff-experimenter.ts';
import { TERRITORY_PLAN_OPTIMIZER } from './territory-plan-optimizer.ts';

/** The eight agents of the gallery, in the order of the specification. */
export const GALLERY: readonly GalleryAgent[] = [
  PLAN_STRUCTURE_DESIGNER,
  TERRITORY_PLAN_OPTIMIZER,
  QUOTA_PLAN_ARCHITECT,
  COMMISSION_CALCULATOR,
  PAYOUT_VALIDATOR,
  ATTAINMENT_CALCULATOR,
  DISPUTE_RESOLVER,
  SPIFF_EXPERIMENTER,
];
