import type { Wordable, WordedText } from '@attain/contract/questions';
import { scopeOf } from '@attain/domain/access/permissions';
import type { Persona } from '@attain/domain/suggestions/configurations/configuration';
import { fillWording, markText } from '@attain/domain/suggestions/wording';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { assistantConnection } from '../connections/has-connection.ts';
import { explainForWording } from '../suggestions/explain.ts';
import { answerFor, textOf } from './ask.ts';
import { keptWords } from './kept-words.ts';

const SYSTEM =
  'You reword a text of a sales compensation system in plain, friendly English, without adding or leaving out anything. Marks such as {F1} and {N1} stand for figures and names. Keep every mark exactly as it is and all marks in their order. Write no other figure, no number word, no markup and no heading. Keep words of amount, direction and denial, such as saves, costs, more, less, over, about, all and not, and keep each at its place among the marks. Put no sign, letter or bracket next to a mark. Answer with the reworded text only.';

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
  const chosen = await assistantConnection(ctx, actor.tenantId);
  if (chosen === null) return nothing;
  const source = await computed(ctx, actor, wanted);
  const text = source?.paragraphs.join('\n');
  // the figures may have changed since they were read
  if (source === null || text !== wanted.shown) return nothing;
  const { names, persona } = source;
  const marked = markText(text, names);
  const reader = persona === null ? '' : ` ${readers[persona]}`;
  const said = await keptWords(ctx, actor, chosen, {
    system: `${SYSTEM}${reader}`,
    prompt: marked.text,
    isUsable: (reply) => 'text' in fillWording(marked, reply),
  });
  const { model } = said;
  if (said.text === null) return { model, text: null, problem: problemOf(actor, said) };
  const filled = fillWording(marked, said.text);
  return 'text' in filled
    ? { model, text: filled.text, problem: null }
    : { model, text: null, problem: filled.problem };
}

const nothing: WordedText = { model: null, text: null, problem: null };

/** Why there is no wording; figures of budgets and words of the provider only for those who may read them anyway. */
function problemOf({ roles }: Actor, { code, details }: { code: string; details: string }): string {
  const needs = code === 'BUDGET_EXCEEDED' ? 'read:costs' : 'read:connections';
  if (scopeOf(roles, needs) !== null) return details;
  return generic[code] ?? 'The language model gave no answer.';
}

const generic: Readonly<Record<string, string>> = {
  BUDGET_EXCEEDED: 'A budget has no room for it.',
  POLICY_DENIED: 'A policy does not allow it.',
  THROTTLED: 'The language model is busy. Try again later.',
  TIMEOUT: 'The language model took too long.',
  NOT_CONFIGURED: 'The language model is not set up completely.',
};

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
