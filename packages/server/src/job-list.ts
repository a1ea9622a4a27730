import type { Job } from './jobs/define-job.ts';
import { calculationJob } from './slices/calculations/calculation-job.ts';
import { recalculationJob } from './slices/calculations/recalculate-all/recalculation-job.ts';
import { payDifferences } from './slices/calculations/recalculations/late-records.ts';
import { settleOutOfDate } from './slices/calculations/recalculations/settle-out-of-date.ts';
import { syncJob } from './slices/connectors/sync-job.ts';
import { deploymentJob } from './slices/deployments/deployment-job.ts';
import { defineImportJob } from './slices/imports/import-job.ts';
import { paymentJob } from './slices/payments/payment-job.ts';
import { processJob } from './slices/schedules/process-job.ts';
import { simulationJob } from './slices/simulations/simulation-job.ts';
import { archiveJob } from './slices/statements/archives/archive-job.ts';
import { analysisJob } from './slices/suggestions/analysis-job.ts';
import { testRunJob } from './slices/suites/test-run-job.ts';
import { runBatchJob } from './slices/workflow-runs/batches/run-batch-job.ts';

export const importJob = defineImportJob({ previewPay: payDifferences, settleOutOfDate });

/** Every kind of background work. */
export const jobList: readonly Job[] = [
  importJob,
  calculationJob,
  recalculationJob,
  paymentJob,
  simulationJob,
  analysisJob,
  testRunJob,
  deploymentJob,
  runBatchJob,
  syncJob,
  processJob,
  archiveJob,
];
