import type { PlanSuggestion } from '../../api/shapes.ts';

/** A suggestion as every card, drawer and dialog shows it: the API's, one for all. */
export type Shown = PlanSuggestion;

/** Whether applying it changes the plan. Findings, and changes of records, are not applied. */
export function isApplicable({ changes, analyser }: Pick<Shown, 'changes' | 'analyser'>): boolean {
  return changes.length > 0 || analyser === null;
}

/** The description; people write only a title and their reasoning. */
export function aboutOf({ title, description, reasoning }: Shown): string {
  return description === title ? reasoning : description;
}
