import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { createBudget, listBudgets, removeBudget, saveBudget } from '../slices/costs/budgets.ts';
import {
  createEntry,
  createPrice,
  endPrice,
  listEntries,
  listPrices,
  removeEntry,
} from '../slices/costs/change-prices.ts';
import {
  exportUsage,
  readOptimization,
  readOverview,
  readRoi,
  readUsage,
} from '../slices/costs/read-costs.ts';

/** Costs, budgets and prices, bound to their use-cases; part of `bindContract`. */
export function bindCosts(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const { costs, budgets, prices, costEntries } = os;
  return {
    costs: {
      overview: costs.overview.handler(({ context, input }) => readOverview(ctx, context.actor, input)),
      usage: costs.usage.handler(({ context, input }) => readUsage(ctx, context.actor, input)),
      export: costs.export.handler(({ context, input }) => exportUsage(ctx, context.actor, input)),
      optimization: costs.optimization.handler(({ context, input }) =>
        readOptimization(ctx, context.actor, input),
      ),
      roi: costs.roi.handler(({ context, input }) => readRoi(ctx, context.actor, input)),
    },
    budgets: {
      list: budgets.list.handler(({ context }) => listBudgets(ctx, context.actor)),
      create: budgets.create.handler(({ context, input }) => createBudget(ctx, context.actor, input)),
      save: budgets.save.handler(({ context, input }) => saveBudget(ctx, context.actor, input)),
      remove: budgets.remove.handler(({ context, input }) => removeBudget(ctx, context.actor, input.id)),
    },
    prices: {
      list: prices.list.handler(({ context }) => listPrices(ctx, context.actor)),
      create: prices.create.handler(({ context, input }) => createPrice(ctx, context.actor, input)),
      end: prices.end.handler(({ context, input }) => endPrice(ctx, context.actor, input)),
    },
    costEntries: {
      list: costEntries.list.handler(({ context }) => listEntries(ctx, context.actor)),
      create: costEntries.create.handler(({ context, input }) => createEntry(ctx, context.actor, input)),
      remove: costEntries.remove.handler(({ context, input }) => removeEntry(ctx, context.actor, input.id)),
    },
  };
}
