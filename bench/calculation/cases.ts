import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decimal, plain } from '../../packages/domain/src/base/decimal.ts';
import { type Period, parsePeriod } from '../../packages/domain/src/base/period.ts';
import type { Deal } from '../../packages/domain/src/crediting/deal.ts';
import type { Plan } from '../../packages/domain/src/plans/plan.ts';
import type { Participant, Quota } from '../../packages/domain/src/quotas/participant.ts';
import { active, component } from '../../packages/server/src/sample/plans.ts';
import {
  VOLUME_PLAN,
  type Volume,
  volumeDeals,
  volumeParticipants,
  volumeQuotas,
} from '../../packages/server/src/sample/volume.ts';

/** Records and a plan, and the periods to be paid: the same for every engine that is compared. */
export interface Case {
  readonly name: string;
  readonly title: string;
  readonly plan: Plan;
  readonly periods: readonly Period[];
  readonly participants: Iterable<Participant>;
  readonly quotas: Iterable<Quota>;
  readonly deals: Iterable<Deal>;
}

const folder = fileURLToPath(new URL('../../../shared/data/adventureworks/', import.meta.url));

/** A generated year by quarters: three target components, returns, splits, an accelerator and caps. */
export function yearCase(volume: Volume): Case {
  const count = (value: number) => value.toLocaleString('en-US');
  return {
    name: 'year',
    title: `A generated year: ${count(volume.deals)} deals, ${count(volume.payees)} payees, 3 components, 4 quarters`,
    plan: VOLUME_PLAN,
    periods: ['2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4'].map(period),
    participants: volumeParticipants(volume),
    quotas: volumeQuotas(volume),
    deals: volumeDeals(volume),
  };
}

/** The orders of AdventureWorks, each seller's own commission rate on the whole history; null when the files are absent. */
export function adventureWorksCase(): Case | null {
  let orders: string[][];
  let sellers: string[][];
  try {
    orders = cells('derived_orders.csv', ',').slice(1);
    sellers = cells('SalesPerson.tsv', '\t');
  } catch {
    return null;
  }
  const rates = sellers.map(([id = '', , , , fraction = '']) => ({
    id,
    rate: plain(decimal(fraction).times('100')),
  }));
  return {
    name: 'adventureworks',
    title: `AdventureWorks: ${orders.length.toLocaleString('en-US')} orders, ${rates.length} sellers, one commission, one period`,
    plan: active('adventureworks', {
      name: 'Commission on net sales',
      type: 'sales-commission',
      period: 'year',
      components: [
        component({ id: 'net-sales', name: 'Net sales', weight: 100, rate: { kind: 'individual' } }),
      ],
    }).plan,
    periods: [period('2017-01-01..2020-12-31')],
    participants: rates.map(({ id, rate }) => ({
      id,
      name: id,
      hiredOn: null,
      leftOn: null,
      targetVariableAnnual: null,
      commissionRatePercent: rate,
    })),
    quotas: [],
    deals: orders.map(orderDeal),
  };
}

function orderDeal(row: readonly string[]): Deal {
  const [id = '', date = '', , participantId = '', , , , , amount = ''] = row;
  return {
    id,
    date,
    amount,
    unit: '$',
    currency: 'USD',
    participantId,
    splits: [],
    kind: 'sale',
    product: null,
    territory: null,
    customer: null,
  };
}

function cells(name: string, delimiter: string): string[][] {
  const lines = readFileSync(folder + name, 'utf8')
    .trim()
    .split(/\r?\n/);
  return lines.map((line) => line.split(delimiter));
}

function period(key: string): Period {
  const read = parsePeriod(key);
  if (!read.ok) throw new Error(read.problems[0]?.message);
  return read.value;
}
