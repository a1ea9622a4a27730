import type { Deal, ExchangeRate } from '../../crediting/deal.ts';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { Component, Plan, Rate, Unit } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import type { Curve, Spiff } from '../../plans/terms.ts';
import type { Tier } from '../../plans/tier.ts';
import { sampleParticipant, sampleQuota } from '../../quotas/sample-quota.fixture.ts';
import type { CalculationInput } from '../payout.ts';
import { sampleInput } from './sample-input.fixture.ts';
import {
  inputTimes,
  measuringTerms,
  planTimes,
  type ScenarioMeasuring,
  type ScenarioTimes,
  scenarioPeriod,
  scenarioShares,
} from './scenario-terms.fixture.ts';

/** One situation as an analyst writes it; every value is a text, because the file is read without guessing numbers. */
export interface Scenario extends ScenarioTimes {
  readonly scenario: string;
  readonly source?: string;
  readonly currency?: string;
  readonly rounding?: 'HALF_UP' | 'HALF_EVEN';
  readonly splits?: 'largest-remainder';
  readonly reading?: 'incremental' | 'first-dollar';
  readonly slowing?: 'incremental' | 'first-dollar';
  readonly planCap?: string;
  readonly undefined?: 'refuse' | 'pay-zero';
  readonly order?: Plan['order'];
  readonly components: readonly ScenarioComponent[];
  /** Payees by id; ann with 15,000 target variable pay a quarter when left out. */
  readonly payees?: Readonly<Record<string, ScenarioPayee>>;
  readonly quotas?: readonly {
    readonly payee?: string;
    readonly component?: string;
    readonly unit?: Unit;
    readonly amount: string;
    readonly from?: string;
    readonly to?: string;
    readonly currency?: string;
  }[];
  /** Amounts in order, or deals with what is special about them. */
  readonly deals?: readonly (string | ScenarioDeal)[];
  readonly rates?: readonly ExchangeRate[];
  /** What earlier periods paid and carried, as `payee component`. */
  readonly earlier?: Readonly<Record<string, ScenarioEarlier>>;
  readonly expect: Expectation;
}

interface ScenarioPayee {
  readonly targetYear?: string;
  readonly rate?: string;
  readonly hired?: string;
  readonly left?: string;
}

/** The quarter before the sample's, when left out. */
interface ScenarioEarlier {
  readonly amount: string;
  readonly carried?: string;
  readonly from?: string;
  readonly to?: string;
}

interface ScenarioComponent
  extends Omit<
      Partial<Component>,
      'weight' | 'rate' | 'measure' | 'multiplier' | 'spiff' | 'window' | 'credit' | 'effective'
    >,
    ScenarioMeasuring {
  readonly weight?: string;
  readonly measure?: string;
  readonly rate: {
    readonly kind: Rate['kind'];
    readonly percent?: string;
    readonly per?: 'deal' | 'period';
    readonly of?: 'quota';
    readonly atBound?: 'lower';
    readonly shape?: string;
    readonly other?: string;
    /** Of a matrix: the percents of rows and columns, and the values row by row. */
    readonly rows?: readonly string[];
    readonly columns?: readonly string[];
    readonly values?: readonly (readonly string[])[];
    readonly curve?: ScenarioCurve;
  };
  readonly multiplier?: { readonly componentId: string; readonly curve: ScenarioCurve };
  readonly spiff?: Omit<Spiff, 'fund'> & { readonly fund?: string };
  /** [from, to, rate in percent, or amount of a band]; the last tier ends with `open`. */
  readonly tiers?: readonly (readonly [string, string, string])[];
}

interface ScenarioCurve {
  readonly shape?: 'stepped';
  readonly beyond?: 'continue';
  /** [percent of quota, value in percent]. */
  readonly points: readonly (readonly [string, string])[];
}

interface ScenarioDeal extends Omit<Partial<Deal>, 'splits' | 'overlays'> {
  readonly amount: string;
  readonly splits?: Readonly<Record<string, string>>;
  readonly overlays?: Readonly<Record<string, string>>;
}

/** What must come out: the total, lines as `payee component`, what each deal earned, or the rules that refuse. */
export interface Expectation {
  readonly total?: string;
  readonly lines?: Readonly<Record<string, string>>;
  /** Lines there must not be. */
  readonly absent?: readonly string[];
  readonly earned?: Readonly<Record<string, readonly string[]>>;
  /** What lines carry into the next period. */
  readonly carried?: Readonly<Record<string, string>>;
  /** What earlier credit of a window is due or takes back. */
  readonly trueUp?: Readonly<Record<string, string>>;
  /** Why each credit of a line counts, and through whom: `roll-up ann`. */
  readonly roles?: Readonly<Record<string, readonly string[]>>;
  /** Steps that must be among a line's, as `formula = result`. */
  readonly steps?: Readonly<Record<string, readonly string[]>>;
  /** The sentence of a line. */
  readonly message?: Readonly<Record<string, string>>;
  readonly rules?: readonly string[];
  readonly rejected?: readonly string[];
}

/** The calculation a scenario stands for; deals get ids and dates in the order they are written. */
export function scenarioInput(scenario: Scenario): CalculationInput {
  const payees = scenario.payees ?? { ann: {} };
  return sampleInput({
    plan: scenarioPlan(scenario),
    period: scenarioPeriod(scenario),
    participants: Object.entries(payees).map(([id, { targetYear = '60000', rate, hired, left }]) =>
      sampleParticipant(id, {
        targetVariableAnnual: targetYear === 'none' ? null : targetYear,
        commissionRatePercent: rate ?? null,
        hiredOn: hired ?? null,
        leftOn: left ?? null,
      }),
    ),
    quotas: (scenario.quotas ?? []).map(({ payee = 'ann', component, ...quota }) =>
      sampleQuota(quota.amount, {
        from: scenarioPeriod(scenario).from,
        to: scenarioPeriod(scenario).to,
        ...quota,
        participantId: payee,
        componentId: component ?? null,
      }),
    ),
    deals: (scenario.deals ?? []).map((deal, i) =>
      scenarioDeal(typeof deal === 'string' ? { amount: deal } : deal, i),
    ),
    exchangeRates: scenario.rates ?? [],
    ...inputTimes(scenario),
    earlier: Object.entries(scenario.earlier ?? {}).map(([name, paid]) => {
      const [participantId = '', componentId = ''] = name.split(' ');
      const before = { from: '2023-10-01', to: '2023-12-31', carried: '0' };
      return { ...before, ...paid, participantId, componentId };
    }),
  });
}

function scenarioPlan(scenario: Scenario): Plan {
  const plan = samplePlan();
  return {
    ...plan,
    ...planTimes(scenario),
    currency: scenario.currency ?? plan.currency,
    rounding: {
      mode: scenario.rounding ?? 'HALF_UP',
      ...(scenario.splits && { splits: scenario.splits }),
    },
    order: scenario.order ?? plan.order,
    acceleratorReading: scenario.reading ?? 'incremental',
    undefinedAttainment: scenario.undefined ?? 'refuse',
    ...(scenario.slowing && { deceleratorReading: scenario.slowing }),
    ...(scenario.planCap && { planCap: scenario.planCap }),
    components: scenario.components.map(scenarioComponent),
  };
}

function scenarioComponent(written: ScenarioComponent): Component {
  const { weight = '100', measure = '$', rate, tiers, multiplier, spiff, ...further } = written;
  const { window, credit, effective, ...rest } = further;
  const [unit, of] = measure.split(' ');
  const id = rest.id ?? 'sales';
  return sampleComponent({
    name: id,
    ...rest,
    id,
    weight: Number(weight),
    measure: { unit: unit as Unit, of: of === 'deals' ? 'deals' : 'amount' },
    rate: scenarioRate(rate, tiers ?? []),
    ...(multiplier && { multiplier: { ...multiplier, curve: scenarioCurve(multiplier.curve) } }),
    ...measuringTerms({
      ...(window && { window }),
      ...(credit && { credit }),
      ...(effective && { effective }),
    }),
    ...(spiff && { spiff: { fund: null, ...spiff } }),
  });
}

function scenarioRate(rate: ScenarioComponent['rate'], tiers: NonNullable<ScenarioComponent['tiers']>): Rate {
  if (rate.kind === 'flat') return { kind: 'flat', ratePercent: rate.percent ?? '0' };
  const thresholds = rate.of === 'quota' ? 'percent-of-quota' : 'amount';
  const per = rate.per ?? 'period';
  switch (rate.kind) {
    case 'individual':
    case 'icr':
    case 'target':
      return { kind: rate.kind };
    case 'marginal':
    case 'retroactive':
      return {
        kind: rate.kind,
        thresholds,
        per,
        tiers: tiers.map(scenarioTier),
        ...(rate.atBound && { atBound: rate.atBound }),
      };
    case 'interpolated-amounts':
      return { kind: rate.kind, per, bands: tiers.map(([from, to, amount]) => ({ from, to, amount })) };
    case 'interpolated-rate':
      return {
        kind: rate.kind,
        thresholds,
        steps: tiers.map(([from, to, ratePercent]) => ({ from, to, ratePercent })),
      };
    case 'curve':
      return { kind: rate.kind, curve: scenarioCurve(rate.curve ?? { points: [] }) };
    case 'matrix':
      return {
        kind: rate.kind,
        other: rate.other ?? '',
        shape: rate.shape === 'bilinear' ? 'bilinear' : 'stepped',
        rowsAtPercent: rate.rows ?? [],
        columnsAtPercent: rate.columns ?? [],
        valuePercents: rate.values ?? [],
      };
  }
}

function scenarioCurve({ shape, beyond, points }: ScenarioCurve): Curve {
  return {
    shape: shape ?? 'linear',
    points: points.map(([atPercent, valuePercent]) => ({ atPercent, valuePercent })),
    beyond: beyond ?? 'hold',
  };
}

function scenarioTier([from, to, ratePercent]: readonly [string, string, string]): Tier {
  return { from, to: to === 'open' ? null : to, ratePercent };
}

function scenarioDeal({ splits, overlays, ...deal }: ScenarioDeal, i: number): Deal {
  const number = String(i + 1).padStart(2, '0');
  const unit = deal.unit ?? '$';
  const currency = unit === '$' ? 'USD' : null;
  return {
    ...sampleDeal(`d${number}`, deal.amount, { date: `2024-02-${number}`, currency }),
    ...deal,
    splits: scenarioShares(splits),
    ...(overlays && { overlays: scenarioShares(overlays) }),
  };
}
