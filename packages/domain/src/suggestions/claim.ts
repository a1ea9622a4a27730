import type { Period } from '../base/period.ts';
import type { PlanChange } from '../plans/change-plan.ts';

/** A figure with its name, for screens and evidence. */
export interface Fact {
  readonly label: string;
  /** As it is shown, with its unit. */
  readonly value: string;
}

export type StepKey = 'data-coverage' | 'rule-match' | 'backtest' | 'policy-check';

/** One step of the reasoning chain. Whole percent, because the confidence is computed from what is shown (SGR-9). */
export interface ConfidenceStep {
  readonly key: StepKey;
  readonly title: string;
  /** 0 to 100; null: the step does not apply and is not in the confidence. */
  readonly percent: number | null;
  readonly formula: string;
  readonly facts: readonly Fact[];
}

/** The figures of one change, computed once by the engine. Money is decimal text in `currency`. */
export interface ChangeFigures {
  readonly currency: string;
  readonly span: Period;
  /** Cost of the plan − cost with the change, on the same deals (SGR-7). Negative: it costs more. */
  readonly projectedSavings: string;
  readonly baselineCost: string;
  readonly changedCost: string;
  /** Changed − baseline in percent of the baseline, 1 decimal; null if the baseline paid nothing. */
  readonly changePercent: string | null;
  readonly byComponent: readonly { readonly componentId: string; readonly savings: string }[];
  readonly byPeriod: readonly { readonly period: string; readonly savings: string }[];
  readonly payees: number;
  /** Payees one of the plans can't pay; in no total. */
  readonly unpaid: number;
  /** Payees who earn more than 1 % less, and the greatest loss of one payee in percent, 1 decimal. */
  readonly losers: number;
  readonly greatestLossPercent: string;
  /** P10 and P90 of the savings if months had fallen differently; null: no scenarios were drawn. */
  readonly range: { readonly p10: string; readonly p90: string } | null;
  /** Risk of the plan with the change and of the plan before (SIM-7); null: no scenarios were drawn. */
  readonly risk: {
    readonly score: number;
    readonly before: number;
    readonly parts: { readonly tail: string; readonly spread: string; readonly losers: string };
    readonly scenarios: number;
    readonly seed: string;
  } | null;
  readonly steps: readonly ConfidenceStep[];
  /** 0 to 100, whole percent. */
  readonly confidence: number;
}

/** What may make a change worse than it looks, a closed list (SGR-13). */
export const riskFactorKeys = [
  'LOSERS',
  'TAIL',
  'SINGLE',
  'THIN',
  'MIDYEAR',
  'SIGNED',
  'BEHAVIOUR',
  'QUOTA',
  'FX',
  'SEASON',
] as const;

export interface RiskFactor {
  readonly key: (typeof riskFactorKeys)[number];
  readonly message: string;
}

/** Another world close to the suggested one, replayed as well. */
export interface Counterfactual {
  readonly id: string;
  readonly kind: 'milder' | 'stricter' | 'other-lever';
  readonly title: string;
  readonly description: string;
  readonly changes: readonly PlanChange[];
  readonly savings: string;
  readonly losers: number;
  readonly riskScore: number | null;
  readonly confidence: number;
  readonly reasoning: string;
}

/** One input of a claim. `savings` is its share of the projected savings; the shares of components sum to it. */
export interface InputPart {
  readonly kind: 'component' | 'period' | 'records' | 'territory' | 'level';
  readonly label: string;
  readonly value: string;
  readonly savings: string | null;
}

/** A distribution computed from the workspace, or a cited practice. */
export interface Benchmark {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Author and year of a cited practice; null: the workspace's own records. */
  readonly source: string | null;
}

/** The model card of the analyser as it was when it computed the claim. */
export interface Provenance {
  readonly analyser: string;
  readonly version: string;
  readonly rule: string;
  readonly thresholds: readonly Fact[];
  readonly engineVersion: string;
  readonly inputHash: string;
  readonly limits: readonly string[];
  /** Name of the language model that worded it; null: none. */
  readonly languageModel: string | null;
}

/** A rule of law or policy, checked on a change. `name` and `description` come from the overlay's own text. */
export interface OverlayResult {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly status: 'OK' | 'Warning' | 'Violation';
  readonly industry: string;
  readonly description: string;
}

export type ImpactType = 'positive' | 'negative' | 'neutral' | 'other';

/** Records that a suggestion may ask a person to change. */
export const recordChangeKinds = ['quotas', 'move-quota', 'ramp', 'end-draw'] as const;

/** Lists in which records may be missing. */
export const recordPlaces = ['exchange-rates', 'quotas', 'payees', 'deals', 'assignments'] as const;
export type RecordPlace = (typeof recordPlaces)[number];

/** A change of records that becomes an import dry run or a form; the assistant never writes it. */
export type RecordChange =
  | { readonly kind: 'quotas'; readonly factor: string; readonly from: string }
  | {
      readonly kind: 'move-quota';
      readonly fromTerritory: string;
      readonly toTerritory: string;
      readonly amount: string;
    }
  | { readonly kind: 'ramp'; readonly percents: readonly number[] }
  | { readonly kind: 'end-draw'; readonly draws: readonly string[]; readonly on: string };

/** Everything a suggestion says, computed once and stored with it: card, Why, what-if, evidence and share read this. */
export interface Claim {
  /** Analyser and first word of the component: `add-cap-mbo`. The server makes it unique in the workspace. */
  readonly key: string;
  readonly analyser: string;
  readonly analyserVersion: string;
  readonly componentId: string | null;
  /** Shown to the payee and to users with a right to the payee's pay; null: it names no one. */
  readonly participantId: string | null;
  readonly title: string;
  readonly description: string;
  readonly impact: string;
  readonly impactType: ImpactType;
  readonly changes: readonly PlanChange[];
  readonly recordChange: RecordChange | null;
  /** Where the records are that it misses. */
  readonly missingIn?: readonly RecordPlace[];
  readonly figures: ChangeFigures | null;
  /** Three to six sentences. */
  readonly reasoning: readonly string[];
  /** At most four, the gravest first. */
  readonly riskFactors: readonly RiskFactor[];
  readonly counterfactuals: readonly Counterfactual[];
  /** The smallest change of data after which it would not be given; null: not computed. */
  readonly flipPoint: string | null;
  readonly inputs: readonly InputPart[];
  readonly benchmark: Benchmark | null;
  readonly overlays: readonly OverlayResult[];
  readonly dataQuality: number | null;
  /** Said on the card: components with status Draft counted as Active. */
  readonly asDesigned: boolean;
  readonly provenance: Provenance;
}

/** One payee of a claim's replay, for evidence packs; never part of the claim. */
export interface ReplayedPayee {
  readonly participantId: string;
  readonly before: string;
  readonly after: string;
  readonly inputHash: string;
}
