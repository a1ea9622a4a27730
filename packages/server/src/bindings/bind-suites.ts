import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import {
  captureRun,
  createSuite,
  removeCase,
  removeSuite,
  saveCase,
  saveSuite,
} from '../slices/suites/change-suites.ts';
import {
  listSuites,
  listTestRuns,
  readSampleCase,
  readSuite,
  readTestRun,
} from '../slices/suites/read-suites.ts';
import { replayRuns } from '../slices/suites/replay-runs.ts';
import { runSuites } from '../slices/suites/run-suites.ts';
import { readPerformance, readReport } from '../slices/suites/test-reports.ts';

/** Test suites and their runs, bound to their use-cases; part of `bindContract`. */
export function bindSuites(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const of = os.suites;
  const runs = os.testRuns;
  return {
    suites: {
      list: of.list.handler(({ context, input }) => listSuites(ctx, context.actor, input)),
      get: of.get.handler(({ context, input }) => readSuite(ctx, context.actor, input.id)),
      sampleCase: of.sampleCase.handler(({ context, input }) => readSampleCase(ctx, context.actor, input)),
      create: of.create.handler(({ context, input }) => createSuite(ctx, context.actor, input)),
      save: of.save.handler(({ context, input }) => saveSuite(ctx, context.actor, input)),
      remove: of.remove.handler(({ context, input }) => removeSuite(ctx, context.actor, input.id)),
      saveCase: of.saveCase.handler(({ context, input }) => saveCase(ctx, context.actor, input)),
      removeCase: of.removeCase.handler(({ context, input }) => removeCase(ctx, context.actor, input)),
      capture: of.capture.handler(({ context, input }) => captureRun(ctx, context.actor, input)),
      run: of.run.handler(({ context, input }) => runSuites(ctx, context.actor, input)),
    },
    testRuns: {
      list: runs.list.handler(({ context, input }) => listTestRuns(ctx, context.actor, input)),
      performance: runs.performance.handler(({ context }) => readPerformance(ctx, context.actor)),
      report: runs.report.handler(({ context, input }) => readReport(ctx, context.actor, input.kind)),
      replay: runs.replay.handler(({ context, input }) => replayRuns(ctx, context.actor, input)),
      get: runs.get.handler(({ context, input }) => readTestRun(ctx, context.actor, input.id)),
    },
  };
}
