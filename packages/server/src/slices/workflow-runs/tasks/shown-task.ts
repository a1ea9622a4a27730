import type { HumanTask } from '@attain/contract/workflow-runs';
import { type Permission, withheldSentence } from '@attain/domain/access/permissions';
import { preparedNode } from '@attain/domain/workflows/prepare-workflow';
import type { Actor } from '../../../base/actor.ts';
import type { TenantTx } from '../../../db/database.ts';
import { readPrepared } from '../../../runs/engine/deliver-events.ts';
import { rightsOfRun } from '../../../runs/engine/rights-of-run.ts';
import type { TaskRow } from './task-rows.ts';

/**
 * Tasks as the actor may see them: values of a run are visible to the user who started it and to those who may read
 * what it reads (WF-46, WF-61). Others see the workflow's own texts with nothing filled in.
 */
export async function shownTasks(
  tx: TenantTx,
  actor: Actor,
  rows: readonly TaskRow[],
): Promise<readonly HumanTask[]> {
  const needs = new Map<string, readonly Permission[]>();
  const shown: HumanTask[] = [];
  for (const { run, ...task } of rows) {
    const key = `${run.documentHash} ${run.workflowId} ${run.parentRunId}`;
    const needed = needs.get(key) ?? (await rightsOfRun(tx, run));
    needs.set(key, needed);
    const withheld = run.startedById === actor.userId ? null : withheldSentence(actor.roles, needed);
    if (withheld === null) {
      shown.push({ ...task, withheld });
      continue;
    }
    const { node, type } = preparedNode(await readPrepared(tx, run), task.nodeId);
    const title = node.title === '' ? type.label : node.title;
    shown.push({ ...task, withheld, title, instructions: '', input: null, result: null });
  }
  return shown;
}

/** One task as the actor may see it. */
export async function shownTask(tx: TenantTx, actor: Actor, row: TaskRow): Promise<HumanTask> {
  const [task] = await shownTasks(tx, actor, [row]);
  return task as HumanTask;
}
