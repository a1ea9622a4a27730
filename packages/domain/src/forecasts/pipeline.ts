import { decimal, HUNDRED, plain, sum } from '../base/decimal.ts';
import { roundMoney } from '../base/money.ts';

/** Opportunities of one currency, stage and status together; amounts are decimal texts. */
export interface StageTotal {
  readonly currency: string;
  readonly stage: string;
  readonly status: 'open' | 'won' | 'lost';
  readonly opportunities: number;
  /** Sum of the amounts that are known. */
  readonly amount: string;
  readonly withoutAmount: number;
  /** Σ amount × chance of those with a stated chance, and Σ amount of those without one. */
  readonly stated: string;
  readonly unstated: string;
  readonly withoutChance: number;
}

/** What is open in one currency. */
export interface OpenPipeline {
  readonly currency: string;
  readonly opportunities: number;
  readonly amount: string;
  readonly withoutAmount: number;
  /** Σ amount × chance; null: no opportunity has a chance. */
  readonly expected: string | null;
  /** Open opportunities that no chance is known of; not in `expected`. */
  readonly withoutChance: number;
  /** The largest amount first. */
  readonly stages: readonly {
    readonly stage: string;
    readonly opportunities: number;
    readonly amount: string;
  }[];
}

/** How many were won of those decided. */
export interface WinRate {
  readonly won: number;
  readonly lost: number;
  /** Whole percent; null: too few were decided. */
  readonly percent: number | null;
}

/** Decided opportunities from which a win rate can be read (FC-7). */
const MIN_DECIDED = 10;

/** Won ÷ decided, by count (FC-7). */
export function winRate(totals: readonly Pick<StageTotal, 'status' | 'opportunities'>[]): WinRate {
  const count = (status: StageTotal['status']) =>
    totals.reduce((all, one) => all + (one.status === status ? one.opportunities : 0), 0);
  const [won, lost] = [count('won'), count('lost')];
  const decided = won + lost;
  return { won, lost, percent: decided < MIN_DECIDED ? null : Math.round((100 * won) / decided) };
}

/** What is open, by currency, most opportunities first (FC-7). */
export function openPipelines(
  totals: readonly StageTotal[],
  { percent }: Pick<WinRate, 'percent'>,
): readonly OpenPipeline[] {
  const open = totals.filter(({ status }) => status === 'open');
  const currencies = [...new Set(open.map(({ currency }) => currency))];
  const of = (wanted: string) => open.filter(({ currency }) => currency === wanted);
  return currencies
    .map((currency) => openPipeline(currency, of(currency), percent))
    .toSorted((a, b) => b.opportunities - a.opportunities || (a.currency < b.currency ? -1 : 1));
}

function openPipeline(currency: string, rows: readonly StageTotal[], percent: number | null): OpenPipeline {
  const total = (of: (row: StageTotal) => string) => sum(rows.map((row) => decimal(of(row))));
  const count = (of: (row: StageTotal) => number) => rows.reduce((all, row) => all + of(row), 0);
  const opportunities = count((row) => row.opportunities);
  const withoutChance = percent === null ? count((row) => row.withoutChance) : 0;
  const assumed = total((row) => row.unstated)
    .times(String(percent ?? 0))
    .div(HUNDRED);
  const expected = total((row) => row.stated).plus(assumed);
  return {
    currency,
    opportunities,
    amount: plain(total((row) => row.amount)),
    withoutAmount: count((row) => row.withoutAmount),
    expected: withoutChance === opportunities ? null : plain(roundMoney(expected, currency, 'HALF_UP')),
    withoutChance,
    stages: rows
      .map(({ stage, opportunities: many, amount }) => ({ stage, opportunities: many, amount }))
      .toSorted((a, b) => decimal(b.amount).cmp(decimal(a.amount)) || (a.stage < b.stage ? -1 : 1)),
  };
}
