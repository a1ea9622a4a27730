import { z } from 'zod';
import { Currency, Decimal, endpoint, Moment, PageInput, pageOf, Words } from '../base.ts';
import { Json } from '../workflow-runs.ts';

/** open → accepted, overridden or rejected, once; an accepted suggestion reopens when its draft is discarded. */
export const suggestionStatuses = ['open', 'accepted', 'overridden', 'rejected'] as const;

/** Reason categories of an override. */
export const overrideReasons = [
  'POLICY_CONFLICT',
  'BUSINESS_EXCEPTION',
  'REGULATORY_CONCERN',
  'RISK_ASSESSMENT',
  'STAKEHOLDER_REQUEST',
  'DATA_QUALITY',
  'OTHER',
] as const;

/** A change to a plan document: set fields of a component, add a component, or remove one. */
export const PlanChange = z.union([
  z.strictObject({ component: Words.min(1).max(200), set: z.record(Words.max(100), Json) }),
  z.strictObject({ add: z.record(Words.max(100), Json) }),
  z.strictObject({ remove: Words.min(1).max(200) }),
]);

/** Stored objects from which the suggestion was computed; `hash` is theirs at that time, if they have one. */
export const SuggestionEvidence = z.strictObject({
  kind: z.enum(['simulation', 'calculation', 'workflow-run', 'plan']),
  id: Words.min(1).max(200),
  hash: Words.max(128).nullable().default(null),
  message: Words.max(500).describe('What the evidence shows'),
});
export type SuggestionEvidence = z.infer<typeof SuggestionEvidence>;

const target = {
  planId: z.uuid().describe('The plan concerned'),
  componentId: Words.min(1).max(200).nullable().default(null),
  participantId: Words.min(1).max(200).nullable().default(null).describe('The payee concerned'),
};
const claim = {
  title: Words.min(1).max(200),
  reasoning: Words.min(3).max(4_000).describe('Why it is suggested, in sentences'),
  changes: z.array(PlanChange).max(50).default([]).describe('Proposed changes; empty: no change to a plan'),
  evidence: z.array(SuggestionEvidence).max(20).default([]),
  savings: Decimal.nullable().default(null).describe('In the plan’s currency; negative: additional cost'),
  confidence: Decimal.nullable().default(null).describe('0 to 1; null: not computed'),
  confidenceFormula: Words.min(3)
    .max(500)
    .nullable()
    .default(null)
    .describe('How the confidence was computed; present only with a confidence'),
};

/** A suggestion before it is saved. */
export const SuggestionClaim = z.object({ ...target, ...claim });

/** A suggestion that users decide on. It never changes pay on its own. */
export const Suggestion = z.object({
  id: z.uuid(),
  ...target,
  ...claim,
  planName: z.string(),
  currency: Currency,
  participantName: z.string().nullable(),
  status: z.enum(suggestionStatuses),
  workflowRunId: z.uuid().nullable().describe('The run that created it; null: a user'),
  decision: z
    .object({
      by: z.string(),
      at: Moment,
      reason: z.string(),
      code: z.enum(overrideReasons).nullable().describe('Reason category of an override'),
      draftVersion: z.number().int().nullable().describe('The plan version that received its changes'),
    })
    .nullable(),
  createdBy: z.string(),
  createdAt: Moment,
});
export type Suggestion = z.infer<typeof Suggestion>;

const decided = z.object({
  id: z.uuid(),
  reason: Words.min(3).max(500).describe('Reason; saved with the suggestion, its hash in the audit log'),
});

/** Suggestions on plans, created by users and by runs, decided by users. */
export const suggestions = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/suggestions',
      summary: 'List suggestions, newest first',
      tags: ['Suggestions'],
    })
    .meta({ access: 'read:suggestions' })
    .input(PageInput.extend({ status: z.enum(suggestionStatuses).optional(), planId: z.uuid().optional() }))
    .output(pageOf(Suggestion)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/suggestions/{id}',
      summary: 'Get a suggestion with its reasoning and evidence',
      tags: ['Suggestions'],
    })
    .meta({ access: 'read:suggestions' })
    .input(z.object({ id: z.uuid() }))
    .output(Suggestion),
  create: endpoint
    .route({
      method: 'POST',
      path: '/suggestions',
      summary: 'Create a suggestion for a plan',
      tags: ['Suggestions'],
      successStatus: 201,
    })
    .meta({ access: 'make:suggestions' })
    .input(SuggestionClaim)
    .output(Suggestion),
  accept: endpoint
    .route({
      method: 'POST',
      path: '/suggestions/{id}/accept',
      summary: 'Accept: writes its changes to the plan’s draft; pay changes only when that is activated',
      tags: ['Suggestions'],
    })
    .meta({ access: 'decide:suggestions' })
    .input(decided)
    .output(Suggestion),
  override: endpoint
    .route({
      method: 'POST',
      path: '/suggestions/{id}/override',
      summary: 'Override: record what you do instead, with a reason category',
      tags: ['Suggestions'],
    })
    .meta({ access: 'decide:suggestions' })
    .input(decided.extend({ code: z.enum(overrideReasons) }))
    .output(Suggestion),
  reject: endpoint
    .route({
      method: 'POST',
      path: '/suggestions/{id}/reject',
      summary: 'Reject; it stays in the list with the reason',
      tags: ['Suggestions'],
    })
    .meta({ access: 'decide:suggestions' })
    .input(decided)
    .output(Suggestion),
};
