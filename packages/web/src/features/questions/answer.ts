import type { Scope } from '@attain/domain/access/permissions';
import { decimal, plain, sum } from '@attain/domain/base/decimal';
import type { LinkProps } from '@tanstack/react-router';
import { compareDecimals } from '../../base/decimal.ts';
import { formatMoney } from '../../base/format-money.ts';
import { messages } from './messages.ts';
import type { RunName } from './sources.ts';
import { within } from './spoken-period.ts';

/** One fact, and the record it was read from (ASK-3). */
export type Fact = {
  readonly id: string;
  readonly label: string;
  readonly figure?: string;
  readonly note?: string;
  /** The record as text: "Statement 2025-Q4". */
  readonly source: string;
  readonly link: LinkProps;
};

/** A sentence with its facts. */
export type Answer = { readonly message: string; readonly facts: readonly Fact[] };

type Amount = { readonly amount: string; readonly currency: string };

/** Sums by currency, the largest number of amounts first; written as one text (ASK-5). */
export function totalText(amounts: readonly Amount[]): string {
  const byCurrency = grouped(amounts, (one) => one.currency);
  return [...byCurrency]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([currency, some]) => formatMoney(sumOf(some), { currency }))
    .join(' and ');
}

/** The exact sum of amounts of one currency. */
export function sumOf(amounts: readonly Pick<Amount, 'amount'>[]): string {
  return plain(sum(amounts.map((one) => decimal(one.amount))));
}

/** Runs a question is about (ASK-4): those of its period, or the newest of each plan. */
export function chosenRuns<Name extends RunName>(
  runs: readonly Name[],
  period: string | undefined,
): readonly Name[] {
  if (period !== undefined) return within(runs, period);
  const seen = new Set<string>();
  return runs.filter((run) => !seen.has(run.planName) && seen.add(run.planName));
}

/** Groups rows by key and keeps their order. */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** Note on the scope of an answer that compares people; empty for everyone (ASK-10). */
export function scopeNote(scope: Scope): string {
  return messages.scope[scope];
}

/** " in 2025-Q4", or empty without a period. */
export function periodPhrase(period: string | undefined): string {
  return period === undefined ? '' : messages.inPeriod(period);
}

/** Note at the end of an answer whose list was cut (ASK-8). */
export function cutOffNote(cut: boolean, of: string): string {
  return cut ? messages.cut(of) : '';
}

/** Limit of calculations read person by person. */
export const maxRuns = 24;

/** Rows sorted by a decimal, highest or lowest first. */
export function inOrder<Row>(
  rows: readonly Row[],
  of: (row: Row) => string,
  order: 'most' | 'least',
): readonly Row[] {
  const direction = order === 'most' ? 1 : -1;
  return [...rows].sort((a, b) => compareDecimals(of(b), of(a)) * direction);
}
