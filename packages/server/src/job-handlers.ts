import type { AppContext } from './app-context.ts';
import type { JobKind, JobWork } from './runs/jobs.ts';
import { performCalculation } from './slices/calculations/perform-calculation.ts';
import { performRecalculateAll } from './slices/calculations/recalculate-all/perform-recalculate-all.ts';
import { payDifferences } from './slices/calculations/recalculations/late-records.ts';
import { settleOutOfDate } from './slices/calculations/recalculations/settle-out-of-date.ts';
import { performCheck } from './slices/imports/perform-check.ts';
import { performCommit } from './slices/imports/perform-commit.ts';
import { performPayments } from './slices/payments/perform-payments.ts';
import { performSimulation } from './slices/simulations/perform-simulation.ts';

/** What is done for each kind of order. */
export function jobHandlers(ctx: AppContext): Record<JobKind, JobWork> {
  return {
    'import-check': (order) => performCheck(ctx, order, payDifferences),
    'import-commit': async (order) => {
      await performCommit(ctx, order);
      await settleOutOfDate(ctx, order);
    },
    simulation: (order) => performSimulation(ctx, order),
    calculation: (order) => performCalculation(ctx, order),
    recalculation: (order) => performRecalculateAll(ctx, order),
    payment: (order) => performPayments(ctx, order),
  };
}
