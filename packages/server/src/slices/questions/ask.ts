import type { QuestionAnswer, QuestionRead } from '@attain/contract/questions';
import { scopeOf } from '@attain/domain/access/permissions';
import {
  describeReading,
  exampleFor,
  type Kind,
  kinds,
  questionKinds,
  questionOf,
  readFollowUp,
  readQuestion,
} from '@attain/domain/questions/grammar';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { answerQuestion } from './answer-question.ts';
import { messages } from './answer-words.ts';
import { sourcesOf } from './read-sources.ts';

const maxFacts = 100;

/**
 * Answers a question from the records that the actor may read. A text that is no question is answered with what can be
 * asked; NOT_ALLOWED without the permission that the question needs.
 */
export async function ask(
  ctx: AppContext,
  actor: Actor,
  input: { question: string; context?: QuestionRead | undefined },
): Promise<QuestionAnswer> {
  const today = ctx.clock.today();
  const followUp =
    input.context &&
    readFollowUp(input.question, today, questionOf(input.context as Parameters<typeof questionOf>[0]));
  const question = followUp ?? readQuestion(input.question, today);
  if (question === null) {
    const open = questionKinds.filter((kind) => exampleOf(actor, kind) !== null);
    const text = messages.notUnderstood(open.map((kind) => kinds[kind].name));
    return { read: null, reading: null, text, facts: [], method: 'rules', followUps: examples(actor, null) };
  }
  const { needs } = kinds[question.kind];
  mustAllow(actor, needs);
  const { message, facts } = await answerQuestion(question, sourcesOf(ctx, actor, needs));
  return {
    read: question,
    reading: describeReading(question),
    text: facts.length > maxFacts ? `${message}${messages.onlyFirst(maxFacts)}` : message,
    facts: facts.slice(0, maxFacts),
    method: 'rules',
    followUps: examples(actor, question.kind).slice(0, 3),
  };
}

function examples(actor: Actor, except: Kind | null): string[] {
  return questionKinds.filter((kind) => kind !== except).flatMap((kind) => exampleOf(actor, kind) ?? []);
}

/** The example of a kind; null without its permission. */
function exampleOf(actor: Actor, kind: Kind): string | null {
  const scope = scopeOf(actor.roles, kinds[kind].needs);
  return scope === null ? null : exampleFor(kind, scope);
}
