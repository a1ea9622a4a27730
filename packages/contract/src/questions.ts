import { forecastRanges, questionKinds } from '@attain/domain/questions/grammar';
import { personas } from '@attain/domain/suggestions/configurations/configuration';
import { z } from 'zod';
import { Day, Decimal, endpoint, Words } from './base.ts';

/** A question as it was read; sent back as `context`, it lets the next question name only what differs. */
export const QuestionRead = z.object({
  kind: z.enum(questionKinds),
  period: z.string().max(20).optional(),
  periodWords: z.string().max(50).optional().describe('The period as named: “last quarter”'),
  other: z.string().max(20).optional().describe('The period compared with'),
  ahead: z.literal(true).optional().describe('Asks about the future'),
  who: z.string().max(300).optional().describe('`me`, or a name'),
  about: z.string().max(300).optional().describe('What plans pay on, or the name of a component'),
  order: z.enum(['most', 'least']).optional(),
  count: z.number().int().min(1).max(50).optional(),
  range: z.enum(forecastRanges).optional().describe('How far ahead a forecast looks'),
  side: z.enum(['above', 'below']).optional().describe('Only those above or below their quota'),
});
export type QuestionRead = z.infer<typeof QuestionRead>;

const FactLink = z.discriminatedUnion('to', [
  z.object({ to: z.literal('calculation'), runId: z.uuid() }),
  z.object({ to: z.literal('statement'), runId: z.uuid(), participantId: z.string() }),
  z.object({ to: z.literal('statements'), participantId: z.string() }),
  z.object({ to: z.literal('line'), runId: z.uuid(), participantId: z.string(), componentId: z.string() }),
  z.object({ to: z.literal('deal'), dealId: z.string() }),
  z.object({ to: z.literal('import'), importId: z.uuid() }),
  z.object({ to: z.literal('suggestion'), suggestionId: z.string() }),
  z.object({ to: z.literal('approval'), approvalId: z.uuid() }),
  z.object({ to: z.literal('task'), taskId: z.uuid() }),
  z.object({ to: z.literal('dispute'), disputeId: z.uuid() }),
  z.object({ to: z.literal('plan'), planId: z.uuid() }),
  z.object({
    to: z.literal('opportunities'),
    days: z.object({ from: Day, to: Day }).nullable().describe('Of the expected close'),
  }),
  z.object({ to: z.literal('dashboard') }),
]);

/** One figure of an answer and the record it was read from. Names and notes are data that people typed. */
export const AnswerFact = z.object({
  id: z.string(),
  label: z.string(),
  value: Decimal.nullable(),
  unit: z.string().nullable().describe('A currency code, or `%`; null: a plain number'),
  note: z.string().nullable(),
  source: z.string().describe('The record as text: “Statement 2025-Q4”'),
  link: FactLink,
});
export type AnswerFact = z.infer<typeof AnswerFact>;

export const QuestionAnswer = z.object({
  read: QuestionRead.nullable().describe('Null: the question was not understood'),
  reading: z.string().nullable().describe('How it was read, as text'),
  text: z.string(),
  facts: z.array(AnswerFact),
  method: z.literal('rules').describe('No language model takes part'),
  followUps: z.array(z.string()).describe('Questions that you can ask'),
});
export type QuestionAnswer = z.infer<typeof QuestionAnswer>;

const Asked = z.object({
  question: Words.pipe(z.string().max(2_000)),
  context: QuestionRead.optional().describe('`read` of the previous answer'),
});

const Shown = z
  .string()
  .min(1)
  .max(20_000)
  .describe('The computed text as it was read; paragraphs are lines. Another text is not reworded');

/** A computed text that a language model may reword. */
const Wordable = z.discriminatedUnion('of', [
  Asked.extend({ of: z.literal('answer'), shown: Shown }),
  z.object({
    of: z.literal('explanation'),
    id: z.string().min(1).max(200),
    persona: z.enum(personas).optional().describe('Omitted: the persona of your roles'),
    shown: Shown,
  }),
]);
export type Wordable = z.infer<typeof Wordable>;

const WordedText = z.object({
  model: z.string().nullable().describe('Null: the workspace has no language model for the assistant'),
  text: z.string().nullable().describe('With the figures of the computed text; null: that one counts'),
  problem: z.string().nullable().describe('Why the model gave no wording, or its wording was dropped'),
});
export type WordedText = z.infer<typeof WordedText>;

/** Questions about stored records. */
export const questions = {
  ask: endpoint
    .route({
      method: 'POST',
      path: '/assistant/ask',
      summary: 'Ask a question; the answer comes from stored records that you may read',
      tags: ['Assistant'],
    })
    .meta({ access: 'use:assistant' })
    .input(Asked)
    .output(QuestionAnswer),
  word: endpoint
    .route({
      method: 'POST',
      path: '/assistant/wordings',
      summary:
        'Have the workspace’s language model reword an answer or an explanation; every figure is checked',
      tags: ['Assistant'],
    })
    .meta({ access: 'use:assistant' })
    .input(Wordable)
    .output(WordedText),
};
