import type { AppContext } from '../../packages/server/src/app-context.ts';
import type { Actor } from '../../packages/server/src/base/actor.ts';
import { asJson, RowBuffer } from '../../packages/server/src/db/copying/copy-rows.ts';
import { assignPlan } from '../../packages/server/src/slices/assignments/assign-plan.ts';
import { activatePlan } from '../../packages/server/src/slices/plans/activate-plan.ts';
import { createPlan } from '../../packages/server/src/slices/plans/create-plan.ts';
import { writeAllSegments } from '../../packages/server/src/slices/records/ledger/write-segments.ts';
import type { Case } from './cases.ts';

/** Stores a case's records like an import, and its active plan with all participants assigned. */
export async function loadCase(ctx: AppContext, actor: Actor, one: Case): Promise<{ planId: string }> {
  await ctx.db.within(
    actor.tenantId,
    async (tx) => {
      const { client } = tx;
      const file = async <T>(
        table: string,
        columns: string[],
        rows: Iterable<T>,
        values: (row: T) => Cell[],
      ) => {
        const buffer = new RowBuffer(table, ['tenant_id', ...columns]);
        for (const row of rows) {
          buffer.add([actor.tenantId, ...values(row)]);
          if (buffer.length > 8_000_000) await buffer.flush(client);
        }
        await buffer.flush(client);
      };
      const person = [
        'id',
        'name',
        'hired_on',
        'left_on',
        'target_variable_annual',
        'commission_rate_percent',
      ];
      await file('participants', person, one.participants, (p) => [
        ...[p.id, p.name, p.hiredOn, p.leftOn, p.targetVariableAnnual, p.commissionRatePercent],
      ]);
      const quota = ['participant_id', 'component_id', 'unit', 'from_date', 'to_date', 'amount'];
      await file('quotas', quota, one.quotas, (q) => [
        ...[q.participantId, q.componentId ?? '', q.unit, q.from, q.to, q.amount],
      ]);
      const deal = ['id', 'date', 'amount', 'unit', 'currency', 'participant_id', 'splits', 'kind'];
      await file('deals', [...deal, 'product', 'territory', 'customer'], one.deals, (d) => [
        ...[d.id, d.date, d.amount, d.unit, d.currency, d.participantId],
        ...[d.splits.length > 0 ? asJson(d.splits) : null, d.kind, d.product, d.territory, d.customer],
      ]);
      await writeAllSegments(tx);
    },
    { statementTimeoutMs: 600_000 },
  );
  const { name, type } = one.plan;
  const plan = await createPlan(ctx, actor, { name, type, document: one.plan });
  await activatePlan(ctx, actor, {
    id: plan.id,
    documentHash: plan.documentHash,
    projectEffect: async () => null,
  });
  await assignPlan(ctx, actor, { planId: plan.id, everybody: true, from: '2010-01-01', to: null });
  // both engines read the same tables, vacuumed and with fresh statistics
  await ctx.db.owner.query('VACUUM (ANALYZE) participants, quotas, deals, plan_assignments');
  return { planId: plan.id };
}

type Cell = string | null;
