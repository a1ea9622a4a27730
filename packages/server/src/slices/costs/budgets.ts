import type { Budget } from '@attain/contract/costs';
import { decimal, HUNDRED, plain, sum, ZERO } from '@attain/domain/base/decimal';
import { ratio, roundRatio } from '@attain/domain/base/ratio';
import {
  annualExcess,
  budgetStatus,
  costCategories,
  isThresholdExceeded,
  periodStart,
  utilization,
} from '@attain/domain/costs/budget';
import type { DatedCost } from '@attain/domain/costs/conversion';
import { eachDay } from '@attain/domain/costs/day-costs';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import { converterFor } from '../records/cost-conversions.ts';
import {
  type BudgetValues,
  deleteBudget,
  insertBudget,
  lockBudget,
  type StoredBudget,
  selectBudgets,
  sumReserved,
  sumUsage,
  updateBudget,
} from './budget-store.ts';
import { entriesByDay } from './month-costs.ts';
import { selectCurrency, selectEntries } from './price-store.ts';

/** The budgets with what is spent in their current periods. */
export function listBudgets(ctx: AppContext, actor: Actor) {
  mustAllow(actor, 'read:costs');
  return ctx.read(actor, async (tx) => {
    const today = ctx.clock.today();
    const currency = await selectCurrency(tx);
    const all = await readSpending(tx, await selectBudgets(tx), { today, into: currency });
    const limits = all.map(({ budget, costs }) => {
      return { ...budget, costs, day: today, amount: decimal(budget.limit) };
    });
    const dated = limits.flatMap((limit) => [limit, ...limit.costs]);
    const converter = await converterFor(tx, dated, currency);
    const known = limits.flatMap((row) => {
      const limit = converter.of(row);
      // not by way of the budget’s currency, which would take the rates of two days
      const spent = sum(row.costs.map((cost) => converter.of(cost) ?? ZERO));
      return limit === null ? [] : [{ ...row, limit: plain(limit), spent: plain(spent) }];
    });
    return {
      rows: all.map(({ budget }) => budget),
      currency,
      utilization: utilization(known),
      excess: annualExcess(known),
      ...converter.tell(known.flatMap(({ costs }) => costs)),
      limits: converter.tell(limits),
    };
  });
}

/** Percent of a budget’s limit that is spent in the period of a day; null: there is no such budget. */
export async function spentShare(tx: TenantTx, id: string | null, today: string): Promise<number | null> {
  const stored = (await selectBudgets(tx)).filter((one) => one.id === id);
  const [budget] = await withSpending(tx, stored, today);
  return budget === undefined ? null : (Number(budget.spent) * 100) / Number(budget.limit);
}

/** Creates a budget, by default in the workspace’s currency. Throws BAD_INPUT for a wrong scope and CONFLICT for a used name. */
export function createBudget(
  ctx: AppContext,
  actor: Actor,
  { currency: chosen, ...input }: BudgetValues & { currency?: string | undefined },
): Promise<Budget> {
  mustAllow(actor, 'edit:costs');
  const values = checked(input);
  return ctx.write(actor, async (tx) => {
    const id = newId();
    const currency = chosen ?? (await selectCurrency(tx));
    await insertBudget(tx, { ...values, id, currency, userId: actor.userId });
    tx.record({
      action: 'budget.created',
      object: { type: 'budget', id },
      evidence: [valueHash({ ...values, currency })],
    });
    return one(tx, id, ctx.clock.today());
  });
}

/** Changes a budget. A higher limit needs a reason. Throws CONFLICT if it was changed since it was read. */
export function saveBudget(
  ctx: AppContext,
  actor: Actor,
  input: BudgetValues & { id: string; revision: number; reason: string },
): Promise<Budget> {
  mustAllow(actor, 'edit:costs');
  const { id, revision, reason, ...rest } = input;
  const values = checked(rest);
  return ctx.write(actor, async (tx) => {
    const stored = found(await lockBudget(tx, id), 'budget');
    if (stored.revision !== revision)
      throw new ApiError('CONFLICT', 'Another user changed this budget after you opened it. Open it again.');
    const isRaised = decimal(values.limit).gt(decimal(stored.limit));
    if (isRaised && reason === '')
      throw new ApiError('BAD_INPUT', 'Enter a reason for the higher limit.', {
        problems: [{ rule: 'FIN-12', path: '/reason', message: 'Enter a reason for the higher limit.' }],
      });
    await updateBudget(tx, id, values, actor.userId);
    tx.record({
      action: isRaised ? 'budget.raised' : 'budget.saved',
      object: { type: 'budget', id },
      evidence: [valueHash(values)],
      ...(reason === '' ? {} : { reason: { code: 'OTHER', text: reason } }),
    });
    return one(tx, id, ctx.clock.today());
  });
}

/** Throws NOT_FOUND. */
export function removeBudget(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'edit:costs');
  return ctx.write(actor, async (tx) => {
    found(await lockBudget(tx, id), 'budget');
    await deleteBudget(tx, id);
    tx.record({ action: 'budget.removed', object: { type: 'budget', id } });
    return { removed: true as const };
  });
}

function checked(values: BudgetValues): BudgetValues {
  const { scope, scopeId } = values;
  if (scope === 'workspace') return { ...values, scopeId: '' };
  const isKnown = scope !== 'category' || costCategories.some((one) => one === scopeId);
  if (scopeId !== '' && isKnown) return values;
  const message = `Choose the ${scope} that the budget is for.`;
  throw new ApiError('BAD_INPUT', message, { problems: [{ rule: 'FIN-1', path: '/scopeId', message }] });
}

async function one(tx: TenantTx, id: string, today: string): Promise<Budget> {
  const stored = found(await lockBudget(tx, id), 'budget');
  const [budget] = await withSpending(tx, [stored], today);
  return found(budget ?? null, 'budget');
}

/** Budgets with what is spent of them in the period of a day; what an effect has reserved itself does not count. */
export async function withSpending(
  tx: TenantTx,
  budgets: readonly StoredBudget[],
  today: string,
  except?: { runId: string; effect: string },
): Promise<Budget[]> {
  return (await readSpending(tx, budgets, { today, except })).map(({ budget }) => budget);
}

/** Budgets with their costs, which have days where they are to be converted: to the budget’s currency, or also `into` another. */
async function readSpending(
  tx: TenantTx,
  budgets: readonly StoredBudget[],
  given: { today: string; into?: string; except?: { runId: string; effect: string } | undefined },
): Promise<{ budget: Budget; costs: readonly DatedCost[] }[]> {
  const { today, except } = given;
  const entries = await selectEntries(tx);
  const reserved = await sumReserved(
    tx,
    budgets.map(({ id }) => id),
    except,
  );
  const all: { budget: Budget; costs: readonly DatedCost[] }[] = [];
  for (const budget of budgets) {
    const from = periodStart(budget.period, today);
    const undated = (given.into ?? budget.currency) === budget.currency ? budget.currency : null;
    const counts = budget.scope === 'workspace' || budget.scopeId === 'infrastructure';
    const costs = [
      ...(await sumUsage(tx, { ...budget, from, undated })),
      ...(counts ? entriesByDay(entries, eachDay(from, today)) : []),
    ];
    const converter = await converterFor(tx, costs, budget.currency);
    const spent = plain(sum(costs.map((cost) => converter.of(cost) ?? ZERO)));
    const limit = plain(decimal(budget.limit));
    const state = { limit, spent, alertThreshold: plain(decimal(budget.alertThreshold)) };
    const shown = {
      ...budget,
      ...state,
      reserved: reserved.get(budget.id) ?? '0',
      remaining: plain(decimal(limit).minus(decimal(spent))),
      used: roundRatio(ratio(decimal(spent).times(HUNDRED), decimal(limit)), 1, 'HALF_UP').toFixed(1),
      periodStart: from,
      thresholdExceeded: isThresholdExceeded(state),
      status: budgetStatus(state),
      ...converter.tell(costs),
    };
    all.push({ budget: shown, costs });
  }
  return all;
}
