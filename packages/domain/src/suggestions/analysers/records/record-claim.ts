import { ENGINE_VERSION } from '../../../payouts/calculate.ts';
import type { Plan } from '../../../plans/plan.ts';
import type { Benchmark, Claim, InputPart, RecordChange, RecordPlace } from '../../claim.ts';
import type { Thresholds } from '../../configurations/assistant-settings.ts';
import { type AnalyserCard, thresholdsInForce } from '../lever.ts';

/** What a card about records says: it proposes no change of the plan, so it has no replay and no savings. */
export interface RecordFinding {
  readonly card: AnalyserCard;
  readonly key: string;
  readonly componentId?: string;
  /** Shown to the payee and to users with a right to the payee's pay. */
  readonly participantId?: string;
  readonly title: string;
  readonly description: string;
  readonly impact: string;
  readonly impactType: Claim['impactType'];
  /** What was seen, and the rule it meets. */
  readonly seen: readonly string[];
  readonly change?: RecordChange;
  /** Where the records are that are missing. */
  readonly missingIn?: readonly RecordPlace[];
  readonly inputs?: readonly InputPart[];
  readonly benchmark?: Benchmark;
}

/** The claim of a finding about records. The hash covers everything that the finding was made of. */
export function recordClaim(
  found: RecordFinding,
  of: { readonly inputHash: string; readonly isDesigned: boolean; readonly thresholds: Thresholds },
): Claim {
  const { card, key, title, description, impact, impactType } = found;
  return {
    key,
    analyser: card.key,
    analyserVersion: card.version,
    componentId: found.componentId ?? null,
    participantId: found.participantId ?? null,
    title,
    description,
    impact,
    impactType,
    changes: [],
    recordChange: found.change ?? null,
    missingIn: found.missingIn ?? [],
    figures: null,
    reasoning: [...found.seen, description, impact, card.limits[0] ?? ''].filter(
      (sentence) => sentence !== '',
    ),
    riskFactors: [],
    counterfactuals: [],
    flipPoint: null,
    inputs: found.inputs ?? [],
    benchmark: found.benchmark ?? null,
    overlays: [],
    dataQuality: null,
    asDesigned: of.isDesigned,
    provenance: {
      analyser: card.key,
      version: card.version,
      rule: card.principle,
      thresholds: thresholdsInForce(card, of.thresholds),
      engineVersion: ENGINE_VERSION,
      inputHash: of.inputHash,
      limits: card.limits,
      languageModel: null,
    },
  };
}

/** A plan's component by its name, or its id where it is gone. */
export function componentName({ components }: Plan, id: string): string {
  return components.find((one) => one.id === id)?.name ?? id;
}
