import type { ExchangeRate } from '../../crediting/deal.ts';
import type { History } from '../../findings/pay-history.ts';
import type { Plan } from '../../plans/plan.ts';
import type { ExchangePolicy } from '../../plans/terms.ts';
import type { PeriodFigures } from '../../simulations/payee-pay.ts';
import { type Analyser, type Candidate, type Lever, lever } from './lever.ts';
import { mean, shownNumber } from './statistics.ts';

const card = {
  key: 'lock-exchange',
  version: '1',
  principle: 'Pay should follow what people sell, not the day’s exchange rate.',
  thresholds: [
    { label: 'Cost that foreign money credited', value: '10%', setting: 'foreignPercent' },
    { label: 'Move of the cost between the best and the worst month', value: '1%' },
  ],
  limits: ['Next year’s rates may differ from this span’s in either direction.'],
} as const;

const MOVE_SHARE = 0.01;
const AVERAGE = 'period-average';
const LOCKED = 'locked';

/** One payee: what was paid, and by currency what foreign credit earned, at which rates, against the months' mean rates. */
interface Exposure {
  readonly paid: number;
  readonly foreign: readonly {
    readonly currency: string;
    readonly earned: number;
    /** Σ earned ÷ rate, so that the mean rate is weighted by money. */
    readonly units: number;
    readonly lowest: number;
    readonly highest: number;
  }[];
}

/** A12 (SGR-112): cost that moves with exchange rates. */
export const lockExchange: Analyser = {
  card,
  levers: (plan, { foreignPercent }) =>
    plan.exchange?.on === 'locked' ? [] : [lever(exchangeLever(plan, foreignPercent / 100))],
};

function exchangeLever(plan: Plan, minForeign: number): Lever<Exposure> {
  const isExposed = (all: readonly Exposure[]) => isExposedFrom(minForeign, all);
  const proposal = plan.exchange?.on === 'period-average' ? LOCKED : AVERAGE;
  // payees with one foreign currency share its list
  const known = new WeakMap<readonly ExchangeRate[], Rates>();
  const ratesOf = ({ exchangeRates, span }: History) => {
    const rates = known.get(exchangeRates) ?? monthlyRates(exchangeRates, { to: plan.currency, span });
    known.set(exchangeRates, rates);
    return rates;
  };
  return {
    card,
    key: card.key,
    field: 'plan/exchange',
    componentId: null,
    risks: ['FX', 'LOSERS'],
    atAnyAmount: true,
    summarise: (_, { history, pays }) => exposureOf(pays, ratesOf(history)),
    candidates: (all, { from }) => (isExposed(all) ? candidatesFrom(plan, from) : []),
    propose: (sample) => (isExposed(sample.map(({ summary }) => summary)) ? proposal : null),
    observe: (all) => {
      const rows = all.map(({ summary }) => summary);
      const { paid, foreign, low, high } = totals(rows);
      const share = (of: number) => shownNumber(paid === 0 ? 0 : (of * 100) / paid, 1);
      return {
        seen: [
          `${share(foreign)}% of the cost was credited in foreign money.`,
          `At the lowest monthly rates it would have been ${share(low)}% lower, at the highest ${share(high)}% higher.`,
        ],
        benchmark: null,
        flipPoint: null,
      };
    },
  };
}

type Rates = ReadonlyMap<string, { readonly lowest: number; readonly highest: number }>;

/** The lowest and the highest monthly mean of each currency. */
function monthlyRates(
  rates: readonly ExchangeRate[],
  { to, span }: { readonly to: string; readonly span: { readonly from: string; readonly to: string } },
): Rates {
  const months = new Map<string, Map<string, number[]>>();
  for (const { from, to: into, date, rate } of rates) {
    if (into !== to || date < span.from || date > span.to) continue;
    const own = months.get(from) ?? new Map<string, number[]>();
    months.set(from, own);
    own.set(date.slice(0, 7), [...(own.get(date.slice(0, 7)) ?? []), Number(rate)]);
  }
  return new Map(
    [...months].map(([currency, byMonth]) => {
      const means = [...byMonth.values()].map((one) => mean(one.toSorted((a, b) => a - b)));
      const sorted = means.toSorted((a, b) => a - b);
      return [currency, { lowest: sorted[0] ?? 0, highest: sorted.at(-1) ?? 0 }];
    }),
  );
}

function exposureOf(pays: readonly PeriodFigures[], rates: Rates): Exposure {
  const found = new Map<string, { earned: number; units: number }>();
  let paid = 0;
  for (const { lines } of pays) {
    for (const { amount, credits } of lines) {
      paid += Number(amount);
      for (const [i, share] of (credits.shares ?? []).entries()) {
        const { currency } = credits.deals[i]!;
        if (share === null || share.exchange === null || currency === null) continue;
        const rate = Number(share.exchange.rate);
        if (rate <= 0) continue;
        const sum = found.get(currency) ?? { earned: 0, units: 0 };
        found.set(currency, sum);
        sum.earned += Number(credits.earned[i]);
        sum.units += Number(credits.earned[i]) / rate;
      }
    }
  }
  const foreign = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    paid,
    foreign: foreign.flatMap(([currency, { earned, units }]) => {
      const rate = rates.get(currency);
      return rate === undefined ? [] : [{ currency, earned, units, ...rate }];
    }),
  };
}

/** What was paid in all and by foreign credit, and how far the best and the worst month would have moved it. */
function totals(all: readonly Exposure[]) {
  let [paid, foreign, low, high] = [0, 0, 0, 0];
  for (const one of all) {
    paid += one.paid;
    for (const { earned, units, lowest, highest } of one.foreign) {
      foreign += earned;
      low += earned - units * lowest;
      high += units * highest - earned;
    }
  }
  return { paid, foreign, low, high };
}

function isExposedFrom(minForeign: number, all: readonly Exposure[]): boolean {
  const { paid, foreign, low, high } = totals(all);
  return paid > 0 && foreign >= paid * minForeign && low + high >= paid * MOVE_SHARE;
}

function candidatesFrom(plan: Plan, from: string): readonly Candidate[] {
  const policies: readonly ExchangePolicy[] = [
    ...(plan.exchange?.on === AVERAGE ? [] : [{ on: AVERAGE } as const]),
    { on: LOCKED, date: from },
  ];
  return policies.map((exchange) => ({
    id: exchange.on,
    changes: [{ plan: { exchange } }],
    title: exchange.on === LOCKED ? 'Lock the exchange rate' : 'Convert at the average rate of the period',
    description:
      exchange.on === LOCKED
        ? `Foreign deals are converted at the rates of ${exchange.date} throughout.`
        : 'Foreign deals are converted at the average rate of their period, not at the rate of one day.',
  }));
}
