import type { Deal } from '../../crediting/deal.ts';
import type { History } from '../../findings/pay-history.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { murmur3 } from '../../simulations/scenarios/draws.ts';
import { defaultThresholds } from '../configurations/assistant-settings.ts';
import { analyse, type Findings } from './analyse.ts';
import type { AnalysisTerms } from './analysis-terms.ts';
import { analysers } from './list.ts';

export const companySpan = { key: '2024', from: '2024-01-01', to: '2024-12-31' };

/** A target component of the company. */
export function targetComponent(wanted: Partial<Component>): Component {
  return sampleComponent({ rate: { kind: 'target' }, ...wanted });
}

/** Money with 60, scores with 40; capped, no accelerator: nothing is wrong with it. */
export function companyPlan(wanted: Partial<Plan> = {}): Plan {
  return samplePlan({
    components: [
      targetComponent({ id: 'money', name: 'Money', weight: 60, cap: '2x' }),
      targetComponent({
        id: 'score',
        name: 'Score',
        weight: 40,
        cap: '2x',
        measure: { unit: 'Score', of: 'amount' },
      }),
    ],
    ...wanted,
  });
}

/** Percent of quota reached in each quarter, by unit. */
export interface PayeeYear {
  readonly $: readonly number[];
  readonly Score?: readonly number[];
  readonly Count?: readonly number[];
}

const QUARTERS = [
  ['2024-01-01', '2024-03-31', ['2024-01-15', '2024-02-15', '2024-03-15']],
  ['2024-04-01', '2024-06-30', ['2024-04-15', '2024-05-15', '2024-06-14']],
  ['2024-07-01', '2024-09-30', ['2024-07-15', '2024-08-15', '2024-09-16']],
  ['2024-10-01', '2024-12-31', ['2024-10-15', '2024-11-15', '2024-12-16']],
] as const;

const QUOTA = 90_000;

/** Histories of payees with a target of 80,000 a year, three deals of each unit a quarter. */
export function companyYear(years: readonly PayeeYear[], wanted: Partial<History> = {}): readonly History[] {
  return years.map((year, i): History => {
    const id = `p${String(i).padStart(4, '0')}`;
    const units = (['$', 'Score', 'Count'] as const).filter((unit) => year[unit] !== undefined);
    return {
      span: companySpan,
      participants: [
        {
          id,
          name: id,
          hiredOn: '2020-01-01',
          leftOn: null,
          targetVariableAnnual: '80000.00',
          commissionRatePercent: null,
        },
      ],
      payeeIds: [id],
      quotas: units.flatMap((unit) =>
        QUARTERS.map(([from, to]) => ({
          participantId: id,
          componentId: null,
          unit,
          from,
          to,
          amount: String(QUOTA),
        })),
      ),
      deals: units.flatMap((unit) =>
        (year[unit] ?? []).flatMap((percent, q) => dealsOf({ id, unit, percent, q })),
      ),
      exchangeRates: [],
      ...wanted,
    };
  });
}

function dealsOf(of: { id: string; unit: '$' | 'Score' | 'Count'; percent: number; q: number }): Deal[] {
  const { id, unit, percent, q } = of;
  const days = QUARTERS[q]?.[2] ?? [];
  const third = Math.round((QUOTA * percent) / 300);
  const amounts = [third, third, Math.round((QUOTA * percent) / 100) - 2 * third];
  return days.map((date, i) => ({
    id: `${id}-${unit}-${date}`,
    date,
    amount: String(amounts[i]),
    unit,
    currency: unit === '$' ? 'USD' : null,
    participantId: id,
    splits: [],
    kind: unit === '$' ? 'sale' : 'result',
    product: null,
    territory: null,
    customer: null,
  }));
}

/** A number from 0 to 1 for a key; the same every time. */
export function drawn(...key: readonly number[]): number {
  return murmur3(key, 7) / 2 ** 32;
}

/** A year of ordinary payees: about half of them reach their quota, and scores follow money. */
export function ordinaryYears(count: number, seed = 0): PayeeYear[] {
  return Array.from({ length: count }, (_, i) => {
    const talent = 78 + drawn(seed, i, 99) * 40;
    const near = (q: number, unit: number) => Math.round(talent + (drawn(seed, i, q, unit) - 0.5) * 20);
    return { $: [0, 1, 2, 3].map((q) => near(q, 1)), Score: [0, 1, 2, 3].map((q) => near(q, 2)) };
  });
}

/** Analyses a year without drawing scenarios. */
export function analyseYear(
  plan: Plan,
  histories: readonly History[],
  wanted: Partial<AnalysisTerms> = {},
): Findings {
  return analyse({ ...companyTerms(plan), ...wanted }, histories, 'input');
}

export function companyTerms(plan: Plan): AnalysisTerms {
  return {
    plan,
    isDesigned: false,
    isActive: false,
    span: companySpan,
    analysers,
    thresholds: defaultThresholds,
    records: { validRows: 1, rows: 1 },
    daysSinceImport: 0,
    overlays: null,
    budget: 'It looks at active plans only.',
    seed: 'seed',
    scenarios: 0,
    isDeclined: () => false,
  };
}

/** Keys of what an analysis suggests. */
export function suggested({ found }: Findings): string[] {
  return found.map(({ claim }) => claim.key);
}
