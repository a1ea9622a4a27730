import { roles } from '@attain/domain/access/permissions';
import { approvalKinds } from '@attain/domain/approvals/approval-kinds';
import { approvalStatuses, maxDecidedAtOnce } from '@attain/domain/approvals/approval-moves';
import { maxLimitRows } from '@attain/domain/approvals/import-limits';
import {
  adjustableKinds,
  defaultDueDays,
  maxDueDays,
  maxRequired,
} from '@attain/domain/approvals/required-approvals';
import { z } from 'zod';
import { Currency, Day, ErrorBody, endpoint, Message, Moment, PageInput, pageOf, Words } from './base.ts';

/** One figure of what is approved, before and after; amounts have a currency, everything else is text. */
export const ApprovalFigure = z.object({
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  change: z.string().nullable().describe('Of an amount: `after` less `before`'),
  currency: z.string().nullable(),
  isTotal: z.boolean(),
});

/** What a person decides by, as it was when approval was asked for. */
export const ApprovalFacts = z.object({
  figures: z.array(ApprovalFigure),
  /** What `before` is: `2025-Q3`. */
  against: z.string().nullable(),
  warnings: z.array(z.string()),
  isLarge: z
    .literal(true)
    .optional()
    .describe('The pay of a plan changes enough to need two approvals, or is of too few payees to be shown'),
  dispute: z
    .object({ id: z.uuid(), pays: z.string().describe('The disputed pay at that time') })
    .optional()
    .describe('The dispute that an adjustment answers'),
});
export type ApprovalFacts = z.infer<typeof ApprovalFacts>;

/** A request to approve, as the reader may act on it. */
export const ApprovalRequest = z.object({
  id: z.uuid(),
  kind: z.enum(approvalKinds),
  subject: z.object({ type: z.string(), id: z.string() }),
  summary: z.string(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  askedBy: z.string(),
  askedAt: Moment,
  reason: z.string().nullable().describe('Why it was asked for'),
  hash: z.string().describe('SHA-256 of what is approved; a vote names it'),
  expiresAt: Moment,
  dueAt: Moment.nullable().describe('From when on an open request is overdue'),
  isOverdue: z.boolean(),
  question: z
    .object({ by: z.string(), mine: z.boolean() })
    .nullable()
    .describe('The reviewer whose question the requester has not answered'),
  status: z.enum(approvalStatuses),
  requiredApprovals: z.number().int(),
  currentApprovals: z.number().int(),
  decidedAt: Moment.nullable(),
  warningCount: z.number().int(),
  mine: z.boolean().describe('Whether the reader asked'),
  mayDecide: z.boolean().describe('Whether the reader can vote now'),
  mayAsk: z.boolean().describe('Whether the reader can vote and the requester can answer questions'),
  onBehalfOf: z.string().nullable().describe('Whom the reader decides for, as their delegate'),
  barred: z.string().nullable().describe('Why the reader can’t vote although their role may'),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

/** One person's decision. */
export const ApprovalVote = z.object({
  by: z.string(),
  onBehalfOf: z.string().nullable().describe('The person the voter decided for, as their delegate'),
  decision: z.enum(['approve', 'reject']),
  reason: z.string().nullable(),
  at: Moment,
});

/** A request with what it is about and who voted. */
export const ApprovalDetail = ApprovalRequest.extend({
  facts: ApprovalFacts,
  votes: z.array(ApprovalVote),
  messages: z.array(Message).describe('Questions and answers, oldest first'),
});
export type ApprovalDetail = z.infer<typeof ApprovalDetail>;

/** What became of each request of several. */
export const ApprovalOutcomes = z.object({
  rows: z.array(
    z.object({
      id: z.uuid(),
      status: z.enum(approvalStatuses).nullable().describe('After the vote; null: it was not counted'),
      error: ErrorBody.pick({ error: true, code: true }).nullable(),
    }),
  ),
});
export type ApprovalOutcomes = z.infer<typeof ApprovalOutcomes>;

const id = z.object({ id: z.uuid() });

/** Who decides for whom between two days, both included. */
export const Delegation = z.object({
  id: z.uuid(),
  by: z.object({ id: z.uuid(), name: z.string() }),
  delegate: z.object({ id: z.uuid(), name: z.string() }),
  from: Day,
  to: Day,
  mine: z.boolean().describe('Whether the reader delegated'),
});
export type Delegation = z.infer<typeof Delegation>;

/** How many people approve a kind of request, from an amount of the workspace's currency on. */
const ApprovalRequirement = z.object({
  kind: z.enum(adjustableKinds),
  fromAmount: z.string().max(40).default('0').describe('`0`: any amount, or none'),
  required: z.int().min(1).max(maxRequired),
  roles: z
    .array(z.enum(roles))
    .max(roles.length)
    .default([])
    .describe('Who decides; none: every role that may decide the kind'),
  dueDays: z
    .int()
    .min(1)
    .max(maxDueDays)
    .default(defaultDueDays)
    .describe('Days after which a request is overdue, at most half of those it is open'),
  escalateTo: z
    .enum(roles)
    .nullable()
    .default(null)
    .describe('A role besides `roles` that decides overdue requests as well'),
});

/** What one person imports in a day without approval. */
const ImportLimits = z.object({
  rows: z.int().min(0).max(maxLimitRows).nullable().describe('Records added and changed; null: any number'),
  amount: z.string().max(40).nullable().describe('In the workspace’s currency; null: any amount'),
});

export const ApprovalRequirements = z.object({
  currency: Currency.describe('Of the amounts'),
  kinds: z.array(
    z.object({
      kind: z.enum(adjustableKinds),
      hasAmount: z.boolean(),
      deciders: z.int().describe('People who could approve this kind now'),
      roles: z.array(z.enum(roles)).describe('Roles that may decide this kind'),
    }),
  ),
  rules: z.array(ApprovalRequirement).describe('A kind without a rule requires one approval'),
  importLimits: ImportLimits,
});
export type ApprovalRequirements = z.infer<typeof ApprovalRequirements>;

/** One inbox over everything that needs a second person. */
export const approvals = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/approvals',
      summary: 'Requests to approve: those the reader can decide, asked for, or may read; newest first',
      tags: ['Approvals'],
    })
    .meta({ access: 'read:tasks' })
    .input(
      PageInput.extend({
        whose: z.enum(['for-me', 'asked', 'all']).default('for-me'),
        kind: z.enum(approvalKinds).optional(),
        search: z.string().max(200).optional(),
        sort: z.enum(['newest', 'largest']).default('newest'),
      }),
    )
    .output(pageOf(ApprovalRequest).extend({ total: z.number().int() })),
  get: endpoint
    .route({ method: 'GET', path: '/approvals/{id}', summary: 'One request', tags: ['Approvals'] })
    .meta({ access: 'read:tasks' })
    .input(id)
    .output(ApprovalDetail),
  decide: endpoint
    .route({
      method: 'POST',
      path: '/approvals/{id}/decide',
      summary: 'Vote on a request; the deciding vote carries it out in the same transaction',
      tags: ['Approvals'],
    })
    .meta({ access: 'read:tasks', isSensitive: true })
    .input(
      id.extend({
        decision: z.enum(['approve', 'reject']),
        hash: z.string().max(200).describe('Of the content you read'),
        reason: Words.pipe(z.string().min(1).max(1000)).optional().describe('Required to reject'),
      }),
    )
    .output(ApprovalDetail),
  decideMany: endpoint
    .route({
      method: 'POST',
      path: '/approvals/decide',
      summary: 'Vote on several requests; each is decided, or rejected with its own error, as if alone',
      tags: ['Approvals'],
    })
    .meta({ access: 'read:tasks', isSensitive: true })
    .input(
      z.object({
        requests: z
          .array(z.object({ id: z.uuid(), hash: z.string().max(200).describe('Of the content you read') }))
          .min(1)
          .max(maxDecidedAtOnce),
        decision: z.enum(['approve', 'reject']),
        reason: Words.pipe(z.string().min(1).max(1000)).optional().describe('Of each; required to reject'),
      }),
    )
    .output(ApprovalOutcomes),
  write: endpoint
    .route({
      method: 'POST',
      path: '/approvals/{id}/messages',
      summary: 'Ask the requester a question, or answer one as the requester',
      tags: ['Approvals'],
    })
    .meta({ access: 'read:tasks' })
    .input(id.extend({ message: Words.pipe(z.string().min(1).max(4_000)) }))
    .output(ApprovalDetail),
  requirements: endpoint
    .route({
      method: 'GET',
      path: '/approval-rules',
      summary: 'How many approvals each kind of request requires',
      tags: ['Approvals'],
    })
    .meta({ access: 'read:tasks' })
    .output(ApprovalRequirements),
  saveRequirements: endpoint
    .route({
      method: 'PUT',
      path: '/approval-rules',
      summary: 'Change how many approvals requests require from now on; replaces all rules',
      tags: ['Approvals'],
    })
    .meta({ access: 'manage:people', isSensitive: true })
    .input(
      z.object({
        rules: z.array(ApprovalRequirement).max(50),
        importLimits: ImportLimits.optional().describe('Unchanged by default'),
      }),
    )
    .output(ApprovalRequirements),
  delegations: endpoint
    .route({
      method: 'GET',
      path: '/approval-delegations',
      summary: 'My delegations that have not ended, given and received; administrators see all',
      tags: ['Approvals'],
    })
    .meta({ access: 'read:tasks' })
    .output(z.object({ rows: z.array(Delegation) })),
  delegates: endpoint
    .route({
      method: 'GET',
      path: '/approval-delegations/people',
      summary: 'Members who can approve for the reader, by name; the first 50',
      tags: ['Approvals'],
    })
    .meta({ access: 'read:tasks' })
    .input(z.object({ search: z.string().max(200).optional() }))
    .output(z.object({ rows: z.array(z.object({ id: z.uuid(), name: z.string() })) })),
  delegate: endpoint
    .route({
      method: 'POST',
      path: '/approval-delegations',
      summary: 'Let someone approve for me between two days',
      tags: ['Approvals'],
    })
    .meta({ access: 'read:tasks' })
    .input(z.object({ delegateId: z.uuid(), from: Day, to: Day }))
    .output(Delegation),
  endDelegation: endpoint
    .route({
      method: 'POST',
      path: '/approval-delegations/{id}/end',
      summary: 'End a delegation now',
      tags: ['Approvals'],
    })
    .meta({ access: 'read:tasks' })
    .input(id)
    .output(z.object({ ended: z.literal(true) })),
};
