import type { PlanDetail } from '@attain/contract/plans';
import type { ArtifactFacts, makePack, PackFigure, PackJson, PackObject } from '@attain/domain/proofs/pack';
import type { ChangeFigures, Claim, ReplayedPayee } from '@attain/domain/suggestions/claim';
import { asPercent } from '@attain/domain/suggestions/confidence';
import type { StoredSuggestion } from '../suggestions-store.ts';

type PackFacts = Parameters<typeof makePack>[1];

/** What a suggestion's evidence is packed from. */
export interface EvidenceSources {
  readonly suggestion: StoredSuggestion;
  /** The plan with the document that the suggestion was computed on. */
  readonly plan: PlanDetail;
  /** Payees of the replay; null: none was made. */
  readonly payees: readonly ReplayedPayee[] | null;
  /** The plan whose payees were replayed. */
  readonly people: string | null;
  readonly timestamp: string;
}

/** The facts of a pack: every figure is the stored one, and names its place in an artifact. */
export function evidenceFacts(sources: EvidenceSources): PackFacts {
  const { suggestion, plan, timestamp } = sources;
  const { claim } = suggestion;
  const figures = claim?.figures ?? null;
  const artifacts = [
    ...(claim === null || figures === null ? [statedArtifact(suggestion)] : [replayArtifact(claim, sources)]),
    ...benchmarkArtifacts(claim),
    planArtifact(plan),
    ...suggestion.evidence.map(evidenceArtifact),
  ].map((artifact, at) => ({ ...artifact, id: `a${at + 1}` }));
  return {
    suggestionId: suggestion.id,
    timestamp,
    plan: {
      id: plan.id,
      version: plan.version,
      documentHash: plan.documentHash,
      people: sources.people,
      asDesigned: claim?.asDesigned ?? false,
    },
    changes: asJson(suggestion.changes) as readonly PackJson[],
    claim: {
      projectedSavings: savingsOf(suggestion),
      currency: suggestion.currency,
      span: figures === null ? dayOnly(timestamp) : `${figures.span.from}..${figures.span.to}`,
      riskScore: suggestion.riskScore,
      confidence: suggestion.confidence === null ? null : asPercent(suggestion.confidence),
      steps: figures?.steps.map(({ percent }) => percent) ?? [],
    },
    artifacts,
    complianceOverlays: claim?.overlays ?? [],
    figures: figures === null ? statedFigures(suggestion) : replayFigures(figures, sources),
  };
}

const dayOnly = (moment: string) => `${moment.slice(0, 10)}..${moment.slice(0, 10)}`;
const savingsOf = ({ savings }: StoredSuggestion) => (savings === null ? '0.00' : savings);

/** JSON as the wire has it: without undefined members. */
function asJson(value: unknown): PackJson {
  return JSON.parse(JSON.stringify(value)) as PackJson;
}

type Draft = Omit<ArtifactFacts, 'id'>;

function replayArtifact(claim: Claim, { suggestion, payees }: EvidenceSources): Draft {
  const { figures, provenance, dataQuality, inputs } = claim;
  if (figures === null) throw new Error('A replay has figures.');
  const { baselineCost, changedCost, span, steps, risk } = figures;
  const coverage = steps.find(({ key }) => key === 'data-coverage')?.percent ?? null;
  const content = asJson({
    engine: provenance.engineVersion,
    inputHash: provenance.inputHash,
    analyser: provenance.analyser,
    analyserVersion: provenance.version,
    span,
    cost: { before: baselineCost, after: changedCost },
    byComponent: figures.byComponent,
    byPeriod: figures.byPeriod,
    steps: steps.map(({ key, percent, formula, facts }) => ({ key, percent, formula, facts })),
    risk,
    range: figures.range,
    inputs,
    losers: figures.losers,
    unpaid: figures.unpaid,
  }) as PackObject;
  return {
    type: 'historical_data',
    title: `Replay of ${figures.payees} payees, ${span.from} to ${span.to}`,
    source: `suggestion/${suggestion.uuid}`,
    complianceScore: Math.round(dataQuality ?? coverage ?? 100),
    content,
    ...(payees !== null &&
      payees.length > 0 && {
        payees: payees.map(({ participantId, before, after, inputHash }) => ({
          payee: participantId,
          before,
          after,
          inputHash,
        })),
      }),
  };
}

/** What a person or an agent states without a replay. */
function statedArtifact({ uuid, reasoning, confidenceFormula, ...row }: StoredSuggestion): Draft {
  return {
    type: 'historical_data',
    title: 'As stated by its author',
    source: `suggestion/${uuid}`,
    complianceScore: row.evidence.length === 0 ? 50 : 100,
    content: { statedSavings: row.savings ?? '0.00', reasoning, confidenceFormula },
  };
}

function benchmarkArtifacts(claim: Claim | null): readonly Draft[] {
  if (claim?.benchmark == null) return [];
  const { title, source } = claim.benchmark;
  return [
    {
      type: 'benchmark',
      title,
      source: source ?? 'records of the workspace',
      complianceScore: 100,
      content: asJson(claim.benchmark) as PackObject,
    },
  ];
}

function planArtifact(plan: PlanDetail): Draft {
  return {
    type: 'policy',
    title: `Plan document of ${plan.name}, version ${plan.version}`,
    source: `plan/${plan.id}`,
    complianceScore: plan.problems.length === 0 ? 100 : 50,
    content: asJson(plan.document) as PackObject,
  };
}

function evidenceArtifact(one: StoredSuggestion['evidence'][number]): Draft {
  const { kind, id, message } = one;
  return {
    type: 'historical_data',
    title: message === '' ? kind : message,
    source: `${kind}/${id}`,
    complianceScore: one.hash === null ? 50 : 100,
    content: asJson(one) as PackObject,
  };
}

function statedFigures(suggestion: StoredSuggestion): readonly PackFigure[] {
  return [
    {
      id: 'F1',
      name: 'projectedSavings',
      value: savingsOf(suggestion),
      unit: suggestion.currency,
      formula: 'statedSavings',
      from: ['a1#/statedSavings'],
    },
  ];
}

function replayFigures(figures: ChangeFigures, { payees }: EvidenceSources): readonly PackFigure[] {
  const whole = payees !== null && payees.length > 0 ? 'payees' : 'cost';
  const { currency, projectedSavings, baselineCost, changedCost, risk, steps, confidence } = figures;
  const cost = (name: string, value: string, part: string) => ({
    name,
    value,
    unit: currency,
    formula: part,
    from: [`a1#/${whole}/${part}`],
  });
  const all: readonly Omit<PackFigure, 'id'>[] = [
    {
      name: 'projectedSavings',
      value: projectedSavings,
      unit: currency,
      formula: 'before − after',
      from: [`a1#/${whole}/before`, `a1#/${whole}/after`],
    },
    cost('baselineCost', baselineCost, 'before'),
    cost('changedCost', changedCost, 'after'),
    ...figures.byComponent.map(({ componentId, savings }, at) => ({
      name: `savings of ${componentId}`,
      value: savings,
      unit: currency,
      formula: 'savings',
      from: [`a1#/byComponent/${at}/savings`],
    })),
    ...(risk === null
      ? []
      : [
          {
            name: 'riskScore',
            value: String(risk.score),
            unit: 'of 100',
            formula: 'score',
            from: ['a1#/risk/score'],
          },
        ]),
    {
      name: 'confidence',
      value: String(confidence),
      unit: 'percent',
      formula: 'geometric mean of the steps that apply',
      from: steps.map((_, at) => `a1#/steps/${at}/percent`),
    },
  ];
  return all.map((figure, at) => ({ id: `F${at + 1}`, ...figure }));
}
