import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { type LineFilter, selectTotals } from './payouts-store.ts';

type Totals = Awaited<ReturnType<typeof selectTotals>>;

/** So many runs are looked at in turn before the one looked at longest ago is added up again. */
const maxKept = 200;
const kept = new Map<string, Totals>();

/**
 * How many lines of a run there are and what they sum to, by component. The lines of a run are stored once, in the
 * transaction that completes it, and never change: what all of them sum to is added up at the first page of a list and kept
 * for the pages after it. Under a search, or for somebody who sees only some people's pay, it is added up each time.
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
