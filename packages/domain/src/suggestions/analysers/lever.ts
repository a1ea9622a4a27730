import type { History } from '../../findings/pay-history.ts';
import type { PlanChange } from '../../plans/change-plan.ts';
import type { Plan } from '../../plans/plan.ts';
import type { PeriodFigures } from '../../simulations/payee-pay.ts';
import type { Benchmark, Fact, RecordChange, RiskFactor } from '../claim.ts';
import { type ThresholdKey, type Thresholds, thresholdRanges } from '../configurations/assistant-settings.ts';
import type { PayeeFacts } from './facts.ts';

/** What an analyser says of itself: the model card. */
export interface AnalyserCard {
  readonly key: string;
  readonly version: string;
  /** Its rule in one sentence. */
  readonly principle: string;
  /** As shipped; those with a setting may differ in a workspace. */
  readonly thresholds: readonly (Fact & { readonly setting?: ThresholdKey })[];
  /** What its figures can't tell. */
  readonly limits: readonly string[];
}

/** A change worth trying. */
export interface Candidate {
  readonly id: string;
  readonly changes: readonly PlanChange[];
  readonly title: string;
  readonly description: string;
  /** A change of records, which a person makes with a form or an import; the plan stays as it is. */
  readonly records?: {
    readonly change: RecordChange;
    apply(history: History): History;
  };
  /** It proposes no change: only what was seen is said. */
  readonly isFinding?: boolean;
}

/** A payee of a sample with what candidates would have paid; `after` is null where a candidate can't pay them. */
export interface Tried<S> {
  readonly summary: S;
  readonly before: bigint;
  after(candidate: string): bigint | null;
}

/** What a lever found on all payees, in words. */
export interface Observation {
  /** What was seen, and the rule it meets: one or two sentences. */
  readonly seen: readonly string[];
  readonly benchmark: Benchmark | null;
  /** The smallest change of data after which it is silent; null: not computed. */
  readonly flipPoint: string | null;
}

/** What the days and the people of an analysis are. */
export interface Scope {
  readonly periods: number;
  /** The first and the last day of the span. */
  readonly from: string;
  readonly to: string;
  /** Whether a version of the plan is active. */
  readonly isActive: boolean;
}

/** Which risks a lever has, where its figures show them. */
export type LeverRisk = RiskFactor['key'];

/** One thing that could be changed: an analyser on one component, or on the plan. */
export interface Lever<S = unknown> {
  readonly card: AnalyserCard;
  readonly key: string;
  /** Component and group of fields: of several that fire on one, one is suggested (SGR-15). */
  readonly field: string;
  readonly componentId: string | null;
  readonly risks: readonly LeverRisk[];
  /** Suggested whatever it saves: no amount has to be reached (SGR-15). */
  readonly atAnyAmount?: boolean;
  /** What decides, of one payee. */
  summarise(
    payee: PayeeFacts,
    looked: { readonly history: History; readonly pays: readonly PeriodFigures[] },
  ): S;
  /** Changes to try, from mild to strict; none: it does not fire. */
  candidates(all: readonly S[], scope: Scope): readonly Candidate[];
  /** What it proposes on a sample of payees: a candidate, or a value of that kind; null: nothing. */
  propose(sample: readonly Tried<S>[], candidates: readonly Candidate[]): string | null;
  /** `propose` on samples that name payees of `all` by position, for many samples. Left out: `propose` itself is asked. */
  proposeOn?(
    all: readonly Tried<S>[],
    candidates: readonly Candidate[],
  ): (positions: Int32Array) => string | null;
  /** Whether a resample proposes the same. Left out: the same text. */
  agrees?(proposal: string, chosen: string): boolean;
  observe(all: readonly Tried<S>[], chosen: Candidate): Observation;
}

/** An analyser: the levers of a plan it examines. */
export interface Analyser {
  readonly card: AnalyserCard;
  levers(plan: Plan, thresholds: Thresholds): readonly Lever[];
}

/** The thresholds of a card as they are in a workspace. */
export function thresholdsInForce({ thresholds }: AnalyserCard, own: Thresholds): readonly Fact[] {
  return thresholds.map(({ label, value, setting }) => {
    if (setting === undefined) return { label, value };
    return { label, value: value.replace(String(thresholdRanges[setting].value), String(own[setting])) };
  });
}

/** Hides what a lever keeps of a payee. */
export function lever<S>(one: Lever<S>): Lever {
  return one as unknown as Lever;
}

/** `mbo-strategic-wins` → `mbo`. */
export function firstWord(componentId: string): string {
  return componentId.split('-')[0] ?? componentId;
}
