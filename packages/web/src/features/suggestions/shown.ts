import type { PlanSuggestion } from '../../api/shapes.ts';

/** A suggestion as every card, drawer and dialog shows it: the API's, one for all. */
export type Shown = PlanSuggestion;
