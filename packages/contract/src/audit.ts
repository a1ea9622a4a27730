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
      PageInput.extend({ action: z.string().max(100).optional(), objectId: z.string().max(200).optional() }),
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
