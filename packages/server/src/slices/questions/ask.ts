import type { QuestionAnswer, QuestionRead } from '@attain/contract/questions';
import { scopeOf } from '@attain/domain/access/permissions';
import { readRewritten } from '@attain/domain/questions/free-question';
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
import { keptWords } from './kept-words.ts';
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
  const { question, answer, model } = await answerFor(ctx, actor, input);
  const method = model === null ? 'rules' : 'model';
  if (question === null)
    return {
      read: null,
      reading: null,
      text: answer.message,
      facts: [],
      method,
      model,
      followUps: examples(actor, null),
    };
  return {
    read: question,
    reading: describeReading(question),
    text: textOf(answer),
    facts: answer.facts.slice(0, maxFacts),
    method,
    model,
    followUps: examples(actor, question.kind).slice(0, 3),
  };
}

/** The answer with how the question was read; `model` is the language model that read it, null for the rules alone. */
export async function answerFor(
  ctx: AppContext,
  actor: Actor,
  input: Asked,
): Promise<{
  readonly question: Question | null;
  readonly answer: Answer;
  readonly model: string | null;
}> {
  const today = ctx.clock.today();
  const followUp =
    input.context &&
    readFollowUp(input.question, today, questionOf(input.context as Parameters<typeof questionOf>[0]));
  const ruled = followUp ?? readQuestion(input.question, today);
  const freely = ruled === null ? await readFreely(ctx, actor, input.question) : null;
  const question = ruled ?? freely?.question ?? null;
  if (question === null) {
    const open = questionKinds.filter((kind) => exampleOf(actor, kind) !== null);
    const message = messages.notUnderstood(open.map((kind) => kinds[kind].name));
    return { question, answer: { message, facts: [] }, model: null };
  }
  const { needs } = kinds[question.kind];
  mustAllow(actor, needs);
  const answer = await answerQuestion(question, sourcesOf(ctx, actor, needs));
  return { question, answer, model: freely?.model ?? null };
}

/** The text of an answer, with a note where not all facts are listed. */
export function textOf({ message, facts }: Answer): string {
  return facts.length > maxFacts ? `${message}${messages.onlyFirst(maxFacts)}` : message;
}

/**
 * Has the workspace's language model rewrite a question that fits no form, and reads that (ASK-20). The model gets the question and the
 * forms, and nothing of any record.
 */
async function readFreely(
  ctx: AppContext,
  actor: Actor,
  text: string,
): Promise<{ readonly question: Question; readonly model: string } | null> {
  if (text.length > 300) return null;
  const said = await keptWords(ctx, actor, {
    system: messages.rewrite(examples(actor, null)),
    prompt: JSON.stringify({ question: text }),
  });
  if (said === null || said.text === null) return null;
  const question = readRewritten(text, said.text.trim(), ctx.clock.today());
  return question === null ? null : { question, model: said.model };
}

function examples(actor: Actor, except: Kind | null): string[] {
  return questionKinds.filter((kind) => kind !== except).flatMap((kind) => exampleOf(actor, kind) ?? []);
}

/** The example of a kind; null without its permission. */
function exampleOf(actor: Actor, kind: Kind): string | null {
  const scope = scopeOf(actor.roles, kinds[kind].needs);
  return scope === null ? null : exampleFor(kind, scope);
}
