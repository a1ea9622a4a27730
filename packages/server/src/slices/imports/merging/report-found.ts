import type { TenantTx } from '../../../db/database.ts';
import { FOUND } from './found-problems.ts';

/** The names of the columns a field comes from, for problems. */
export type ColumnOf = (field: string) => string | null;

/** Stores errors or warnings for the staged rows `s` selected by `from`; all texts except the fix are SQL. */
export async function reportFound(
  tx: TenantTx,
  found: {
    prelude?: string;
    from: string;
    severity?: 'error' | 'warning';
    field: string;
    column: string | null;
    value: string;
    reason: string;
    fix: string;
  },
): Promise<void> {
  await tx.client.query(
    `${found.prelude ?? ''} INSERT INTO ${FOUND} (line, "column", field, value, severity, reason, fix)
     SELECT s.row_line, $1, $2, left(${found.value}, 200), $3, ${found.reason}, $4 FROM ${found.from}`,
    [found.column, found.field, found.severity ?? 'error', found.fix],
  );
}
