import { workflowSchema } from '@attain/domain/workflows/workflow-schema';
import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { mustPassSuites } from '../slices/suites/required-suites.ts';
import {
  estimateBatch,
  readBatch,
  startBatch,
  stopBatch,
} from '../slices/workflow-runs/batches/order-batch.ts';
import { listRuns, readLog, readRun } from '../slices/workflow-runs/read-runs.ts';
import { removeWorkflow } from '../slices/workflow-runs/remove-workflow.ts';
import { retryRun } from '../slices/workflow-runs/retry-run.ts';
import { rerun, startRun } from '../slices/workflow-runs/start-run.ts';
import { cancelRun, signalRun } from '../slices/workflow-runs/stream-run.ts';
import { decideTask } from '../slices/workflow-runs/tasks/decide-task.ts';
import { delegateTask, reassignTask } from '../slices/workflow-runs/tasks/move-task.ts';
import { listTakers, listTasks, readTask } from '../slices/workflow-runs/tasks/read-tasks.ts';
import { tryDraft } from '../slices/workflow-runs/try-draft.ts';
import { checkDraft } from '../slices/workflows/check-draft.ts';
import { createWorkflow } from '../slices/workflows/create-workflow.ts';
import { listNodeTypes } from '../slices/workflows/list-node-types.ts';
import { listWorkflows } from '../slices/workflows/list-workflows.ts';
import { publishWorkflow } from '../slices/workflows/publish-workflow.ts';
import { readOneWorkflow } from '../slices/workflows/read-workflow.ts';
import { restoreWorkflow, retireWorkflow } from '../slices/workflows/retire-workflow.ts';
import { saveWorkflow } from '../slices/workflows/save-workflow.ts';
import { listTags, tagWorkflow } from '../slices/workflows/tag-workflow.ts';

/** The endpoints of workflows, their runs and what people decide in them, bound to their use-cases; part of `bindContract`. */
export function bindWorkflows(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  return {
    workflows: {
      list: os.workflows.list.handler(({ context, input }) => listWorkflows(ctx, context.actor, input)),
      nodeTypes: os.workflows.nodeTypes.handler(({ context, input }) =>
        listNodeTypes(ctx, context.actor, input),
      ),
      schema: os.workflows.schema.handler(() => ({ ...workflowSchema })),
      get: os.workflows.get.handler(({ context, input }) => readOneWorkflow(ctx, context.actor, input)),
      create: os.workflows.create.handler(({ context, input }) => createWorkflow(ctx, context.actor, input)),
      check: os.workflows.check.handler(({ context, input }) => checkDraft(context.actor, input.document)),
      save: os.workflows.save.handler(({ context, input }) => saveWorkflow(ctx, context.actor, input)),
      publish: os.workflows.publish.handler(({ context, input }) =>
        publishWorkflow(ctx, context.actor, input, mustPassSuites),
      ),
      retire: os.workflows.retire.handler(({ context, input }) =>
        retireWorkflow(ctx, context.actor, input.id),
      ),
      tags: os.workflows.tags.handler(({ context, input }) => listTags(ctx, context.actor, input)),
      setTags: os.workflows.setTags.handler(({ context, input }) => tagWorkflow(ctx, context.actor, input)),
      remove: os.workflows.remove.handler(({ context, input }) =>
        removeWorkflow(ctx, context.actor, input.id),
      ),
      restore: os.workflows.restore.handler(({ context, input }) =>
        restoreWorkflow(ctx, context.actor, input.id),
      ),
    },
    workflowRuns: {
      start: os.workflowRuns.start.handler(({ context, input }) =>
        startRun(ctx, context.actor, { ...input, trigger: 'manual' }),
      ),
      tryDraft: os.workflowRuns.tryDraft.handler(({ context, input }) => tryDraft(ctx, context.actor, input)),
      list: os.workflowRuns.list.handler(({ context, input }) => listRuns(ctx, context.actor, input)),
      get: os.workflowRuns.get.handler(({ context, input }) => readRun(ctx, context.actor, input)),
      log: os.workflowRuns.log.handler(({ context, input }) => readLog(ctx, context.actor, input)),
      cancel: os.workflowRuns.cancel.handler(({ context, input }) => cancelRun(ctx, context.actor, input)),
      rerun: os.workflowRuns.rerun.handler(({ context, input }) => rerun(ctx, context.actor, input)),
      retry: os.workflowRuns.retry.handler(({ context, input }) => retryRun(ctx, context.actor, input)),
      signal: os.workflowRuns.signal.handler(({ context, input }) => signalRun(ctx, context.actor, input)),
    },
    runBatches: {
      estimate: os.runBatches.estimate.handler(({ context, input }) =>
        estimateBatch(ctx, context.actor, input),
      ),
      start: os.runBatches.start.handler(({ context, input }) => startBatch(ctx, context.actor, input)),
      get: os.runBatches.get.handler(({ context, input }) => readBatch(ctx, context.actor, input.id)),
      cancel: os.runBatches.cancel.handler(({ context, input }) => stopBatch(ctx, context.actor, input.id)),
    },
    tasks: {
      list: os.tasks.list.handler(({ context, input }) => listTasks(ctx, context.actor, input)),
      get: os.tasks.get.handler(({ context, input }) => readTask(ctx, context.actor, input.id)),
      takers: os.tasks.takers.handler(({ context, input }) => listTakers(ctx, context.actor, input.id)),
      reassign: os.tasks.reassign.handler(({ context, input }) => reassignTask(ctx, context.actor, input)),
      delegate: os.tasks.delegate.handler(({ context, input }) => delegateTask(ctx, context.actor, input)),
      decide: os.tasks.decide.handler(({ context, input }) => decideTask(ctx, context.actor, input)),
    },
  };
}
