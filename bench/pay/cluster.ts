import type { ClusteredPlaces } from '../../packages/domain/src/payouts/kernel/engine.ts';
import type { LedgerLayout } from '../../packages/domain/src/payouts/kernel/ledger-layout.ts';
import { COMPONENTS, type DealColumns, GROUPS, QUARTER_OF_DAY } from './workload.ts';

/**
 * Clusters the deals by group, in order of day and id, into the memory: done once, then kept. `order` is the row at each
 * position, `position` where each row is.
 */
export function clusterRows(
  memory: ArrayBufferLike,
  of: { readonly layout: LedgerLayout; readonly columns: DealColumns; readonly places: ClusteredPlaces },
): { readonly order: Uint32Array; readonly position: Uint32Array } {
  const { columns, places } = of;
  const rows = of.layout.rows;
  const groupOf = (row: number) =>
    (columns.payee[row]! * COMPONENTS + columns.component[row]!) * 4 + QUARTER_OF_DAY[columns.day[row]!]!;
  const byDay = sorted({ rows, keys: 366, keyOf: (row) => columns.day[row]! }, (i) => i);
  const byGroup = sorted({ rows, keys: GROUPS, keyOf: groupOf }, (i) => byDay.order[i]!);
  const { order } = byGroup;
  const position = new Uint32Array(rows);
  const amounts = new Int32Array(memory, places.amounts, rows);
  for (let at = 0; at < rows; at++) {
    position[order[at]!] = at;
    amounts[at] = columns.amount[order[at]!]!;
  }
  new Uint32Array(memory, places.starts, GROUPS + 1).set(byGroup.starts);
  return { order, position };
}

/** A stable counting sort of rows that come in some order. */
function sorted(
  of: { readonly rows: number; readonly keys: number; keyOf(row: number): number },
  rowAt: (at: number) => number,
): { order: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(of.keys + 1);
  for (let row = 0; row < of.rows; row++) starts[of.keyOf(row) + 1]! += 1;
  for (let key = 0; key < of.keys; key++) starts[key + 1]! += starts[key]!;
  const next = starts.slice();
  const order = new Uint32Array(of.rows);
  for (let at = 0; at < of.rows; at++) {
    const row = rowAt(at);
    const key = of.keyOf(row);
    order[next[key]!] = row;
    next[key]! += 1;
  }
  return { order, starts };
}
