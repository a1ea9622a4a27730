import { z } from 'zod';
import { endpoint, Words } from './base.ts';
import { Json } from './workflow-runs.ts';

/** What users do in the assistant; a view of the evidence is `evidence` with `action: view`. */
export const assistantEventTypes = [
  'why',
  'evidence',
  'apply',
  'override',
  'feedback',
  'simulation',
  'export_failed',
  'autonomy_change',
] as const;

/** An event as the browser queued it. The server adds the workspace and the signed-in user. */
export const AssistantEvent = z.strictObject({
  id: z.uuid().describe('Given by the browser: an event that is sent twice is stored once'),
  type: z.enum(assistantEventTypes),
  suggestionId: Words.max(200).nullable().default(null),
  metadata: z.record(Words.max(100), Json).default({}).describe('No names of people'),
  timestamp: z.iso.datetime({ offset: true }),
});

export const assistantEvents = {
  store: endpoint
    .route({
      method: 'POST',
      path: '/assistant/events',
      summary: 'Store events of the assistant, at most 100 at once',
      tags: ['Assistant'],
    })
    .meta({ access: 'use:assistant' })
    .input(z.object({ events: z.array(AssistantEvent).min(1).max(100) }))
    .output(z.object({ stored: z.number().int() })),
};
