import { rolesHolding, scopeOf } from '@attain/domain/access/permissions';
import { processRights, restorePointRight } from '@attain/domain/schedules/scheduled-process';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { defineJob, type TransactionJob } from '../../jobs/define-job.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { activeMember } from '../people/active-member.ts';
import { membersHolding } from '../people/people-holding.ts';
import { addressed } from '../workflow-runs/notices/send-notices.ts';
import { performTask } from './perform-task.ts';
import {
  type ExecutionEnd,
  type OpenExecution,
  pauseProcess,
  type StoredProcess,
  selectProcessOf,
  storeEnd,
  takeExecution,
} from './process-store.ts';

const ownerLost =
  'The owner of this schedule no longer has the permission it needs. A user who has it must resume it.';

/**
 * Performs an execution with its owner’s permissions, in one transaction: a killed one has stored nothing, and starts again
 * (SCH-2).
 */
export const processJob = defineJob<OpenExecution>({
  kind: 'process-execution',
  unexpected: 'The execution stopped because of an internal error. Run it again.',
  load: takeExecution,
  work: perform,
  onEnd: async (tx, id, { status, message }) =>
    end(tx, id, { status, errors: message === null ? [] : [message] }),
  entryOf: (_, { status }) => ({ action: `process-execution.${status}`, reason: { code: status } }),
});

async function perform(job: TransactionJob<OpenExecution>): Promise<() => Promise<void>> {
  const { tx, subject, actor } = job;
  const held = (await activeMember(tx, subject.createdBy))?.roles ?? null;
  if (held === null || !isAble(held, subject)) throw new ApiError('NOT_ALLOWED', ownerLost);
  const before = process.cpuUsage();
  const done = await performTask(job, { ...actor, roles: held });
  const { user, system } = process.cpuUsage(before);
  const status = done.errors.length === 0 ? 'completed' : 'failed';
  const resourceUsage = {
    cpuMs: Math.round((user + system) / 1_000),
    fileBytes: done.file?.body.length ?? 0,
  };
  return async () => {
    await end(tx, subject.id, { ...done, status, resourceUsage });
    tx.record({
      action: `process-execution.${status}`,
      object: { type: 'process-execution', id: subject.id },
      reason: { code: status },
    });
  };
}

function isAble(
  held: Parameters<typeof scopeOf>[0],
  { task, restorePoint }: Pick<StoredProcess, 'task' | 'restorePoint'>,
): boolean {
  const needed = [processRights[task.type], ...(restorePoint === null ? [] : [restorePointRight])];
  return needed.every((permission) => scopeOf(held, permission) !== null);
}

/** Stores the end, notifies who is to know, and pauses a process whose owner lost a permission (SCH-3). */
async function end(tx: TenantTx, id: string, ended: ExecutionEnd): Promise<void> {
  await storeEnd(tx, id, ended);
  const process = await selectProcessOf(tx, id);
  if (process === null || ended.status === 'cancelled') return;
  if (ended.status === 'completed')
    return notifyOfOutput(tx, id, { process, warnings: ended.warnings ?? [] });
  const held = (await activeMember(tx, process.runsAs))?.roles ?? null;
  const isLost = held === null || !isAble(held, process);
  if (isLost) await pauseProcess(tx, process.id, ownerLost);
  await notifyOfFailure(tx, id, { process, isLost, errors: ended.errors });
}

async function notifyOfOutput(
  tx: TenantTx,
  id: string,
  { process, warnings }: { readonly process: StoredProcess; readonly warnings: readonly string[] },
): Promise<void> {
  const { id: processId, name, sendTo, runsAs, task } = process;
  const called = await readersCalled(tx, sendTo);
  // versions that would have ended otherwise concern the owner at least
  const recipients = called.length === 0 && task.type === 'replay' && warnings.length > 0 ? [runsAs] : called;
  const message =
    warnings.length > 0 ? warnings.slice(0, 3).join(' ') : 'Open the schedule to see its output.';
  await notifyPeople(tx, recipients, {
    ...{ title: `“${name}” completed`, message },
    ...{
      severity: warnings.length > 0 ? 'warning' : 'success',
      runId: null,
      about: { of: 'schedule', id: processId },
    },
    ...{ effectKey: `process-execution/${id}`, mail: { message: 'Open the schedule to see its output.' } },
  });
}

/** Those of the named users and roles who can still view schedules. */
async function readersCalled(tx: TenantTx, names: string): Promise<string[]> {
  const { people } = await addressed(tx, names);
  return people.flatMap(({ userId, roles }) => (scopeOf(roles, 'read:connections') === null ? [] : [userId]));
}

async function notifyOfFailure(
  tx: TenantTx,
  id: string,
  of: { readonly process: StoredProcess; readonly isLost: boolean; readonly errors: readonly string[] },
): Promise<void> {
  const { process, isLost, errors } = of;
  const named = await readersCalled(tx, process.notify);
  const others = [
    ...(named.length === 0 && !isLost ? [process.runsAs] : []),
    ...(isLost ? await membersHolding(tx, rolesHolding(['edit:connections'])) : []),
    ...(process.task.type === 'evidence-check'
      ? await membersHolding(tx, ['compliance-officer', 'administrator'])
      : []),
  ];
  await notifyPeople(tx, [...new Set([...named, ...others])], {
    title: isLost ? `“${process.name}” is paused` : `“${process.name}” failed`,
    message: errors.slice(0, 3).join(' '),
    severity: 'error',
    runId: null,
    about: { of: 'schedule', id: process.id },
    effectKey: `process-execution/${id}`,
    mail: { message: errors.slice(0, 3).join('\n') },
  });
}
