import { type Permission, scopeOf } from '@attain/domain/access/permissions';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { listApprovals } from '../approvals/read-approvals.ts';
import { findRun } from '../calculations/find-run.ts';
import { readerOf } from '../calculations/publications.ts';
import { calculationsOf } from '../calculations/read-calculations.ts';
import { listDisputes } from '../disputes/read-disputes.ts';
import { listImports } from '../imports/list-imports.ts';
import { reachOf } from '../participants/visible-participants.ts';
import { compareRuns } from '../payouts/compare-runs.ts';
import { mustBeRecordedPay } from '../payouts/recorded-payouts.ts';
import { listActiveDocuments } from '../plans/active-documents.ts';
import { listDeals } from '../records/list-deals.ts';
import { readPipeline } from '../records/list-opportunities.ts';
import { listStatements } from '../statements/list-statements.ts';
import { readStatement } from '../statements/read-statement.ts';
import { readPredictiveInsights } from '../suggestions/analytics/predictive-insights.ts';
import { listSuggestions } from '../suggestions/read-suggestions.ts';
import { listTasks } from '../workflow-runs/tasks/read-tasks.ts';
import { selectChosenRuns, selectEarners, selectReached } from './question-store.ts';
import type { Changes, Part, Reached, Sources } from './sources.ts';

const limit = 1000;
const maxPlans = 200;
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
    changes: (runId, participantId) => readChanges(ctx, actor, { runId, participantId }),
    approvals: async () => {
      const asked = { whose: 'for-me', sort: 'newest', limit: 100 } as const;
      const page = await listApprovals(ctx, actor, asked);
      return { ...partOf(page), rows: page.rows.filter(({ mayDecide }) => mayDecide) };
    },
    tasks: async () => partOf(await listTasks(ctx, actor, { whose: 'mine', status: 'open', limit: 100 })),
    forecasts: (range) =>
      readPredictiveInsights(ctx, actor, { range, withSeasons: true, alertThreshold: 90 }),
    pipeline: (days) => readPipeline(ctx, actor, days ?? {}),
    plans: async () => {
      const rows = await listActiveDocuments(ctx, actor, maxPlans);
      return { rows: rows.slice(0, maxPlans), cut: rows.length > maxPlans };
    },
    disputes: async () => partOf(await listDisputes(ctx, actor, { status: 'unresolved', limit: 100 })),
    imports: async () => partOf(await listImports(ctx, actor, { limit })),
  };
}

/** The lines that differ from the version before, and what has made that one out of date. */
async function readChanges(
  ctx: AppContext,
  actor: Actor,
  { runId, participantId }: { runId: string; participantId: string | null },
): Promise<Changes> {
  const compared = await compareRuns(ctx, actor, { id: runId, participantId, limit: 100 });
  const { against, totalDelta } = compared;
  if (against === null) return { before: null, totalDelta, rows: [], cut: false, causes: [] };
  const { stale } = await ctx.read(actor, (tx) => findRun(tx, against.id));
  const { rows, cut } = partOf(compared);
  const causes = stale.slice(0, 3).map(({ message }) => message);
  return { before: { version: against.version, total: against.total }, totalDelta, rows, cut, causes };
}

/** Throws NOT_AS_RECORDED if a line of the answer was changed in the database. */
async function mustBeAsRecorded(tx: TenantTx, rows: readonly Reached[]): Promise<void> {
  for (const runId of new Set(rows.map((row) => row.runId))) {
    const payees = rows.filter((row) => row.runId === runId).map((row) => row.participantId);
    await mustBeRecordedPay(tx, runId, [...new Set(payees)]);
  }
}
