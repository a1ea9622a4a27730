import { biasPatterns } from '@attain/domain/suggestions/bias';
import { personas } from '@attain/domain/suggestions/configurations/configuration';
import { z } from 'zod';
import { endpoint, Moment } from './base.ts';

const Rate = z.number().min(0).max(1);

/** Patterns in the votes on suggestions. */
export const Bias = z.object({
  votes: z.number().int(),
  rejectionRate: Rate.nullable().describe('Null without votes'),
  patterns: z.array(
    z.object({
      type: z.enum(biasPatterns),
      rate: Rate,
      votes: z.number().int(),
      confidence: z.number().describe('Percent'),
    }),
  ),
  analysedAt: Moment,
  details: z
    .object({
      interval: z
        .object({ low: Rate, high: Rate })
        .nullable()
        .describe('95 % interval of the rejection rate'),
      byAnalyser: z.array(
        z.object({
          analyser: z.string().nullable().describe('Null: users and agents'),
          newest: z.string().describe('The newest suggestion that was voted on'),
          votes: z.number().int(),
          rejected: z.number().int(),
        }),
      ),
      byPersona: z.array(
        z.object({ persona: z.enum(personas), votes: z.number().int(), rejected: z.number().int() }),
      ),
      reliance: z
        .object({
          days: z.number().int(),
          applied: z.number().int().describe('By people'),
          unseen: z.number().int().describe('Of those, without opening Why or Evidence before'),
          medianSeconds: z
            .number()
            .int()
            .nullable()
            .describe('From first opening Why or Evidence to the decision'),
          checked: z.number().int().describe('Suggestions checked for even-handedness'),
          uneven: z.number().int().describe('Of those, with a warning'),
        })
        .describe('How people decided in the last days'),
    })
    .nullable()
    .describe('For readers of usage figures'),
});
export type Bias = z.infer<typeof Bias>;

export const bias = {
  get: endpoint
    .route({
      method: 'GET',
      path: '/assistant/bias',
      summary: 'Analyse the votes on suggestions for patterns',
      tags: ['Assistant'],
    })
    .meta({ access: 'use:assistant' })
    .output(Bias),
};
