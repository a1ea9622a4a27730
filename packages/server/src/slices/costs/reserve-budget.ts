import type { Budget } from '@attain/contract/costs';
import { decimal, plain } from '@attain/domain/base/decimal';
import { type CallPrice, callCost } from '@attain/domain/costs/price';
import { eq } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import type { TenantTx } from '../../db/database.ts';
import { agentRegistry as agents } from '../../db/schema/agents.ts';
import { agentExecutions } from '../../db/schema/workflow-runs.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { Performing } from '../../runs/engine/perform-effect.ts';
import { effectKey } from '../../runs/engine/store-outcome.ts';
import { converterFor } from '../records/cost-conversions.ts';
import {
  deleteOwnReservations,
  insertOwnReservations,
  insertReservations,
  lockStopBudgets,
  type ReservedAmount,
  type StoredBudget,
} from './budget-store.ts';
import { withSpending } from './budgets.ts';
import { selectPriceOn } from './price-store.ts';

/** Calls that a step is about to make, with the most they can use. */
export interface PlannedCalls {
  readonly connection: string;
  readonly kind: string;
  readonly model: string | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly requests: number;
  /** The connection’s own prices, where none are listed; null: none. */
  readonly ownPrice: (CallPrice & { readonly currency: string }) | null;
}

/**
 * Reserves the highest cost of calls on every budget that stops and concerns them, in a transaction of its own that
 * commits before the call (FIN-12). Fails with BUDGET_EXCEEDED. Calls without a known price reserve nothing.
 */
export async function reserveBudget(
  ctx: AppContext,
  { run, effect }: Pick<Performing, 'run' | 'effect'>,
  calls: PlannedCalls,
): Promise<void> {
  const own = { runId: run.id, effect: effectKey(effect) };
  await ctx.db.within(run.tenantId, async (tx) => {
    const reserved = await affordable(tx, { calls, today: ctx.clock.today(), own });
    if (reserved.length > 0) await insertReservations(tx, own, reserved);
  });
}

/**
 * Reserves for a call that Attain makes itself, until `releaseOwnCall` or for `maxSeconds`. Throws BUDGET_EXCEEDED where a budget
 * that stops has no room.
 */
export async function reserveOwnCall(
  ctx: AppContext,
  call: { readonly tenantId: string; readonly requestId: string; readonly maxSeconds: number },
  calls: PlannedCalls,
): Promise<void> {
  await ctx.db.within(call.tenantId, async (tx) => {
    const reserved = await affordable(tx, { calls, today: ctx.clock.today(), own: null });
    if (reserved.length > 0) await insertOwnReservations(tx, call, reserved);
  });
}

/** Releases the reservation, in the transaction that stores the call's usage. */
export function releaseOwnCall(tx: TenantTx, requestId: string): Promise<void> {
  return deleteOwnReservations(tx, requestId);
}

/**
 * What calls reserve on each budget that stops, in its currency. `own` is the effect that reserves, null for Attain itself. A rate
 * that is missing fails the call, because the budget could be exceeded (FIN-13).
 */
async function affordable(
  tx: TenantTx,
  given: {
    readonly calls: PlannedCalls;
    readonly today: string;
    readonly own: { readonly runId: string; readonly effect: string } | null;
  },
): Promise<ReservedAmount[]> {
  const { calls, today, own } = given;
  const stopping = await lockStopBudgets(tx);
  if (stopping.length === 0) return [];
  const price = (await selectPriceOn(tx, { ...calls, day: today })) ?? calls.ownPrice;
  if (price === null) return [];
  const place = own === null ? { agentId: null, environment: 'prod' } : await placeOf(tx, own.runId);
  const concerned = stopping.filter((budget) => concerns(budget, { ...calls, ...place }));
  const highest = { currency: price.currency, day: today, amount: callCost(price, calls) };
  const reserved: ReservedAmount[] = [];
  for (const budget of await withSpending(tx, concerned, today, own ?? undefined)) {
    const converter = await converterFor(tx, [highest], budget.currency);
    const amount = converter.of(highest);
    const missing = amount === null ? converter.tell([highest]).others : budget.others;
    if (amount === null || missing.length > 0) throw withoutRate(budget, missing);
    const all = decimal(budget.spent).plus(decimal(budget.reserved)).plus(amount);
    if (all.gt(decimal(budget.limit))) throw exceeded(budget, plain(amount));
    reserved.push({ budgetId: budget.id, amount: plain(amount) });
  }
  return reserved;
}

function exceeded({ name, currency, limit, spent, reserved }: Budget, highest: string): EffectFailed {
  const message = `The budget “${name}” has ${limit} ${currency}, of which ${spent} is spent and ${reserved} reserved. This call may cost ${highest}. Raise the limit, or wait for the next period.`;
  return new EffectFailed('BUDGET_EXCEEDED', message);
}

function withoutRate({ name, currency }: Budget, missing: readonly { message: string }[]): EffectFailed {
  const rates = missing.map(({ message }) => message).join(' ');
  const message = `The budget “${name}” is in ${currency} and can’t be checked, so the call is not made. ${rates}`;
  return new EffectFailed('BUDGET_EXCEEDED', message);
}

interface Place {
  readonly agentId: string | null;
  readonly environment: string;
}

async function placeOf(tx: TenantTx, runId: string): Promise<Place> {
  const [row] = await tx.db
    .select({ agentId: agents.agentId, environment: agentExecutions.environment })
    .from(agentExecutions)
    .leftJoin(agents, eq(agents.workflowId, agentExecutions.workflowId))
    .where(eq(agentExecutions.id, runId));
  return row ?? { agentId: null, environment: '' };
}

function concerns({ scope, scopeId }: StoredBudget, call: PlannedCalls & Place): boolean {
  switch (scope) {
    case 'workspace':
      return true;
    case 'category':
      return scopeId === (call.kind === 'llm' ? 'language-models' : 'connections');
    case 'agent':
      return scopeId === call.agentId;
    case 'environment':
      return scopeId === call.environment;
    case 'connection':
      return scopeId === call.connection;
  }
}
