import type { Quota } from '@attain/domain/quotas/participant';
import {
  dayNumber,
  FISCAL_YEAR,
  isoDay,
  isWeekday,
  MONTH_ENDS,
  QUARTERS,
  weekdayOnOrBefore,
} from '../days.ts';
import type { SampleParticipant } from '../people.ts';
import { apportion, lognormal, type Prng, stream } from '../prng.ts';
import type { SampleTenant } from '../sample-tenant.ts';
import type { SampleDeal } from '../selling/market.ts';
import { opportunitiesOf } from '../selling/opportunities.ts';
import { MID_MARKET_RESULTS } from './mid-market-results.ts';
import { drawName, emailOf } from './names.ts';

/**
 * The mid-market segment of the software company: 48 account executives whose year is stated rather than drawn, so that the
 * assistant's suggestions on it have known savings. Only the days and sizes of deals are random, from a stream of its own.
 */
export function addMidMarket(company: SampleTenant): SampleTenant {
  const prng = stream(`${company.key}/mid-market`);
  const people = peopleOf(company, prng);
  const sellers = people.sellers.map((participant, i) => ({ participant, ...termsOf(i) }));
  const customers = customersOf(company);
  const deals = sellers.flatMap((seller) => dealsOf(seller, customers, prng));
  const grown: SampleTenant = {
    ...company,
    participants: [...company.participants, ...people.managers, ...people.sellers],
    reportingLines: [
      ...company.reportingLines,
      ...people.managers.map(({ id }) => line(id, leaderOf(company))),
      ...sellers.map(({ participant, place }) => line(participant.id, people.managers[place]!.id)),
    ],
    territories: [
      ...company.territories,
      ...TERRITORIES.map((name) => ({ name, region: LEADER, segment: 'mid-market' })),
    ],
    territoryAssignments: [
      ...company.territoryAssignments,
      ...sellers.map(({ participant, place }) => ({
        participantId: participant.id,
        territory: TERRITORIES[place]!,
        from: HISTORY_FROM,
        to: null,
      })),
    ],
    customers: [...company.customers, ...customers.flat()],
    quotas: [...company.quotas, ...sellers.flatMap(quotasOf)],
    deals: byDate([...company.deals, ...numbered(deals)]),
    results: [...company.results, ...sellers.flatMap((seller) => resultsOf(seller, prng))],
    assignments: [
      ...company.assignments,
      ...sellers.map(({ participant }) => ({
        participantId: participant.id,
        planKey: 'fy25-mid-market-ae',
        from: FISCAL_YEAR.from,
        to: null,
      })),
    ],
    analysed: ['seed-plan'],
  };
  return { ...grown, opportunities: opportunitiesOf(grown, ['fy25-mid-market-ae', 'fy25-enterprise-ae']) };
}

const TERRITORIES = ['Mid-Market East', 'Mid-Market South', 'Mid-Market Central', 'Mid-Market West'] as const;
const LEADER = 'VP Sales, Commercial';
const HISTORY_FROM = '2024-01-01';
const CUSTOMERS_PER_TERRITORY = 60;
const SENIORS = 24;

/** Monthly hygiene points and quarterly wins that are asked for. */
const HYGIENE_QUOTA = 240;
const WINS_QUOTA = 5;

const PRODUCTS = [
  ['Core Platform', 40],
  ['Analytics', 22],
  ['Integration Hub', 16],
  ['Security Suite', 14],
  ['Premium Support', 8],
] as const;

/** What one account executive reaches in a quarter, in parts of the quota. */
interface Seller {
  readonly participant: SampleParticipant;
  /** Bookings quota of a quarter, whole dollars. */
  readonly quota: number;
  /** Position of the territory and of its manager. */
  readonly place: number;
  readonly results: (typeof MID_MARKET_RESULTS)[number];
}

function termsOf(i: number): Omit<Seller, 'participant'> {
  return {
    quota: i < SENIORS ? 300_000 : 240_000,
    place: i % TERRITORIES.length,
    results: MID_MARKET_RESULTS[i]!,
  };
}

function peopleOf(company: SampleTenant, prng: Prng) {
  const taken = new Set([
    ...company.participants.map(({ name }) => name),
    ...company.accounts.map(({ displayName }) => displayName),
  ]);
  let next = 1001 + company.participants.length;
  const domain = company.participants[0]!.email.split('@')[1]!;
  const enter = (title: string, target: number): SampleParticipant => {
    const name = drawName(prng, 'americas', taken);
    const hired = prng.between(dayNumber('2018-01-08'), dayNumber('2023-08-30'));
    const id = `TC-${next}`;
    next += 1;
    return {
      id,
      name,
      email: emailOf(name, domain),
      title,
      hiredOn: isoDay(weekdayOnOrBefore(hired)),
      leftOn: null,
      currency: 'USD',
      targetVariableAnnual: `${target}.00`,
      commissionRatePercent: null,
    };
  };
  const managers = TERRITORIES.map((name) => enter(`Sales Manager, ${name}`, 115_000));
  const sellers = MID_MARKET_RESULTS.map((_, i) =>
    i < SENIORS
      ? enter('Senior Mid-Market Account Executive', 100_000)
      : enter('Mid-Market Account Executive', 80_000),
  );
  return { managers, sellers };
}

function leaderOf(company: SampleTenant): string {
  return company.participants.find(({ title }) => title === LEADER)!.id;
}

function line(participantId: string, managerId: string) {
  return { participantId, managerId, from: HISTORY_FROM, to: null };
}

function customersOf(company: SampleTenant): SampleTenant['customers'][number][][] {
  const taken = new Set(company.customers.map(({ name }) => name));
  const base = [...taken].filter((name) => name.endsWith(' LLC'));
  return TERRITORIES.map((territory, i) =>
    base.slice(i * CUSTOMERS_PER_TERRITORY, (i + 1) * CUSTOMERS_PER_TERRITORY).map((name) => ({
      // known companies with a second office that buys for itself
      name: name.replace(/ LLC$/, ` ${territory.replace('Mid-Market ', '')}`),
      territory,
      currency: 'USD',
    })),
  );
}

function quotasOf({ participant, quota }: Seller): Quota[] {
  return QUARTERS.flatMap(({ from, to }): Quota[] => {
    const span = { participantId: participant.id, componentId: null, from, to };
    return [
      { ...span, unit: '$', amount: `${quota}.00` },
      { ...span, unit: 'Score', amount: `${HYGIENE_QUOTA}` },
      { ...span, unit: 'Count', amount: `${WINS_QUOTA}` },
    ];
  });
}

/** Sales are made in steps of 50 dollars, of which every quarter is a whole number. */
const STEP = 50;

function dealsOf(
  { participant, quota, place, results }: Seller,
  customers: readonly SampleTenant['customers'][number][][],
  prng: Prng,
): Omit<SampleDeal, 'id'>[] {
  return QUARTERS.flatMap((quarter, q) => {
    const days = monthsOf(quarter.number).flatMap((month) =>
      Array.from({ length: prng.between(2, 5) }, () => weekdayIn(month, prng)),
    );
    const steps = (results.bookings[q]! * quota) / 400 / STEP;
    const sizes = apportion(
      steps - days.length,
      days.map(() => lognormal(prng, 450)),
    );
    return days.toSorted().map((date, i): Omit<SampleDeal, 'id'> => {
      const buyers = customers[place]!;
      return {
        date,
        amount: `${(sizes[i]! + 1) * STEP}.00`,
        unit: '$',
        currency: 'USD',
        participantId: participant.id,
        splits: [],
        kind: 'sale',
        product: drawProduct(prng),
        territory: TERRITORIES[place]!,
        customer: prng.pick(buyers).name,
        returnOf: null,
      };
    });
  });
}

function monthsOf(quarter: number): readonly string[] {
  return MONTH_ENDS.slice((quarter - 1) * 3, quarter * 3);
}

function weekdayIn(monthEnd: string, prng: Prng): string {
  const first = dayNumber(`${monthEnd.slice(0, 8)}01`);
  const last = dayNumber(monthEnd);
  for (;;) {
    const day = prng.between(first, last);
    if (isWeekday(day)) return isoDay(day);
  }
}

function drawProduct(prng: Prng): string {
  let draw = prng.below(100);
  for (const [name, weight] of PRODUCTS) {
    draw -= weight;
    if (draw < 0) return name;
  }
  return PRODUCTS[0][0];
}

/** Ids in date order, the deals of a day by payee. */
function numbered(deals: readonly Omit<SampleDeal, 'id'>[]): SampleDeal[] {
  return byDate(deals).map((deal, i) => ({ id: `TC-M25-${String(i + 1).padStart(4, '0')}`, ...deal }));
}

function byDate<T extends { readonly date: string }>(deals: readonly T[]): T[] {
  return deals.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** Monthly scores with one decimal and whole wins that sum to the stated quarter. */
function resultsOf({ participant, results }: Seller, prng: Prng): SampleDeal[] {
  return QUARTERS.flatMap(({ number }, q) => {
    const tenths = (results.hygiene[q]! * HYGIENE_QUOTA * 10) / 200;
    const scores = apportion(
      tenths,
      [0, 1, 2].map(() => prng.between(960, 1040)),
    );
    const wins = [0, 0, 0];
    for (let won = 0; won < results.wins[q]!; won += 1) wins[prng.below(3)]! += 1;
    return monthsOf(number).flatMap((monthEnd, month): SampleDeal[] => [
      result(participant.id, monthEnd, 'Score', `${Math.floor(scores[month]! / 10)}.${scores[month]! % 10}`),
      result(participant.id, monthEnd, 'Count', `${wins[month]!}`),
    ]);
  });
}

function result(
  participantId: string,
  monthEnd: string,
  unit: 'Score' | 'Count',
  amount: string,
): SampleDeal {
  return {
    id: `TC-${unit === 'Score' ? 'S' : 'C'}25-${monthEnd.slice(5, 7)}-${participantId.slice(-4)}`,
    date: isoDay(weekdayOnOrBefore(dayNumber(monthEnd))),
    amount,
    unit,
    currency: null,
    participantId,
    splits: [],
    kind: 'result',
    product: null,
    territory: null,
    customer: null,
    returnOf: null,
  };
}
