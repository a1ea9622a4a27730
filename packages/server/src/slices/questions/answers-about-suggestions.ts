import type { Answer } from './answer.ts';
import { messages } from './answer-words.ts';
import type { Sources } from './sources.ts';

/** Open suggestions with their stored savings, newest first; effects overlap, so nothing is added (ASK-14). */
export async function answerSuggestions(from: Sources): Promise<Answer> {
  const { rows, cut } = await from.suggestions();
  if (rows.length === 0) return { message: messages.suggestions.none, facts: [] };
  return {
    message: cut ? messages.suggestions.newest(rows.length) : messages.suggestions.open(rows.length),
    facts: rows.map((one) => ({
      id: one.uuid,
      label: one.title,
      value: one.projectedSavings,
      unit: one.projectedSavings === null ? null : one.currency,
      note: messages.suggestions.note(one.planName, one.impact),
      source: messages.source.suggestion(one.id),
      link: { to: 'suggestion', suggestionId: one.id },
    })),
  };
}
