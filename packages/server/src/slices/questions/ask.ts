import type { QuestionAnswer, QuestionRead } from '@attain/contract/questions';
import { scopeOf } from '@attain/domain/access/permissions';
import {
  describeReading,
  exampleFor,
  type Kind,
  kinds,
  type Question,
  questionKinds,
  questionOf,
  readFollowUp,
  readQuestion,
} from '@attain/domain/questions/grammar';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import type { Answer } from './answer.ts';
import { answerQuestion } from './answer-question.ts';
import { messages } from './answer-words.ts';
import { sourcesOf } from './read-sources.ts';

const maxFacts = 100;

/** A question, and the reading of the answer before it. */
export interface Asked {
  readonly question: string;
  readonly context?: QuestionRead | undefined;
}

/**
 * Answers a question from the records that the actor may read. A text that is no question is answered with what can be
 * asked; NOT_ALLOWED without the permission that the question needs.
 */
export async function ask(ctx: AppContext, actor: Actor, input: Asked): Promise<QuestionAnswer> {
  const { question, answer } = await answerFor(ctx, actor, input);
  if (question === null)
    return {
      read: null,
      reading: null,
      text: answer.message,
      facts: [],
      method: 'rules',
      followUps: examples(actor, null),
    };
  return {
    read: question,
    reading: describeReading(question),
    text: textOf(answer),
    facts: answer.facts.slice(0, maxFacts),
    method: 'rules',
    followUps: examples(actor, question.kind).slice(0, 3),
  };
}

/** The answer with how the question was read. */
export async function answerFor(
  ctx: AppContext,
  actor: Actor,
  input: Asked,
): Promise<{ readonly question: Question | null; readonly answer: Answer }> {
  const today = ctx.today(actor);
  const followUp =
    input.context &&
    readFollowUp(input.question, today, questionOf(input.context as Parameters<typeof questionOf>[0]));
  const question = followUp ?? readQuestion(input.question, today);
  if (question === null) {
    const open = questionKinds.filter((kind) => exampleOf(actor, kind) !== null);
    const message = messages.notUnderstood(open.map((kind) => kinds[kind].name));
    return { question, answer: { message, facts: [] } };
  }
  const { needs } = kinds[question.kind];
  mustAllow(actor, needs);
  return { question, answer: await answerQuestion(question, sourcesOf(ctx, actor, needs)) };
}

/** The text of an answer, with a note where not all facts are listed. */
export function textOf({ message, facts }: Answer): string {
  return facts.length > maxFacts ? `${message}${messages.onlyFirst(maxFacts)}` : message;
}

function examples(actor: Actor, except: Kind | null): string[] {
  return questionKinds.filter((kind) => kind !== except).flatMap((kind) => exampleOf(actor, kind) ?? []);
}

/** The example of a kind; null without its permission. */
function exampleOf(actor: Actor, kind: Kind): string | null {
  const scope = scopeOf(actor.roles, kinds[kind].needs);
  return scope === null ? null : exampleFor(kind, scope);
}
