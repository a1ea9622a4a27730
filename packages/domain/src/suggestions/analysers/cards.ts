import { bringUnderBudgetCard } from './budget/bring-under-budget.ts';
import type { AnalyserCard } from './lever.ts';
import { analysers } from './list.ts';
import { completeRecordsCard, ownRecordsCard } from './records/complete-records.ts';
import { endDrawCard } from './records/end-draw.ts';
import { nextTierCard } from './records/next-tier.ts';
import { uncreditedDealCard } from './records/uncredited-deal.ts';

/** Every analyser, of plans and of records, in the order of its rule number. */
export const analyserCards: readonly AnalyserCard[] = [
  ...analysers.map(({ card }) => card),
  bringUnderBudgetCard,
  endDrawCard,
  completeRecordsCard,
  ownRecordsCard,
  nextTierCard,
  uncreditedDealCard,
];
