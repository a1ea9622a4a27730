import type { ExchangeRate } from '@attain/domain/crediting/deal';
import { dayNumber, isoDay, isWeekday, SAMPLE_DAY } from './days.ts';
import { stream } from './prng.ts';

const SOURCE = 'Sample daily reference rate';
/** One unit of the eighth decimal. */
const SCALE = 100_000_000;
/** Rates begin here, so that the first days of the year find one. */
const FIRST_DAY = '2024-12-16';

/**
 * Daily rates EUR→USD and USD→EUR on weekdays, eight decimals: a random walk of about 0.45 % a day around a slow
 * climb from 1.04. The second direction is the reciprocal, half up in the eighth decimal.
 */
export function exchangeRatesOfYear(seed: string): ExchangeRate[] {
  const prng = stream(`${seed}/exchange-rates`);
  const rates: ExchangeRate[] = [];
  let units = 104_120_000;
  for (let day = dayNumber(FIRST_DAY); day <= dayNumber(SAMPLE_DAY); day++) {
    if (!isWeekday(day)) continue;
    const date = isoDay(day);
    rates.push({ from: 'EUR', to: 'USD', date, rate: decimal(units), source: SOURCE });
    rates.push({ from: 'USD', to: 'EUR', date, rate: decimal(reciprocal(units)), source: SOURCE });
    units += Math.floor((units * prng.normal()) / (222 * 65_536)) + 38_000;
  }
  return rates;
}

/** Turns cents of one currency into cents of another at the latest rate on or before a day, rounded down. */
export type Exchange = (cents: number, from: string, to: string, day: number) => number;

/** An `Exchange` over those rates. Throws when a currency has no rate on or before the day. */
export function exchangeBy(rates: readonly ExchangeRate[]): Exchange {
  const byDay = new Map<string, number>();
  for (const { from, to, date, rate } of rates) {
    byDay.set(`${from} ${to} ${dayNumber(date)}`, Number(rate.replace('.', '')));
  }
  return (cents, from, to, day) => {
    if (from === to) return cents;
    for (let back = 0; back <= 7; back++) {
      const units = byDay.get(`${from} ${to} ${day - back}`);
      if (units !== undefined) return Math.floor((cents * units) / SCALE);
    }
    throw new Error(`The sample has no rate ${from}→${to} in the week before ${isoDay(day)}.`);
  };
}

function reciprocal(units: number): number {
  const square = BigInt(SCALE) * BigInt(SCALE);
  return Number((square * 2n + BigInt(units)) / (2n * BigInt(units)));
}

function decimal(units: number): string {
  const digits = String(units).padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
