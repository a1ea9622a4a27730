import { newId } from '../../base/ids.ts';
import type { Database, TenantTx } from '../../db/database.ts';

/** Calls that count together: at most so many in any span of so many seconds. */
export interface Limit {
  readonly counter: string;
  readonly calls: number;
  readonly windowSeconds: number;
}

/** Why a call has to wait, and until when. */
export interface LimitReached {
  readonly limit: Limit;
  readonly freeAt: Date;
}

/**
 * Takes slots of every limit, or of none; null: taken. It commits before the call, so a crash never frees a slot. One caller
 * at a time looks at a counter, and the database's clock measures for all processes, so no span ever holds more (GOV-7).
 */
export async function takeSlots(
  db: Database,
  tenantId: string,
  limits: readonly Limit[],
  slots = 1,
): Promise<LimitReached | null> {
  const ordered = [...limits].sort((one, other) => (one.counter < other.counter ? -1 : 1));
  return db.within(tenantId, async (tx) => {
    for (const limit of ordered) {
      const freeAt = await whenFree(tx, limit, slots);
      if (freeAt !== null) return { limit, freeAt };
    }
    for (const { counter } of ordered)
      await tx.client.query(
        `INSERT INTO limiter_calls (tenant_id, id, counter, at)
         SELECT $1, id, $3, clock_timestamp() FROM unnest($2::uuid[]) AS s(id)`,
        [tenantId, Array.from({ length: slots }, newId), counter],
      );
    return null;
  });
}

/** When so many slots are free; null: now. Holds the counter until the transaction ends. */
async function whenFree(tx: TenantTx, { counter, calls, windowSeconds }: Limit, slots: number) {
  await tx.client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 11))', [
    `${tx.tenantId}/${counter}`,
  ]);
  const { rows } = await tx.client.query<{ taken: string; freeAt: string | null }>(
    `WITH old AS (
       DELETE FROM limiter_calls WHERE counter = $1 AND at <= clock_timestamp() - make_interval(secs => $2)
     ), held AS (
       SELECT at, row_number() OVER (ORDER BY at, id) AS place, count(*) OVER () AS taken FROM limiter_calls
        WHERE counter = $1 AND at > clock_timestamp() - make_interval(secs => $2)
     )
     SELECT coalesce(max(taken), 0)::text AS taken,
            max(at) FILTER (WHERE place = taken + $4 - $3) + make_interval(secs => $2) AS "freeAt" FROM held`,
    [counter, windowSeconds, calls, slots],
  );
  const [row] = rows;
  if (Number(row?.taken ?? 0) + slots <= calls) return null;
  return row?.freeAt ? new Date(row.freeAt) : new Date(Date.now() + windowSeconds * 1000);
}
