import { packStatuses } from '@attain/domain/proofs/pack';
import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf } from './base.ts';
import { Json } from './workflow-runs.ts';

const suggestionId = z.object({ id: z.string().min(1).max(200) });

/** One step of a verification. */
const Step = z.object({
  step: z.string(),
  outcome: z.enum(['PASS', 'FAIL', 'SKIP']),
  message: z.string().describe('The finding; for a failure, where it begins'),
});

/** The evidence of a suggestion, verified now. */
export const Evidence = z.object({
  suggestionId: z.string(),
  timestamp: Moment,
  evidenceHash: z.string(),
  regulatorHash: z.string(),
  auditAnchor: z.string().nullable().describe('First 8 characters of its log entry’s hash'),
  verificationStatus: z.enum(packStatuses).describe('As stored by the last verification'),
  isRedacted: z.boolean().describe('Whether values of single payees are withheld from you'),
  isStale: z.boolean().describe('Whether a later analysis replaced the suggestion'),
  ok: z.boolean(),
  steps: z.array(Step),
  file: z.string().describe('The pack itself (attain.evidence/1), which verifies without the server'),
});
export type Evidence = z.infer<typeof Evidence>;

/** One entry of the audit log about a suggestion. */
export const TrailEntry = z.object({
  id: z.string().describe('Number of the entry in the log'),
  action: z.string(),
  timestamp: Moment,
  userId: z.string(),
  userName: z.string(),
  hash: z.string().describe('SHA-256 of the leaf, hex'),
  shortAnchor: z.string().describe('First 8 characters of the hash'),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  body: z
    .string()
    .nullable()
    .describe('The exact bytes that were hashed; null without access to the audit log'),
});
export type TrailEntry = z.infer<typeof TrailEntry>;

/** The trail of a suggestion and what proves it. */
export const Trail = pageOf(TrailEntry).extend({
  integrity: z.object({
    ok: z.boolean(),
    checked: z.number().int(),
    firstBad: z.string().nullable().describe('The first entry that does not match its hash'),
  }),
  log: z
    .object({
      key: z.string().describe('Key line of the log'),
      proof: z.string().describe('C2SP tlog-proof of the newest entry'),
    })
    .nullable(),
  consistency: z
    .object({
      from: z.number().int(),
      to: z.number().int(),
      fromRoot: z.string(),
      toRoot: z.string(),
      path: z.array(z.string()),
    })
    .nullable()
    .describe('That the log continues the one of `seenSize` entries'),
});
export type Trail = z.infer<typeof Trail>;

/** A suggestion to send to others, in four formats: no payee, hashes of 8 characters, links that change nothing by themselves. */
export const Share = z.object({
  card: z.object({
    format: z.literal('attain.suggestion-card/1'),
    id: z.string(),
    title: z.string(),
    plan: z.string(),
    impact: z.string(),
    reasoning: z.string().describe('At most 200 characters and an ellipsis'),
    confidence: z.number().nullable(),
    riskScore: z.number().nullable(),
    badges: z.array(z.string()).readonly(),
    evidence: z
      .object({
        hash: z.string(),
        anchor: z.string().nullable(),
        status: z.string().describe('Verified now: `verified` or `failed`'),
      })
      .nullable(),
    links: z.object({
      open: z.string(),
      apply: z.string(),
      explain: z.string(),
      api: z.string().describe('Answers POST only'),
    }),
  }),
  slack: z.object({ text: z.string(), blocks: z.array(z.record(z.string(), Json)).describe('Block Kit') }),
  teams: z.record(z.string(), Json).describe('Adaptive Card 1.4'),
  email: z.object({ subject: z.string(), text: z.string() }),
});
export type Share = z.infer<typeof Share>;

/** `GET /api/suggestions/{id}/evidence/export?format=` downloads the pack as JSON, CSV, PDF or XML. */
export const evidence = {
  get: endpoint
    .route({
      method: 'GET',
      path: '/suggestions/{id}/evidence',
      summary: 'Get a suggestion’s evidence pack, verified now; changes nothing',
      tags: ['Evidence'],
    })
    .meta({ access: 'read:suggestions' })
    .input(suggestionId)
    .output(Evidence),
  verify: endpoint
    .route({
      method: 'POST',
      path: '/evidence/verify',
      summary: 'Verify an evidence pack that you have, against this workspace’s log; saves nothing',
      tags: ['Evidence'],
    })
    .meta({ access: 'read:suggestions' })
    .input(z.object({ file: z.string().min(1).max(900_000).describe('The text of the pack file') }))
    .output(
      z.object({
        ok: z.boolean(),
        steps: z.array(Step),
        suggestionId: z.string().nullable().describe('As the file says; null: it could not be read'),
        evidenceHash: z.string().nullable(),
        isOurs: z.boolean().describe('Whether this workspace packed exactly this evidence'),
        isStale: z.boolean().describe('Whether it did, and a later analysis replaced the suggestion'),
      }),
    ),
  replaced: endpoint
    .route({
      method: 'GET',
      path: '/evidence/{evidenceHash}/replacement',
      summary: 'Find whether a later analysis replaced the suggestion of an evidence pack, by its hash alone',
      tags: ['Evidence'],
    })
    .meta({ access: 'read:suggestions' })
    .input(z.object({ evidenceHash: z.string().regex(/^[0-9a-f]{64}$/, 'Enter a SHA-256 hash.') }))
    .output(
      z.object({
        isOurs: z.boolean().describe('Whether this workspace packed exactly this evidence'),
        isStale: z.boolean(),
        suggestionId: z.string().nullable().describe('Null: out of your reach'),
        replacedBy: z.string().nullable().describe('The newer suggestion, if there is one in your reach'),
      }),
    ),
  view: endpoint
    .route({
      method: 'POST',
      path: '/suggestions/{id}/evidence/views',
      summary: 'Record that the evidence was opened, with the outcome of its verification',
      tags: ['Evidence'],
    })
    .meta({ access: 'read:suggestions' })
    .input(suggestionId)
    .output(z.object({ verificationStatus: z.enum(packStatuses) })),
  share: endpoint
    .route({
      method: 'GET',
      path: '/suggestions/{id}/share',
      summary: 'Get a suggestion as card, Slack message, Teams card and email; its evidence is verified now',
      tags: ['Evidence'],
    })
    .meta({ access: 'read:suggestions' })
    .input(suggestionId)
    .output(Share),
  trail: endpoint
    .route({
      method: 'GET',
      path: '/suggestions/{id}/trail',
      summary: 'List the audit log’s entries about a suggestion, newest first, with their integrity',
      tags: ['Evidence'],
    })
    .meta({ access: 'read:suggestions' })
    .input(PageInput.extend({ ...suggestionId.shape, seenSize: z.coerce.number().int().min(1).optional() }))
    .output(Trail),
  trailView: endpoint
    .route({
      method: 'POST',
      path: '/suggestions/{id}/trail/views',
      summary: 'Record that the trail was opened',
      tags: ['Evidence'],
    })
    .meta({ access: 'read:suggestions' })
    .input(suggestionId.extend({ entryCount: z.number().int().min(0) }))
    .output(z.object({ recorded: z.literal(true) })),
  anchors: endpoint
    .route({
      method: 'GET',
      path: '/audit/anchors/{anchor}',
      summary: 'Find the log entries whose hash begins with an anchor',
      tags: ['Audit'],
    })
    .meta({ access: 'read:audit' })
    .input(z.object({ anchor: z.string().regex(/^[0-9a-f]{8,64}$/, '8 to 64 hex characters') }))
    .output(
      z.array(
        z.object({
          index: z.number().int(),
          leafHash: z.string(),
          action: z.string(),
          at: Moment,
          object: z.object({ type: z.string(), id: z.string() }),
        }),
      ),
    ),
};
