import { desc, eq, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { imports } from '../../db/schema/imports.ts';

/** So many of the newest imports say how good the records are. */
const LAST = 20;

/** Rows of the last imports and those without a problem, with the moment of the newest. */
export async function importedRows(
  tx: TenantTx,
): Promise<{ readonly rows: number; readonly validRows: number; readonly newest: string | null }> {
  const found = await tx.db
    .select({
      rows: sql<number>`coalesce((${imports.summary}->>'rows')::int, 0)`,
      badRows: sql<number>`coalesce((${imports.summary}->>'badRows')::int, 0)`,
      at: sql<
        string | null
      >`to_char(${imports.committedAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    })
    .from(imports)
    .where(eq(imports.status, 'committed'))
    .orderBy(desc(imports.committedAt), desc(imports.id))
    .limit(LAST);
  const rows = found.reduce((sum, one) => sum + one.rows, 0);
  const bad = found.reduce((sum, one) => sum + one.badRows, 0);
  return { rows, validRows: Math.max(0, rows - bad), newest: found[0]?.at ?? null };
}
