import { type Permission, scopeOf } from '@attain/domain/access/permissions';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { readerOf } from '../calculations/publications.ts';
import { calculationsOf } from '../calculations/read-calculations.ts';
import { listImports } from '../imports/list-imports.ts';
import { reachOf } from '../participants/visible-participants.ts';
import { mustBeRecordedPay } from '../payouts/recorded-payouts.ts';
import { listDeals } from '../records/list-deals.ts';
import { listStatements } from '../statements/list-statements.ts';
import { readStatement } from '../statements/read-statement.ts';
import { listSuggestions } from '../suggestions/read-suggestions.ts';
import { selectChosenRuns, selectEarners, selectReached } from './question-store.ts';
import type { Part, Reached, Sources } from './sources.ts';

const limit = 1000;
const partOf = <Row>(page: { rows: readonly Row[]; nextCursor: string | null }): Part<Row> => ({
  rows: page.rows,
  cut: page.nextCursor !== null,
});

/** What an answer for the actor may rest on; each source refuses by the permission of its own screen. */
export function sourcesOf(ctx: AppContext, actor: Actor, needs: Permission): Sources {
  const runsOf = (of: { period: string | null; latest: boolean }) =>
    ctx.read(actor, async (tx) => {
      await reachOf(tx, actor, 'read:calculations');
      const ids = await selectChosenRuns(tx, { ...of, reach: null, reader: null });
      return calculationsOf(tx, actor, ids);
    });
  return {
    ownId: actor.participantId,
    scope: scopeOf(actor.roles, needs) ?? 'own',
    runs: (period) => runsOf({ period: period ?? null, latest: true }),
    staleRuns: async () =>
      (await runsOf({ period: null, latest: false })).filter(({ stale }) => stale.length > 0),
    earners: ({ period, order, count }) =>
      ctx.read(actor, async (tx) => {
        const reach = await reachOf(tx, actor, 'read:statements');
        const reader = readerOf(actor, 'read:statements');
        const runIds = await selectChosenRuns(tx, { reach, reader, period: period ?? null, latest: true });
        const rows = await selectEarners(tx, { reach, runIds, order, count });
        return rows.map((row) => ({ ...row, total: moneyText(decimal(row.total), row.currency) }));
      }),
    reached: ({ period, order, count, side }) =>
      ctx.read(actor, async (tx) => {
        const reach = await reachOf(tx, actor, 'read:payouts');
        const reader = readerOf(actor, 'read:payouts');
        const runIds = await selectChosenRuns(tx, { reach, reader, period: period ?? null, latest: true });
        const rows = await selectReached(tx, { reach, runIds, order, count, side });
        await mustBeAsRecorded(tx, rows);
        return rows;
      }),
    statements: async (of) => partOf(await listStatements(ctx, actor, { ...of, limit })),
    statement: (runId, participantId) => readStatement(ctx, actor, { runId, participantId }),
    deals: async (of) => (await listDeals(ctx, actor, of)).rows,
    suggestions: async () => partOf(await listSuggestions(ctx, actor, { limit: 20, status: 'open' })),
    imports: async () => partOf(await listImports(ctx, actor, { limit })),
  };
}

/** Throws NOT_AS_RECORDED if a line of the answer was changed in the database. */
async function mustBeAsRecorded(tx: TenantTx, rows: readonly Reached[]): Promise<void> {
  for (const runId of new Set(rows.map((row) => row.runId))) {
    const payees = rows.filter((row) => row.runId === runId).map((row) => row.participantId);
    await mustBeRecordedPay(tx, runId, [...new Set(payees)]);
  }
}
