import { formatSentence } from '../../api/format-sentence.ts';
import type { PlanSuggestion } from '../../api/shapes.ts';

/** A suggestion as every card, drawer and dialog shows it: the API's, one for all. */
export type Shown = PlanSuggestion;

/** The description; people write only a title and their reasoning. */
export function aboutOf({ title, description, reasoning, analyser }: Shown): string {
  if (description === title) return reasoning;
  return analyser === null ? description : formatSentence(description);
}
