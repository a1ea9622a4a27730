import { decimal } from '../../base/decimal.ts';
import { counted, figure, moneyIn } from '../../base/figures.ts';
import { minorDigits } from '../../base/money.ts';
import { ENGINE_VERSION } from '../../payouts/calculate.ts';
import type { Plan } from '../../plans/plan.ts';
import type { ChangeFigures, Claim, Counterfactual, InputPart, OverlayResult } from '../claim.ts';
import type { ChangeCosts, PayeeChange } from '../figures/change-costs.ts';
import { changeFigures, impactOf, isWorthwhile, spanWords } from '../figures/change-figures.ts';
import { ruleMatch } from '../figures/confidence.ts';
import { dataQuality } from '../figures/data-quality.ts';
import type { ScenarioRisk } from '../figures/scenario-risk.ts';
import type { AnalysisTerms } from './analysis-terms.ts';
import { RESAMPLES, type Read } from './guards.ts';
import type { Candidate, Lever, Observation } from './lever.ts';
import { thresholdsInForce } from './lever.ts';
import { riskFactors } from './risk-factors.ts';

/** A change with its figures: a suggested one, or one of its alternatives. */
export interface Option {
  readonly lever: Lever;
  readonly role: 'suggested' | Counterfactual['kind'];
  /** Key of the lever that is suggested. */
  readonly key: string;
  readonly candidate: Candidate;
  readonly plan: Plan;
  readonly costs: ChangeCosts;
  readonly payees: readonly PayeeChange[];
  /** Resamples that agree; null: nothing was resampled. */
  readonly agreed: number | null;
  /** Of suggested ones. */
  readonly observation: Observation | null;
  /** The workspace's rules, checked on the change. */
  readonly overlays: readonly OverlayResult[];
  readonly scenarios: ScenarioRisk | null;
}

interface Known {
  readonly terms: AnalysisTerms;
  readonly read: Read;
  readonly all: readonly Option[];
  readonly inputHash: string;
}

const WITHOUT_FIGURE = {
  impact: 'It proposes no change, so it has no amount.',
  impactType: 'other',
} as const;

/** Everything a suggestion says, from the figures of its change and of its alternatives. */
export function claimOf(option: Option, known: Known): Claim {
  const { lever, candidate, costs, observation } = option;
  const { terms, read, all, inputHash } = known;
  const { card } = lever;
  const figures = candidate.isFinding === true ? null : figuresOf(option, known);
  const isMaterial = isWorthwhile(costs, minorDigits(terms.plan.currency), terms.thresholds);
  const { impact, impactType } = figures === null ? WITHOUT_FIGURE : impactOf(figures, isMaterial);
  return {
    key: lever.key,
    analyser: card.key,
    analyserVersion: card.version,
    componentId: lever.componentId,
    participantId: null,
    title: candidate.title,
    description: candidate.description,
    impact,
    impactType,
    changes: candidate.changes,
    recordChange: candidate.records?.change ?? null,
    figures,
    reasoning: [
      ...(observation?.seen ?? []),
      candidate.description,
      impact,
      figures === null ? '' : confidenceSentence(figures),
      card.limits[0] ?? '',
    ].filter((sentence) => sentence !== ''),
    riskFactors:
      figures === null
        ? []
        : riskFactors({ risks: lever.risks, figures, costs, months: read.months, isActive: terms.isActive }),
    counterfactuals:
      figures === null
        ? []
        : all
            .filter(({ role, key }) => role !== 'suggested' && key === lever.key)
            .map((other) => counterfactualOf(other, figuresOf(other, known), figures)),
    flipPoint: observation?.flipPoint ?? null,
    inputs: [...(figures === null ? [] : savingsOf(figures, terms.plan)), recordsOf(known)],
    benchmark: observation?.benchmark ?? null,
    overlays: option.overlays,
    dataQuality: qualityOf(known),
    asDesigned: terms.isDesigned,
    provenance: {
      analyser: card.key,
      version: card.version,
      rule: card.principle,
      thresholds: thresholdsInForce(card, terms.thresholds),
      engineVersion: ENGINE_VERSION,
      inputHash,
      limits: card.limits,
      languageModel: null,
    },
  };
}

function figuresOf(option: Option, { terms, read }: Known): ChangeFigures {
  const { costs, scenarios, role, agreed } = option;
  return changeFigures({
    currency: terms.plan.currency,
    span: terms.span,
    costs,
    unpaid: read.payees - costs.payees,
    months: read.months,
    records: terms.records,
    // neighbours on the grid were not proposed by the resamples
    ruleMatch:
      agreed !== null && (role === 'suggested' || role === 'other-lever')
        ? ruleMatch(agreed, RESAMPLES)
        : null,
    overlays: option.overlays,
    scenarios,
  });
}

/** Why the confidence is not higher: its weakest step. */
function confidenceSentence({ confidence, steps }: ChangeFigures): string {
  const weakest = steps
    .flatMap(({ percent, title }) => (percent === null ? [] : [{ percent, title }]))
    .toSorted((a, b) => a.percent - b.percent)[0];
  if (weakest === undefined || weakest.percent === 100) return `Confidence is ${confidence}%.`;
  return `Confidence is ${confidence}%; its weakest step is ${weakest.title.toLowerCase()} with ${weakest.percent}%.`;
}

function counterfactualOf(other: Option, figures: ChangeFigures, suggested: ChangeFigures): Counterfactual {
  const { candidate, role, key } = other;
  const { projectedSavings, losers, payees, currency } = figures;
  const amount = (of: string) => moneyIn(decimal(of.replace('-', '')), currency);
  const verb = projectedSavings.startsWith('-') ? 'costs' : 'saves';
  const than = losers > suggested.losers ? 'more' : losers < suggested.losers ? 'fewer' : 'as many';
  return {
    id: `${key}-${candidate.id.replaceAll('/', '-')}`,
    kind: role === 'suggested' ? 'other-lever' : role,
    title: candidate.title,
    description: candidate.description,
    changes: candidate.changes,
    savings: projectedSavings,
    losers,
    riskScore: figures.risk?.score ?? null,
    confidence: figures.confidence,
    reasoning:
      `It ${verb} ${amount(projectedSavings)} instead of ${amount(suggested.projectedSavings)}; ${losers} of ${counted(payees, 'payee')} would earn more than 1% less, ${than} than with the suggested change.`.replace(
        'as many than with',
        'as many as with',
      ),
  };
}

function qualityOf({ terms, read }: Known): number {
  const { records, daysSinceImport } = terms;
  const share = (part: number, whole: number) => (whole === 0 ? '1' : (part / whole).toFixed(6));
  return dataQuality({
    completeness: share(read.complete, read.slots),
    daysSinceImport,
    validity: share(records.validRows, records.rows),
  });
}

/** The parts of the savings; they sum to it. */
function savingsOf(figures: ChangeFigures, plan: Plan): InputPart[] {
  const names = new Map(plan.components.map(({ id, name }) => [id, name]));
  const amount = (of: string) => moneyIn(decimal(of), figures.currency);
  return [
    ...figures.byComponent.map(({ componentId, savings }) => ({
      kind: 'component' as const,
      label: names.get(componentId) ?? componentId,
      value: amount(savings),
      savings,
    })),
    ...figures.byPeriod.map(({ period, savings }) => ({
      kind: 'period' as const,
      label: period,
      value: amount(savings),
      savings,
    })),
  ];
}

function recordsOf({ terms, read }: Known): InputPart {
  return {
    kind: 'records',
    label: `Records of ${spanWords(terms.span)}`,
    value: `${counted(read.payees, 'payee')}, ${figure(decimal(String(read.deals)))} deals, ${figure(decimal(String(read.lines)))} lines`,
    savings: null,
  };
}
