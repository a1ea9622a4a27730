import type { Deal } from '@attain/domain/crediting/deal';
import type { Plan } from '@attain/domain/plans/plan';
import type { Participant, Quota } from '@attain/domain/quotas/participant';
import { dayNumber, FISCAL_YEAR, isoDay, QUARTERS } from './days.ts';
import { active, component } from './plans.ts';
import { lognormal, ONE, stream } from './prng.ts';
import { decimalOfCents } from './selling/market.ts';

/** How much to generate. The same volume gives the same rows; `seed` makes another year of the same size. */
export interface Volume {
  readonly deals: number;
  readonly payees: number;
  readonly seed?: string;
}

/** Three target components (money 60 with accelerator and cap, score 10, count 30), paid by quarter in USD. */
export const VOLUME_PLAN: Plan = active('volume', {
  name: 'Volume plan',
  type: 'quota-mbo-spiff',
  components: [
    component({ id: 'bookings', name: 'Bookings', weight: 60, cap: '2x', accelerator: '>120% @ 1.2x' }),
    component({ id: 'hygiene', name: 'Hygiene', unit: 'Score', weight: 10 }),
    component({ id: 'wins', name: 'Wins', unit: 'Count', weight: 30, cap: '2x' }),
  ],
}).plan;

/** Of 25 rows in a row for one payee, 19 are money, 3 scores and 3 counts. */
const ROWS = { cycle: 25, money: 19, score: 3, count: 3 } as const;
const MEDIAN_CENTS = 200_000;
/** Mean of a lognormal with median 2,000.00 and σ = 0.8: 2,000 × e^0.32. */
const MEAN_UNITS = 2754;
const PRODUCTS = [
  'Core Platform',
  'Analytics',
  'Security Suite',
  'Integration Hub',
  'Premium Support',
] as const;
const TERRITORIES = ['North', 'East', 'South', 'West'] as const;

/** The payees, one after the other: `V-000001` … */
export function* volumeParticipants(volume: Volume): Generator<Participant> {
  const prng = stream(`${volume.seed ?? 'volume'}/participants`);
  for (let i = 0; i < volume.payees; i++) {
    yield {
      id: payeeId(i),
      name: `Payee ${i + 1}`,
      hiredOn: '2022-01-03',
      leftOn: null,
      targetVariableAnnual: `${prng.between(40, 140)}000.00`,
      commissionRatePercent: null,
    };
  }
}

/** Three quotas a quarter for every payee, 80 to 125 % of what the deals will bring on average. */
export function* volumeQuotas(volume: Volume): Generator<Quota> {
  const prng = stream(`${volume.seed ?? 'volume'}/quotas`);
  const perQuarter = volume.deals / volume.payees / 4;
  const share = (rows: number) => (perQuarter * rows) / ROWS.cycle;
  for (let i = 0; i < volume.payees; i++) {
    for (const { from, to } of QUARTERS) {
      const span = { participantId: payeeId(i), componentId: null, from, to };
      const percent = prng.between(80, 125);
      const units = Math.max(1000, Math.round((share(ROWS.money) * MEAN_UNITS * percent) / 100));
      yield { ...span, unit: '$', amount: `${units}.00` };
      yield { ...span, unit: 'Score', amount: String(Math.max(80, Math.round(share(ROWS.score) * 80))) };
      yield { ...span, unit: 'Count', amount: String(Math.max(1, Math.round(share(ROWS.count)))) };
    }
  }
}

/**
 * The deals, one after the other, in no order of dates: money in USD of which about 3 % are returns and 6 % are
 * shared by two payees, scores 60 to 100 and counts 0 to 2. Nothing is kept, so memory stays flat at any volume.
 */
export function* volumeDeals(volume: Volume): Generator<Deal> {
  const prng = stream(`${volume.seed ?? 'volume'}/deals`);
  const first = dayNumber(FISCAL_YEAR.from);
  const dates = Array.from({ length: 365 }, (_, day) => isoDay(first + day));
  const width = String(volume.deals).length;
  for (let i = 0; i < volume.deals; i++) {
    const payee = i % volume.payees;
    const participantId = payeeId(payee);
    const id = `V-D${String(i + 1).padStart(width, '0')}`;
    const date = dates[prng.below(365)]!;
    const row = Math.floor(i / volume.payees) % ROWS.cycle;
    if (row >= ROWS.money) {
      const isScore = row < ROWS.money + ROWS.score;
      const amount = String(isScore ? prng.between(60, 100) : prng.below(3));
      const unit = isScore ? 'Score' : 'Count';
      yield { ...NOT_MONEY, id, date, amount, unit, participantId };
      continue;
    }
    const cents = Math.floor((lognormal(prng, 800) * MEDIAN_CENTS) / ONE);
    const isReturn = prng.chance(30);
    const isShared = volume.payees > 1 && prng.chance(60);
    yield {
      id,
      date,
      amount: decimalOfCents(isReturn ? -cents : cents),
      unit: '$',
      currency: 'USD',
      participantId,
      splits: isShared ? sharedWith(participantId, payeeId((payee + 1) % volume.payees)) : [],
      kind: isReturn ? 'return' : 'sale',
      product: PRODUCTS[prng.below(PRODUCTS.length)]!,
      territory: TERRITORIES[payee % TERRITORIES.length]!,
      customer: `Customer ${prng.below(50_000) + 1}`,
    };
  }
}

const NOT_MONEY = {
  currency: null,
  splits: [],
  kind: 'result',
  product: null,
  territory: null,
  customer: null,
} as const;

function payeeId(index: number): string {
  return `V-${String(index + 1).padStart(6, '0')}`;
}

function sharedWith(seller: string, other: string): Deal['splits'] {
  return [
    { participantId: seller, sharePercent: '70' },
    { participantId: other, sharePercent: '30' },
  ];
}
