import { decimal } from '@attain/domain/base/decimal';
import type { BudgetScope } from '@attain/domain/costs/budget';
import type { DatedCost } from '@attain/domain/costs/conversion';
import { and, asc, eq, gt, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import {
  budgets,
  ownCallReservations as own,
  budgetReservations as reservations,
  usageRecords as usage,
} from '../../db/schema/costs.ts';
import { unlessTaken } from '../../db/unless-taken.ts';

export type StoredBudget = Awaited<ReturnType<typeof selectBudgets>>[number];

const columns = {
  id: budgets.budgetId,
  name: budgets.name,
  limit: budgets.limitAmount,
  currency: budgets.currency,
  period: budgets.period,
  scope: budgets.scope,
  scopeId: budgets.scopeId,
  alertThreshold: budgets.alertThreshold,
  action: budgets.action,
  revision: budgets.revision,
};

/** The budgets by name. */
export function selectBudgets(tx: TenantTx) {
  return tx.db.select(columns).from(budgets).orderBy(asc(budgets.name), asc(budgets.budgetId));
}

/** One budget, locked until the transaction ends. */
export async function lockBudget(tx: TenantTx, id: string): Promise<StoredBudget | null> {
  const [row] = await tx.db.select(columns).from(budgets).where(eq(budgets.budgetId, id)).for('update');
  return row ?? null;
}

/** The budgets that stop calls, locked in one order by everyone. */
export function lockStopBudgets(tx: TenantTx): Promise<StoredBudget[]> {
  return tx.db
    .select(columns)
    .from(budgets)
    .where(eq(budgets.action, 'stop'))
    .orderBy(asc(budgets.budgetId))
    .for('update');
}

export type BudgetValues = Pick<
  StoredBudget,
  'name' | 'limit' | 'period' | 'scope' | 'scopeId' | 'alertThreshold' | 'action'
>;

const rowOf = ({ limit, ...rest }: BudgetValues) => ({ ...rest, limitAmount: limit });

/** Throws CONFLICT if the name is in use. */
export function insertBudget(
  tx: TenantTx,
  budget: BudgetValues & { id: string; currency: string; userId: string },
): Promise<void> {
  const { id, currency, userId, ...values } = budget;
  return unlessNameTaken(
    budget.name,
    tx.db.insert(budgets).values({
      ...rowOf(values),
      tenantId: tx.tenantId,
      budgetId: id,
      currency,
      createdBy: userId,
      updatedBy: userId,
    }),
  );
}

/** Throws CONFLICT if the name is in use. */
export function updateBudget(tx: TenantTx, id: string, values: BudgetValues, userId: string): Promise<void> {
  return unlessNameTaken(
    values.name,
    tx.db
      .update(budgets)
      .set({
        ...rowOf(values),
        updatedBy: userId,
        updatedAt: sql`now()`,
        revision: sql`${budgets.revision} + 1`,
      })
      .where(eq(budgets.budgetId, id)),
  );
}

function unlessNameTaken(name: string, work: Promise<unknown>): Promise<void> {
  const message = `There already is a budget called “${name}”. Choose another name.`;
  return unlessTaken('budgets_name', work, () => new ApiError('CONFLICT', message));
}

export async function deleteBudget(tx: TenantTx, id: string): Promise<void> {
  await tx.db.delete(budgets).where(eq(budgets.budgetId, id));
}

/** Cost of calls in a scope since a day, by currency and day; what needs no rate, in the currency `undated`, as of that day. */
export async function sumUsage(
  tx: TenantTx,
  of: { scope: BudgetScope; scopeId: string; undated: string | null; from: string },
): Promise<DatedCost[]> {
  const day = sql<string>`CASE WHEN ${usage.currency} = ${of.undated} THEN ${of.from}::text
    ELSE to_char(${usage.at} AT TIME ZONE 'UTC', 'YYYY-MM-DD') END`;
  const rows = await tx.db
    .select({
      currency: sql<string>`${usage.currency}`,
      day,
      cost: sql<string>`trim_scale(sum(${usage.cost}))::text`,
    })
    .from(usage)
    .where(
      and(
        sql`${usage.at} >= ${of.from}::timestamp AT TIME ZONE 'UTC'`,
        isNotNull(usage.currency),
        inScope(of.scope, of.scopeId),
      ),
    )
    .groupBy(sql`1, 2`);
  return rows.map(({ cost, ...row }) => ({ ...row, amount: decimal(cost) }));
}

function inScope(scope: BudgetScope, scopeId: string) {
  switch (scope) {
    case 'workspace':
      return undefined;
    case 'category':
      if (scopeId === 'infrastructure') return sql`false`;
      return scopeId === 'language-models' ? eq(usage.kind, 'llm') : ne(usage.kind, 'llm');
    case 'agent':
      return eq(usage.agentId, scopeId);
    case 'environment':
      return eq(usage.environment, scopeId);
    case 'connection':
      return eq(usage.connection, scopeId);
  }
}

/** What calls under way have reserved, of runs and of Attain itself, by budget; without one effect’s own. */
export async function sumReserved(
  tx: TenantTx,
  ids: readonly string[],
  except?: { runId: string; effect: string },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const ofEffects = tx.db
    .select({ id: reservations.budgetId, amount: reservations.amount })
    .from(reservations)
    .where(
      and(
        inArray(reservations.budgetId, [...ids]),
        except &&
          sql`(${reservations.runId}, ${reservations.effect}) <> (${except.runId}::uuid, ${except.effect})`,
      ),
    );
  const ofAttain = tx.db
    .select({ id: own.budgetId, amount: own.amount })
    .from(own)
    .where(
      and(eq(own.tenantId, tx.tenantId), inArray(own.budgetId, [...ids]), gt(own.expiresAt, sql`now()`)),
    );
  const all = ofEffects.unionAll(ofAttain).as('reserved');
  const rows = await tx.db
    .select({ id: all.id, amount: sql<string>`trim_scale(sum(${all.amount}))::text` })
    .from(all)
    .groupBy(all.id);
  return new Map(rows.map((row) => [row.id, row.amount]));
}

/** What is reserved on a budget, in its currency. */
export interface ReservedAmount {
  readonly budgetId: string;
  readonly amount: string;
}

/** Reserves amounts for an effect; a process that took it over replaces what the earlier one reserved. */
export async function insertReservations(
  tx: TenantTx,
  effect: { runId: string; effect: string },
  reserved: readonly ReservedAmount[],
): Promise<void> {
  await tx.db
    .insert(reservations)
    .values(reserved.map((one) => ({ tenantId: tx.tenantId, ...effect, ...one })))
    .onConflictDoUpdate({
      target: [reservations.tenantId, reservations.runId, reservations.effect, reservations.budgetId],
      set: { amount: sql`excluded.amount` },
    });
}

/** Reserves amounts for a call that Attain makes itself, for so many seconds at most; removes what has expired. */
export async function insertOwnReservations(
  tx: TenantTx,
  call: { readonly requestId: string; readonly maxSeconds: number },
  reserved: readonly ReservedAmount[],
): Promise<void> {
  const { requestId, maxSeconds } = call;
  await tx.db.delete(own).where(and(eq(own.tenantId, tx.tenantId), lte(own.expiresAt, sql`now()`)));
  const expiresAt = sql`now() + make_interval(secs => ${maxSeconds})`;
  await tx.db
    .insert(own)
    .values(reserved.map((one) => ({ tenantId: tx.tenantId, requestId, expiresAt, ...one })));
}

export async function deleteOwnReservations(tx: TenantTx, requestId: string): Promise<void> {
  await tx.db.delete(own).where(and(eq(own.tenantId, tx.tenantId), eq(own.requestId, requestId)));
}
