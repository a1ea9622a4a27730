import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { type LineFilter, selectTotals } from './payouts-store.ts';

type Totals = Awaited<ReturnType<typeof selectTotals>>;

/** Cache size: the totals of the least recently used run are dropped beyond it. */
const maxKept = 200;
const kept = new Map<string, Totals>();

/**
 * Number of lines of a run and their sums by component. The lines of a run are stored once, in the transaction that
 * completes it, and never change, so their totals are computed for the first page of a list and cached. With a search,
 * or for users who see only some people's pay, they are computed each time.
 */
export async function runTotals(
  tx: TenantTx,
  actor: Pick<Actor, 'tenantId'>,
  filter: Omit<LineFilter, 'componentId'>,
): Promise<Totals> {
  if (filter.visible !== null || filter.search !== null) return selectTotals(tx, filter);
  const name = `${actor.tenantId} ${filter.runId}`;
  const totals = kept.get(name) ?? (await selectTotals(tx, filter));
  kept.delete(name);
  // a run without lines may be one that is still being calculated
  if (totals.length > 0) kept.set(name, totals);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  return totals;
}
