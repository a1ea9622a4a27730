import { forecastRanges, questionKinds } from '@attain/domain/questions/grammar';
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
    .input(
      z.object({
        question: Words.pipe(z.string().max(2_000)),
        context: QuestionRead.optional().describe('`read` of the previous answer'),
      }),
    )
    .output(QuestionAnswer),
};
