import type { House } from './house.ts';
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
export function jobWorks(house: House): Record<JobKind, JobWork> {
  return {
    'import-check': (order) => performCheck(house, order, payDifferences),
    'import-commit': async (order) => {
      await performCommit(house, order);
      await settleOutOfDate(house, order);
    },
    simulation: (order) => performSimulation(house, order),
    calculation: (order) => performCalculation(house, order),
    recalculation: (order) => performRecalculateAll(house, order),
    payment: (order) => performPayments(house, order),
  };
}
