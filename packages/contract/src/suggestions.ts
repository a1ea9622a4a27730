import { approvalStatuses } from '@attain/domain/approvals/approval-moves';
import { recordChangeKinds, recordPlaces, riskFactorKeys } from '@attain/domain/suggestions/claim';
import { personas } from '@attain/domain/suggestions/configurations/configuration';
import { suggestionStatuses } from '@attain/domain/suggestions/moves';
import { z } from 'zod';
import { Currency, Decimal, endpoint, Moment, PageInput, pageOf, Words } from './base.ts';
import { Json } from './workflow-runs.ts';

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

/** Votes of users on a suggestion. */
export const feedbackTypes = ['thumbs_up', 'thumbs_down'] as const;

/** A change to a plan document: set fields of a component or of the plan, add a component, or remove one. */
export const PlanChange = z.union([
  z.strictObject({ component: Words.min(1).max(200), set: z.record(Words.max(100), Json) }),
  z.strictObject({ plan: z.record(Words.max(100), Json) }),
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
const proposal = {
  title: Words.min(1).max(200),
  reasoning: Words.min(3).max(4_000).describe('Why it is suggested, in sentences'),
  changes: z.array(PlanChange).max(50).default([]).describe('Proposed changes; empty: no change to a plan'),
  evidence: z.array(SuggestionEvidence).max(20).default([]),
  confidenceFormula: Words.min(3)
    .max(500)
    .nullable()
    .default(null)
    .describe('How the confidence was computed; present only with a confidence'),
};

/** A suggestion of a person or an agent before it is saved. */
export const SuggestionClaim = z.object({
  ...target,
  ...proposal,
  projectedSavings: Decimal.nullable()
    .default(null)
    .describe('In the plan’s currency; negative: additional cost'),
  confidence: Decimal.nullable().default(null).describe('0 to 1; null: not computed'),
});

/** A stored thing that a suggestion was computed from. */
export const Artifact = z.object({
  id: z.string(),
  type: z.enum(['historical_data', 'benchmark', 'policy', 'regulation']),
  title: z.string(),
  source: z.string(),
  hash: z.string().describe('SHA-256 of its content'),
  complianceScore: z.number().min(0).max(100),
});

/** A policy or law, checked on the change. */
export const ComplianceOverlay = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  status: z.enum(['OK', 'Warning', 'Violation']),
  industry: z.string(),
  description: z.string(),
});

const Percent = z.number().min(0).max(100);

/** A suggestion that users decide on. It never changes pay on its own. */
export const Suggestion = z.object({
  id: z.string().describe('Visible ID such as `add-cap-mbo`, unique in the workspace'),
  uuid: z.uuid().describe('Addresses it as well; the ID of its entries in the audit log'),
  ...target,
  ...proposal,
  description: z.string().describe('What changes, in one sentence'),
  planName: z.string(),
  currency: Currency,
  participantName: z.string().nullable(),
  impact: z.string().describe('What it saves or costs, in words'),
  impactType: z.enum(['neutral', 'positive', 'negative', 'other']),
  projectedSavings: Decimal.nullable().describe('In `currency`; negative: additional cost; null: no figure'),
  savingsRange: z
    .object({ p10: Decimal, p90: Decimal })
    .nullable()
    .describe('If months had fallen differently; null: not simulated'),
  changePercent: Decimal.nullable().describe('Change of the plan’s cost, 1 decimal'),
  confidence: Percent.nullable().describe('Percent; null: not computed'),
  confidenceLevel: z.enum(['High', 'Medium']).nullable().describe('High from 80 percent'),
  riskScore: Percent.nullable(),
  riskFactors: z.array(z.object({ key: z.enum(riskFactorKeys), message: z.string() })),
  trustLevel: z.enum(['Verified', 'Caution', 'Alert']),
  artifacts: z.array(Artifact),
  complianceOverlays: z.array(ComplianceOverlay),
  evidenceHash: z.string().nullable().describe('Of its evidence pack; null: it has none'),
  personaTone: z.record(z.enum(personas), z.string()).describe('The impact in the words of each persona'),
  industryContext: z.string(),
  asDesigned: z.boolean().describe('Whether draft components counted as active'),
  missingIn: z.array(z.enum(recordPlaces)).describe('Lists with the records that pay needs'),
  recordChange: z
    .enum(recordChangeKinds)
    .nullable()
    .describe('Records that a person changes with an import instead of applying it; null: none'),
  analyser: z.string().nullable().describe('The analyser that found it; null: a user or an agent'),
  status: z.enum(suggestionStatuses),
  supersededBy: z.uuid().nullable().describe('The suggestion with newer figures'),
  workflowRunId: z.uuid().nullable().describe('The run that created it; null: a user'),
  decision: z
    .object({
      by: z.string(),
      at: Moment,
      reason: z.string(),
      code: z.enum(overrideReasons).nullable().describe('Reason category of an override'),
      draftVersion: z.number().int().nullable().describe('The plan version that received its changes'),
      attestation: z
        .object({
          id: z.string(),
          hash: z.string().describe('SHA-256 over suggestion, evidence, reason, user and moment'),
          shortAnchor: z.string().describe('First 8 characters of the hash'),
          status: z.enum(approvalStatuses),
          userId: z.string(),
        })
        .nullable()
        .describe('Of an override: the request for a second person'),
    })
    .nullable(),
  feedback: z.enum(feedbackTypes).nullable().describe('The reader’s own vote'),
  createdBy: z.string(),
  createdAt: Moment,
});
export type Suggestion = z.infer<typeof Suggestion>;

/** A vote of one user on one suggestion. */
export const SuggestionFeedback = z.object({
  id: z.uuid(),
  suggestionId: z.string().describe('The visible ID'),
  type: z.enum(feedbackTypes),
  timestamp: Moment,
  userId: z.uuid(),
});

/** A suggestion on the newest version of its plan. */
export const SuggestionNow = z.object({
  stillApplies: z.boolean(),
  reason: z.string().nullable().describe('Why it no longer applies; null: it does'),
  projectedSavings: Decimal.nullable().describe('On that version; null: not computed'),
  currency: Currency,
});
export type SuggestionNow = z.infer<typeof SuggestionNow>;

/** Both the visible ID and the UUID address a suggestion. */
const suggestionId = z.object({ id: z.string().min(1).max(200) });
const reason = Words.min(3).max(500).describe('Reason; saved with the suggestion, its hash in the audit log');

/** Suggestions on plans, created by analysers, users and runs, decided by users. */
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
      summary: 'Get a suggestion with its reasoning and figures',
      tags: ['Suggestions'],
    })
    .meta({ access: 'read:suggestions' })
    .input(suggestionId)
    .output(Suggestion),
  now: endpoint
    .route({
      method: 'GET',
      path: '/suggestions/{id}/now',
      summary: 'Compute a suggestion again on the newest version of its plan; changes nothing',
      tags: ['Suggestions'],
    })
    .meta({ access: 'decide:suggestions' })
    .input(suggestionId)
    .output(SuggestionNow),
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
  apply: endpoint
    .route({
      method: 'POST',
      path: '/suggestions/{id}/apply',
      summary: 'Apply: writes its changes to the plan’s draft; pay changes only when that is activated',
      tags: ['Suggestions'],
    })
    .meta({ access: 'decide:suggestions' })
    .input(suggestionId.extend({ reason: reason.default('Applied from suggestion') }))
    .output(Suggestion),
  undo: endpoint
    .route({
      method: 'POST',
      path: '/suggestions/{id}/undo',
      summary: 'Undo: takes an applied suggestion back out of the plan’s draft, while that was never active',
      tags: ['Suggestions'],
    })
    .meta({ access: 'decide:suggestions' })
    .input(suggestionId)
    .output(Suggestion),
  override: endpoint
    .route({
      method: 'POST',
      path: '/suggestions/{id}/override',
      summary: 'Override: record what you do instead, with a reason category',
      tags: ['Suggestions'],
    })
    .meta({ access: 'decide:suggestions' })
    .input(suggestionId.extend({ reason, code: z.enum(overrideReasons) }))
    .output(Suggestion),
  reopen: endpoint
    .route({
      method: 'POST',
      path: '/suggestions/{id}/reopen',
      summary: 'Reopen an overridden suggestion; a waiting attestation becomes void',
      tags: ['Suggestions'],
    })
    .meta({ access: 'decide:suggestions' })
    .input(suggestionId)
    .output(Suggestion),
  feedback: endpoint
    .route({
      method: 'PUT',
      path: '/suggestions/{id}/feedback',
      summary: 'Vote on a suggestion; a new vote replaces your earlier one',
      tags: ['Suggestions'],
    })
    .meta({ access: 'read:suggestions' })
    .input(suggestionId.extend({ type: z.enum(feedbackTypes) }))
    .output(SuggestionFeedback),
  reject: endpoint
    .route({
      method: 'POST',
      path: '/suggestions/{id}/reject',
      summary: 'Reject; it stays in the list with the reason',
      tags: ['Suggestions'],
    })
    .meta({ access: 'decide:suggestions' })
    .input(suggestionId.extend({ reason }))
    .output(Suggestion),
};
