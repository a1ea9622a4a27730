import { z } from 'zod';
import { Currency, Decimal, endpoint, Moment, PageInput, pageOf, Words } from '../base.ts';
import { Json } from '../workflow-runs.ts';

/** open → accepted, overridden or rejected, once; accepted goes back to open when its draft is thrown away. */
export const suggestionStatuses = ['open', 'accepted', 'overridden', 'rejected'] as const;

/** Why somebody does otherwise than is proposed. */
export const overrideReasons = [
  'POLICY_CONFLICT',
  'BUSINESS_EXCEPTION',
  'REGULATORY_CONCERN',
  'RISK_ASSESSMENT',
  'STAKEHOLDER_REQUEST',
  'DATA_QUALITY',
  'OTHER',
] as const;

/** A change of a plan's document: fields of a component set, a component added, or one removed. */
export const PlanChange = z.union([
  z.strictObject({ component: Words.min(1).max(200), set: z.record(Words.max(100), Json) }),
  z.strictObject({ add: z.record(Words.max(100), Json) }),
  z.strictObject({ remove: Words.min(1).max(200) }),
]);

/** Stored things that what is proposed was computed from; `hash` is theirs at that moment, where they have one. */
export const SuggestionEvidence = z.strictObject({
  kind: z.enum(['simulation', 'calculation', 'workflow-run', 'plan']),
  id: Words.min(1).max(200),
  hash: Words.max(128).nullable().default(null),
  message: Words.max(500).describe('What it shows'),
});
export type SuggestionEvidence = z.infer<typeof SuggestionEvidence>;

const target = {
  planId: z.uuid().describe('The plan it is about'),
  componentId: Words.min(1).max(200).nullable().default(null),
  participantId: Words.min(1).max(200).nullable().default(null).describe('The payee it is about'),
};
const claim = {
  title: Words.min(1).max(200),
  reasoning: Words.min(3).max(4_000).describe('Why it is proposed, in sentences'),
  changes: z.array(PlanChange).max(50).default([]).describe('What would change; empty: nothing in a plan'),
  evidence: z.array(SuggestionEvidence).max(20).default([]),
  savings: Decimal.nullable().default(null).describe('In the plan’s currency; below zero it costs'),
  confidence: Decimal.nullable().default(null).describe('0 to 1; null: nothing was computed'),
  confidenceFormula: Words.min(3)
    .max(500)
    .nullable()
    .default(null)
    .describe('How the confidence was computed; there exactly when it is'),
};

/** What is proposed, before it is stored. */
export const SuggestionClaim = z.object({ ...target, ...claim });

/** A proposal somebody decides about; what pays does not change by it. */
export const Suggestion = z.object({
  id: z.uuid(),
  ...target,
  ...claim,
  planName: z.string(),
  currency: Currency,
  participantName: z.string().nullable(),
  status: z.enum(suggestionStatuses),
  workflowRunId: z.uuid().nullable().describe('The run that proposed it; null: a person'),
  decision: z
    .object({
      by: z.string(),
      at: Moment,
      reason: z.string(),
      code: z.enum(overrideReasons).nullable().describe('Of an override'),
      draftVersion: z
        .number()
        .int()
        .nullable()
        .describe('The version of the plan its changes were written into'),
    })
    .nullable(),
  createdBy: z.string(),
  createdAt: Moment,
});
export type Suggestion = z.infer<typeof Suggestion>;

const decided = z.object({
  id: z.uuid(),
  reason: Words.min(3).max(500).describe('Why; kept with the suggestion, its hash in the audit log'),
});

/** Proposals about plans, made by people and by runs, decided by people. */
export const suggestions = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/suggestions',
      summary: 'Suggestions, newest first',
      tags: ['Suggestions'],
    })
    .meta({ access: 'read:suggestions' })
    .input(PageInput.extend({ status: z.enum(suggestionStatuses).optional(), planId: z.uuid().optional() }))
    .output(pageOf(Suggestion)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/suggestions/{id}',
      summary: 'One suggestion with its reasoning and evidence',
      tags: ['Suggestions'],
    })
    .meta({ access: 'read:suggestions' })
    .input(z.object({ id: z.uuid() }))
    .output(Suggestion),
  create: endpoint
    .route({
      method: 'POST',
      path: '/suggestions',
      summary: 'Propose something about a plan',
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
      summary: 'Agree: its changes go into the plan’s draft; the plan pays as before until that is activated',
      tags: ['Suggestions'],
    })
    .meta({ access: 'decide:suggestions' })
    .input(decided)
    .output(Suggestion),
  override: endpoint
    .route({
      method: 'POST',
      path: '/suggestions/{id}/override',
      summary: 'Do otherwise than is proposed, for a stated kind of reason',
      tags: ['Suggestions'],
    })
    .meta({ access: 'decide:suggestions' })
    .input(decided.extend({ code: z.enum(overrideReasons) }))
    .output(Suggestion),
  reject: endpoint
    .route({
      method: 'POST',
      path: '/suggestions/{id}/reject',
      summary: 'Disagree; it stays listed with the reason',
      tags: ['Suggestions'],
    })
    .meta({ access: 'decide:suggestions' })
    .input(decided)
    .output(Suggestion),
};
