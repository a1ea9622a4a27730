import type { Deal, ExchangeRate } from '../../crediting/deal.ts';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { Component, Plan, Rate, Unit } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import type { Tier } from '../../plans/tier.ts';
import { SAMPLE_PERIOD, sampleParticipant, sampleQuota } from '../../quotas/sample-quota.fixture.ts';
import type { CalculationInput } from '../payout.ts';
import { sampleInput } from './sample-input.fixture.ts';

/** One situation as an analyst writes it; every value is a text, because the file is read without guessing numbers. */
export interface Scenario {
  readonly scenario: string;
  readonly source?: string;
  readonly currency?: string;
  readonly rounding?: 'HALF_UP' | 'HALF_EVEN';
  readonly reading?: 'incremental' | 'first-dollar';
  readonly undefined?: 'refuse' | 'pay-zero';
  readonly order?: Plan['order'];
  readonly components: readonly ScenarioComponent[];
  /** Payees by id; ann with 15,000 target variable pay a quarter when left out. */
  readonly payees?: Readonly<Record<string, { readonly targetYear?: string; readonly rate?: string }>>;
  readonly quotas?: readonly {
    readonly payee?: string;
    readonly component?: string;
    readonly unit?: Unit;
    readonly amount: string;
  }[];
  /** Amounts in order, or deals with what is special about them. */
  readonly deals?: readonly (string | ScenarioDeal)[];
  readonly rates?: readonly ExchangeRate[];
  readonly expect: Expectation;
}

interface ScenarioComponent extends Omit<Partial<Component>, 'weight' | 'rate' | 'measure'> {
  readonly weight?: string;
  readonly measure?: string;
  readonly rate: {
    readonly kind: Rate['kind'];
    readonly percent?: string;
    readonly per?: 'deal' | 'period';
    readonly of?: 'quota';
  };
  /** [from, to, rate in percent]; the last one ends with `open`. */
  readonly tiers?: readonly (readonly [string, string, string])[];
}

interface ScenarioDeal extends Omit<Partial<Deal>, 'splits'> {
  readonly amount: string;
  readonly splits?: Readonly<Record<string, string>>;
}

/** What must come out: the total, lines as `payee component`, what each deal earned, or the rules that refuse. */
export interface Expectation {
  readonly total?: string;
  readonly lines?: Readonly<Record<string, string>>;
  readonly earned?: Readonly<Record<string, readonly string[]>>;
  readonly rules?: readonly string[];
  readonly refused?: readonly string[];
}

/** The calculation a scenario stands for; deals get ids and dates in the order they are written. */
export function scenarioInput(scenario: Scenario): CalculationInput {
  const payees = scenario.payees ?? { ann: {} };
  return sampleInput({
    plan: scenarioPlan(scenario),
    period: SAMPLE_PERIOD,
    participants: Object.entries(payees).map(([id, { targetYear = '60000', rate }]) =>
      sampleParticipant(id, {
        targetVariableAnnual: targetYear === 'none' ? null : targetYear,
        commissionRatePercent: rate ?? null,
      }),
    ),
    quotas: (scenario.quotas ?? []).map(({ payee = 'ann', component, unit = '$', amount }) =>
      sampleQuota(amount, { participantId: payee, componentId: component ?? null, unit }),
    ),
    deals: (scenario.deals ?? []).map((deal, i) =>
      scenarioDeal(typeof deal === 'string' ? { amount: deal } : deal, i),
    ),
    exchangeRates: scenario.rates ?? [],
  });
}

function scenarioPlan(scenario: Scenario): Plan {
  const plan = samplePlan();
  return {
    ...plan,
    currency: scenario.currency ?? plan.currency,
    rounding: { mode: scenario.rounding ?? 'HALF_UP' },
    order: scenario.order ?? plan.order,
    acceleratorReading: scenario.reading ?? 'incremental',
    undefinedAttainment: scenario.undefined ?? 'refuse',
    components: scenario.components.map(scenarioComponent),
  };
}

function scenarioComponent(written: ScenarioComponent): Component {
  const { weight = '100', measure = '$', rate, tiers, ...rest } = written;
  const [unit, of] = measure.split(' ');
  const id = rest.id ?? 'sales';
  return sampleComponent({
    name: id,
    ...rest,
    id,
    weight: Number(weight),
    measure: { unit: unit as Unit, of: of === 'deals' ? 'deals' : 'amount' },
    rate: scenarioRate(rate, tiers ?? []),
  });
}

function scenarioRate(rate: ScenarioComponent['rate'], tiers: NonNullable<ScenarioComponent['tiers']>): Rate {
  if (rate.kind === 'flat') return { kind: 'flat', ratePercent: rate.percent ?? '0' };
  if (rate.kind === 'individual' || rate.kind === 'target') return { kind: rate.kind };
  const thresholds = rate.of === 'quota' ? 'percent-of-quota' : 'amount';
  return { kind: rate.kind, thresholds, per: rate.per ?? 'period', tiers: tiers.map(scenarioTier) };
}

function scenarioTier([from, to, ratePercent]: readonly [string, string, string]): Tier {
  return { from, to: to === 'open' ? null : to, ratePercent };
}

function scenarioDeal({ splits, ...deal }: ScenarioDeal, i: number): Deal {
  const number = String(i + 1).padStart(2, '0');
  const unit = deal.unit ?? '$';
  const shares = Object.entries(splits ?? {}).map(([participantId, sharePercent]) => ({
    participantId,
    sharePercent,
  }));
  const currency = unit === '$' ? 'USD' : null;
  return {
    ...sampleDeal(`d${number}`, deal.amount, { date: `2024-02-${number}`, currency }),
    ...deal,
    splits: shares,
  };
}
