import { controlStates, controls } from '@attain/domain/controls/controls';
import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf } from './base.ts';

/** One entry of the audit log. */
export const AuditEntry = z.object({
  index: z.number().int(),
  at: Moment,
  actor: z.string(),
  actorKind: z.string(),
  action: z.string(),
  object: z.object({
    type: z.string(),
    id: z.string(),
    version: z.string().nullable(),
    name: z.string().nullable().describe('For a user: the display name'),
  }),
  reason: z.string().nullable().describe('Code of the reason; its text is stored with the object'),
  leafHash: z.string().describe('SHA-256, hex'),
  body: z.string().describe('The exact bytes that were hashed'),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A signed statement that the log had this root at this size. */
export const Checkpoint = z.object({
  size: z.number().int(),
  root: z.string(),
  note: z.string(),
  publicKey: z.string(),
  at: Moment,
});

/** How the workspace kept to the four-eyes principle in the last months. */
const Controls = z.object({
  months: z.array(z.string()).describe('Oldest first, the running month last'),
  log: z.object({
    entries: z.number().int(),
    signed: z
      .object({ entries: z.number().int(), at: Moment })
      .nullable()
      .describe('The newest checkpoint; null: the log is empty'),
  }),
  waiting: z
    .object({ count: z.number().int(), oldest: Moment.nullable() })
    .describe('Open approval requests'),
  controls: z.array(
    z.object({
      control: z.enum(controls),
      months: z
        .array(
          z.object({
            state: z.enum(controlStates),
            acts: z.number().int(),
            exceptions: z.number().int(),
            failures: z.number().int(),
          }),
        )
        .describe('One for each month, in their order'),
    }),
  ),
  exceptions: z
    .array(
      z.object({
        control: z.enum(controls),
        kind: z.enum(['single-person', 'outdated', 'self-approved', 'open-dispute']),
        at: Moment,
        person: z.string().describe('Blank for a dispute that you can’t read'),
        action: z.string().nullable().describe('Of the log entry, if the exception is one'),
        object: z
          .object({ type: z.string(), id: z.string(), name: z.string() })
          .describe(
            'The approval request, payment, dispute or object of the log entry; no name if you can’t read it',
          ),
        reason: z.string().nullable().describe('Null if you can’t read it'),
      }),
    )
    .describe('The newest 100'),
  total: z.number().int().describe('All exceptions and failures of the months'),
});
export type Controls = z.infer<typeof Controls>;

/** `GET /api/audit/export` downloads the complete log for offline verification. */
export const audit = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/audit',
      summary: 'List changes, sign-ins, denied requests and downloads, newest first',
      tags: ['Audit'],
    })
    .meta({ access: 'read:audit' })
    .input(
      PageInput.extend({
        action: z.string().max(100).optional(),
        objectId: z.string().max(200).optional(),
        person: z
          .string()
          .max(200)
          .optional()
          .describe('A part of the name or user name of who did it, also through Attain; or the user’s ID'),
        from: z.iso.datetime({ offset: true }).optional().describe('From this moment on'),
        before: z.iso.datetime({ offset: true }).optional().describe('Before this moment'),
      }),
    )
    .output(pageOf(AuditEntry)),
  checkpoint: endpoint
    .route({
      method: 'GET',
      path: '/audit/checkpoint',
      summary: 'Get the newest signed head of the log',
      tags: ['Audit'],
    })
    .meta({ access: 'read:audit' })
    .output(Checkpoint.nullable()),
  controls: endpoint
    .route({
      method: 'GET',
      path: '/audit/controls',
      summary: 'Get the controls of the last six months and what they found',
      tags: ['Audit'],
    })
    .meta({ access: 'read:audit' })
    .output(Controls),
  inclusion: endpoint
    .route({
      method: 'GET',
      path: '/audit/inclusion',
      summary: 'Prove that an entry is in the log (RFC 9162)',
      tags: ['Audit'],
    })
    .meta({ access: 'read:audit' })
    .input(
      z.object({ index: z.coerce.number().int().min(0), size: z.coerce.number().int().min(1).optional() }),
    )
    .output(
      z.object({
        index: z.number().int(),
        size: z.number().int(),
        leafHash: z.string(),
        root: z.string(),
        path: z.array(z.string()),
      }),
    ),
  consistency: endpoint
    .route({
      method: 'GET',
      path: '/audit/consistency',
      summary: 'Prove that the log is append-only (RFC 9162)',
      tags: ['Audit'],
    })
    .meta({ access: 'read:audit' })
    .input(z.object({ from: z.coerce.number().int().min(1), to: z.coerce.number().int().min(1).optional() }))
    .output(
      z.object({
        from: z.number().int(),
        to: z.number().int(),
        fromRoot: z.string(),
        toRoot: z.string(),
        path: z.array(z.string()),
      }),
    ),
};
