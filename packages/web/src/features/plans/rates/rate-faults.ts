import { createContext, use, useMemo } from 'react';

/** What is wrong with the component that is typed, by the place in it: `components[0].rate.tiers[1].ratePercent`. */
export const RateFaults = createContext<readonly { readonly path: string; readonly say: string }[]>([]);

/** What is wrong with one row of a table of rates. */
export type RowFault = {
  /** The column it is about; null: the row as a whole. */
  readonly column: number | null;
  readonly say: string;
};

const place = /\.(\w+)\[(\d+)\](?:\.(\w+))?$/;

/** The faults of a list of the rate, first one of each row; `names` are the columns' names in the plan. */
export function useRowFaults(list: string, names: readonly string[]): ReadonlyMap<number, RowFault> {
  const faults = use(RateFaults);
  return useMemo(() => rowFaults(faults, list, names), [faults, list, names]);
}

/** The same from the problems of a plan, without a screen. */
export function rowFaults(
  problems: readonly { readonly path: string; readonly say: string }[],
  list: string,
  names: readonly string[],
): ReadonlyMap<number, RowFault> {
  const rows = new Map<number, RowFault>();
  for (const { path, say } of problems) {
    const [, of, row, name] = place.exec(path) ?? [];
    if (of !== list || rows.has(Number(row))) continue;
    const column = names.indexOf(name ?? '');
    rows.set(Number(row), { column: column < 0 ? null : column, say });
  }
  return rows;
}
