import type { Explanation } from '@attain/contract/explanations';
import { messages } from './messages.ts';

type Table = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The largest count of a distribution, for its bars; null: no distribution. */
  readonly max: number | null;
};

/** A benchmark as a table: the two bounds of a distribution are one column, and its counts are drawn. */
export function benchmarkTable({ columns, rows }: NonNullable<Explanation['benchmark']>): Table {
  const isDistribution =
    columns.length === 3 && rows.every(([from, to, count]) => isBound(from) && isBound(to) && isCount(count));
  if (!isDistribution) return { columns, rows, max: null };
  return {
    columns: [messages.benchmarkRange, columns[2] ?? ''],
    rows: rows.map(([from = '', to = '', count = '']) => [messages.rangeFrom(from, to), count]),
    max: Math.max(1, ...rows.map(([, , count]) => Number(count))),
  };
}

const isBound = (text = '') => /^(\d+%)?$/.test(text);
const isCount = (text = '') => /^\d+$/.test(text);
