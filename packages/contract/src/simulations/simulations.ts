import { z } from 'zod';
import { Currency, endpoint, Moment, PageInput, Problem, pageOf } from '../base.ts';
import { PlanDocument } from '../plans.ts';
import { LintReport, Span, SpanKey } from './findings.ts';
import { liveDesign } from './live.ts';
import { planHealth } from './plan-health.ts';
import { whatIfs } from './what-if.ts';

/** Lint checks the plan on all payees, replay recalculates the past, monte-carlo simulates possible deals. */
export const simulationKinds = ['lint', 'replay', 'monte-carlo'] as const;
/** queued → running → completed; cancelled and failed have no result. */
export const SimulationStatus = z.enum(['queued', 'running', 'completed', 'cancelled', 'failed']);

const PlanCost = z.object({
  cost: z.string(),
  revenue: z.string().describe('Money credited to the payees, each deal once per payee'),
  costPerDollar: z.string().nullable().describe('Cost ÷ revenue, 6 decimals'),
  payForPerformance: z.object({ slope: z.string().nullable(), correlation: z.string().nullable() }),
});

const Outcomes = z.object({
  payees: z.number().int(),
  unpaid: z.number().int().describe('Payees that one of the plans can’t pay; excluded from all totals'),
  unpaidReasons: z
    .array(z.object({ plan: z.enum(['baseline', 'draft']), example: z.string(), payees: z.number().int() }))
    .default([])
    .describe('Reasons, the most frequent first; the example is one payee’s problem'),
  winners: z.number().int(),
  losers: z.number().int(),
  same: z.number().int(),
  assumptions: z.array(z.string()).describe('Assumptions'),
});

/** Both plans on past records. */
export const ReplaySummary = Outcomes.extend({
  currency: Currency,
  baseline: PlanCost,
  draft: PlanCost,
  change: z.string().describe('Draft minus baseline'),
  changePercent: z.string().nullable().describe('Of the baseline, 1 decimal'),
});
export type ReplaySummary = z.infer<typeof ReplaySummary>;

const Distribution = z.object({
  mean: z.string(),
  standardDeviation: z.string(),
  min: z.string(),
  max: z.string(),
  percentiles: z.object({
    p5: z.string(),
    p10: z.string(),
    p25: z.string(),
    p50: z.string(),
    p75: z.string(),
    p90: z.string(),
    p95: z.string(),
  }),
});

/** Both plans on resampled deals; formulas: SIM-5 to SIM-8. */
export const MonteCarloSummary = Outcomes.extend({
  currency: Currency,
  seed: z.string(),
  scenarios: z.number().int(),
  months: z.number().int().describe('Months that were sampled and months that were simulated'),
  baseline: Distribution,
  draft: Distribution,
  savings: Distribution.describe('Baseline minus draft, by scenario'),
  projectedSavings: z.string().describe('Mean of the baseline minus mean of the draft, over the whole span'),
  riskScore: z.number().int().min(0).max(100),
  riskParts: z.object({ tail: z.string(), spread: z.string(), losers: z.string() }),
  confidence: z.number().int().min(0).max(100),
  confidenceParts: z.object({ precision: z.string(), history: z.string(), coverage: z.string() }),
  histogram: z.array(
    z.object({ from: z.string(), to: z.string(), baseline: z.number().int(), draft: z.number().int() }),
  ),
});
export type MonteCarloSummary = z.infer<typeof MonteCarloSummary>;

const PlanSide = z.object({
  planId: z.uuid(),
  name: z.string(),
  version: z.number().int().nullable().describe('Null: an unsaved document'),
  documentHash: z.string(),
});

/** A stored simulation; once completed it has the result of its kind and no other. */
export const Simulation = z.object({
  id: z.uuid(),
  kind: z.enum(simulationKinds),
  draft: PlanSide,
  baseline: PlanSide.nullable().describe('Null for a lint of the plan’s own payees'),
  span: Span,
  seed: z.string().nullable(),
  scenarios: z.number().int().nullable(),
  status: SimulationStatus,
  progress: z.object({ done: z.number().int(), total: z.number().int().nullable() }).describe('Payees'),
  problems: z.array(Problem),
  error: z.string().nullable(),
  inputHash: z
    .string()
    .nullable()
    .describe('Over plans, terms and all inputs; equal hashes have equal results'),
  resultHash: z.string().nullable(),
  engineVersion: z.string(),
  lint: LintReport.nullable(),
  replay: ReplaySummary.nullable(),
  monteCarlo: MonteCarloSummary.nullable(),
  withheld: z.string().optional().describe('Why the result or some of its amounts are hidden'),
  createdBy: z.string(),
  createdAt: Moment,
  finishedAt: Moment.nullable(),
});
export type Simulation = z.infer<typeof Simulation>;

const Point = z.object({ attainmentPercent: z.string(), payPercent: z.string() }).nullable();

/** One payee of a simulation. For `monte-carlo`, before and after are means over the scenarios. */
export const SimulationPayee = z.object({
  participantId: z.string(),
  participantName: z.string(),
  outcome: z.enum(['wins', 'loses', 'same', 'unpaid']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  delta: z.string().nullable(),
  losesInPercent: z.string().nullable().describe('Over the scenarios; only for monte-carlo'),
  pointBefore: Point.describe('Only for replay'),
  pointAfter: Point,
  problems: z.array(Problem).describe('Why one of the plans can’t pay'),
});
export type SimulationPayee = z.infer<typeof SimulationPayee>;

const simulationId = z.object({ id: z.uuid() });

/** `GET /api/simulations/{id}/payees.csv | .xlsx` exports the payees. */
export const simulations = {
  start: endpoint
    .route({
      method: 'POST',
      path: '/simulations',
      summary: 'Lint, replay or simulate a plan in the background',
      tags: ['Simulations'],
      successStatus: 202,
    })
    .meta({ access: 'run:simulations' })
    .input(
      z.object({
        kind: z.enum(simulationKinds),
        planId: z.uuid(),
        version: z.number().int().optional().describe('Omitted: the newest version'),
        document: PlanDocument.optional().describe('An unsaved draft; overrides version'),
        baselinePlanId: z
          .uuid()
          .optional()
          .describe('The plan people are on now; optional for lint; omitted: the same plan'),
        baselineVersion: z.number().int().optional().describe('Omitted: the active version'),
        span: SpanKey.optional(),
        scenarios: z.number().int().min(10).max(5_000).default(500),
        seed: z.string().min(1).max(64).default('attain'),
      }),
    )
    .output(Simulation),
  list: endpoint
    .route({
      method: 'GET',
      path: '/simulations',
      summary: 'List simulations, newest first',
      tags: ['Simulations'],
    })
    .meta({ access: 'read:simulations' })
    .input(PageInput.extend({ planId: z.uuid().optional(), kind: z.enum(simulationKinds).optional() }))
    .output(pageOf(Simulation)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/simulations/{id}',
      summary: 'Get a simulation with progress and result',
      tags: ['Simulations'],
    })
    .meta({ access: 'read:simulations' })
    .input(simulationId)
    .output(Simulation),
  cancel: endpoint
    .route({
      method: 'POST',
      path: '/simulations/{id}/cancel',
      summary: 'Cancel a simulation; no result is saved',
      tags: ['Simulations'],
    })
    .meta({ access: 'run:simulations' })
    .input(simulationId)
    .output(Simulation),
  payees: endpoint
    .route({
      method: 'GET',
      path: '/simulations/{id}/payees',
      summary: 'List what each payee would gain or lose',
      tags: ['Simulations'],
    })
    .meta({ access: 'read:simulated-pay' })
    .input(
      PageInput.extend({
        id: z.uuid(),
        search: z.string().max(200).optional(),
        outcome: z.enum(['wins', 'loses', 'same', 'unpaid']).optional(),
        sort: z.enum(['participant', 'delta', '-delta']).default('participant'),
      }),
    )
    .output(pageOf(SimulationPayee)),
  ...liveDesign,
  ...planHealth,
  ...whatIfs,
};
