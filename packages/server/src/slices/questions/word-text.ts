import type { Wordable, WordedText } from '@attain/contract/questions';
import type { Persona } from '@attain/domain/suggestions/configurations/configuration';
import { fillWording, markText } from '@attain/domain/suggestions/wording';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { assistantConnection } from '../connections/has-connection.ts';
import { explainForWording } from '../suggestions/explain.ts';
import { answerFor, textOf } from './ask.ts';
import { keptWords } from './kept-words.ts';

const SYSTEM =
  'You reword a text of a sales compensation system in plain, friendly English, without adding or leaving out anything. Marks such as {F1} and {N1} stand for figures and names. Keep every mark exactly as it is and all marks in their order. Write no other figure, no number word, no markup and no heading. Keep words such as saves, costs, more, less and not. Answer with the reworded text only.';

/** How a persona is addressed. */
const readers: Readonly<Record<Persona, string>> = {
  Rep: 'The reader is a sales representative: short sentences.',
  Manager: 'The reader manages a sales team: neutral, who is affected first.',
  Finance: 'The reader works in finance: precise and dry.',
};

/**
 * An answer of Tell Me or the reasons of a suggestion, reworded by the workspace's language model. The model gets marks instead of
 * figures and names, and a wording that does not say the same is dropped (SGR-88). Refuses as the text itself.
 */
export async function wordText(ctx: AppContext, actor: Actor, wanted: Wordable): Promise<WordedText> {
  mustAllow(actor, 'use:assistant');
  // without a model the text is not computed a second time
  if ((await assistantConnection(ctx, actor.tenantId)) === null)
    return { model: null, text: null, problem: null };
  const source = await computed(ctx, actor, wanted);
  if (source === null) return { model: null, text: null, problem: null };
  const { paragraphs, names, persona } = source;
  const marked = markText(paragraphs.join('\n'), names);
  const reader = persona === null ? '' : ` ${readers[persona]}`;
  const said = await keptWords(ctx, actor, { system: `${SYSTEM}${reader}`, prompt: marked.text });
  if (said === null) return { model: null, text: null, problem: null };
  const { model } = said;
  if (said.text === null) return { model, text: null, problem: said.problem };
  const filled = fillWording(marked, said.text);
  return 'text' in filled
    ? { model, text: filled.text, problem: null }
    : { model, text: null, problem: filled.problem };
}

/** The text with the texts of records in it; null: there is nothing to word. */
async function computed(
  ctx: AppContext,
  actor: Actor,
  wanted: Wordable,
): Promise<{
  readonly paragraphs: readonly string[];
  readonly names: readonly string[];
  readonly persona: Persona | null;
} | null> {
  if (wanted.of === 'explanation') return explainForWording(ctx, actor, wanted);
  const { question, answer } = await answerFor(ctx, actor, wanted);
  if (question === null) return null;
  const { facts, names = [] } = answer;
  const who = 'who' in question && question.who !== undefined ? [question.who] : [];
  return {
    paragraphs: [textOf(answer)],
    names: [
      ...names,
      ...who,
      ...facts.flatMap(({ label, note }) => [label, ...(note === null ? [] : [note])]),
    ],
    persona: null,
  };
}
