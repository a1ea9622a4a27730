import type { WhatIfRun } from '@attain/contract/what-if';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { momentText } from '../../db/moment-text.ts';
import { whatIfRuns as runs } from '../../db/schema/suggestions.ts';

const createdAt = momentText(runs.createdAt);

/** Stores a run, and returns it as the wire has it. */
export async function insertRun(
  tx: TenantTx,
  run: Omit<typeof runs.$inferInsert, 'tenantId' | 'createdAt'> & { readonly id: string },
): Promise<WhatIfRun> {
  const [row] = await tx.db
    .insert(runs)
    .values({ ...run, tenantId: tx.tenantId })
    .returning(columns);
  if (row === undefined) throw new Error('The run was not stored.');
  return presented(row);
}

/** One page of a user’s runs, of one plan or of all, newest first, one row more than asked. */
export async function selectRuns(
  tx: TenantTx,
  of: { readonly planId: string | null; readonly userId: string },
  page: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<WhatIfRun[]> {
  const { after, limit } = page;
  const rows = await tx.db
    .select(columns)
    .from(runs)
    .where(
      and(
        eq(runs.createdBy, of.userId),
        of.planId === null ? undefined : eq(runs.planId, of.planId),
        after === null
          ? undefined
          : sql`(${runs.createdAt}, ${runs.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
      ),
    )
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(limit + 1);
  return rows.map(presented);
}

const columns = {
  simulationId: runs.id,
  planId: runs.planId,
  parameter: runs.parameter,
  componentId: runs.componentId,
  componentName: runs.componentName,
  originalValue: runs.originalValue,
  newValue: runs.newValue,
  figures: runs.figures,
  createdAt,
};

type Row = Pick<WhatIfRun, Exclude<keyof typeof columns, 'figures'>> &
  Pick<typeof runs.$inferSelect, 'figures'>;

function presented({ figures, ...row }: Row): WhatIfRun {
  const { projectedSavings, currency, risk, confidence, range, payees, losers } = figures;
  return {
    ...row,
    projectedSavings,
    currency,
    riskScore: risk?.score ?? null,
    confidence,
    range,
    payees,
    losers,
  };
}
