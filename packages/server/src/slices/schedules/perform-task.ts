import type { ProcessTask } from '@attain/contract/schedules';
import { dayBefore } from '@attain/domain/base/day';
import { environmentWords } from '@attain/domain/policies/policy-words';
import { readHeader } from '@attain/domain/proofs/log-file';
import { verifyLog } from '@attain/domain/proofs/verify-log';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { Actor } from '../../base/actor.ts';
import { counted } from '../../base/figures-in-words.ts';
import { csvOf } from '../../base/table-file.ts';
import type { TransactionJob } from '../../jobs/define-job.ts';
import { exportLog } from '../audit/export-log.ts';
import { logSigner } from '../audit/sign-head.ts';
import { exportUsage } from '../costs/read-costs.ts';
import { takePoint } from '../deployments/rollbacks.ts';
import { openReview } from '../people/access-reviews.ts';
import { verifyAllEvidence } from '../suggestions/evidence/verify-all-evidence.ts';
import { replayableWorkflows, replayRuns } from '../suites/replay-runs.ts';
import { runSuitesWithin } from '../suites/run-suites-within.ts';
import { type ExecutionEnd, type OpenExecution, selectVerifiedHead } from './process-store.ts';

type Job = TransactionJob<OpenExecution>;

/** What a task came to; with errors it failed. */
export type Done = Omit<ExecutionEnd, 'status' | 'resourceUsage'>;

/** Does what a process is for, as its owner, in the transaction of its job. */
export async function performTask(job: Job, owner: Actor): Promise<Done> {
  const { tx, ctx, subject } = job;
  const { task, restorePoint, name } = subject;
  if (task.type === 'restore-point') return takeRestorePoint(job, owner, task);
  const before =
    restorePoint === null
      ? null
      : await takePoint(ctx, tx, {
          environment: restorePoint,
          description: `Before “${name}”`,
          userId: owner.userId,
        });
  const done = await performOther(job, owner, task);
  return { ...done, rollbackPoint: before?.id ?? null };
}

function performOther(
  job: Job,
  owner: Actor,
  task: Exclude<ProcessTask, { type: 'restore-point' }>,
): Promise<Done> {
  switch (task.type) {
    case 'test-suite':
      return runTests(job, owner, task.suiteId);
    case 'cost-export':
      return exportCosts(job, owner, task.month);
    case 'test-report':
      return makeReport(job, owner, task);
    case 'evidence-check':
      return checkEvidence(job, owner);
    case 'access-review':
      return reviewAccess(job, owner, task.days);
    case 'replay':
      return replayAll(job, owner, task.runs);
  }
}

async function takeRestorePoint(
  { ctx, tx, subject }: Job,
  owner: Actor,
  { environment }: { environment: 'dev' | 'staging' | 'prod' },
): Promise<Done> {
  const point = await takePoint(ctx, tx, { environment, description: subject.name, userId: owner.userId });
  const where = environmentWords[environment] ?? environment;
  const warnings = point.agents === 0 ? [`No agent is deployed in ${where}.`] : [];
  const output = { agents: point.agents, changed: point.isNew, hash: point.hash };
  return { errors: [], warnings, output, rollbackPoint: point.id };
}

async function runTests(job: Job, owner: Actor, suiteId: string | null): Promise<Done> {
  const runs = await runSuitesWithin(job, { suiteId, userId: owner.userId });
  const failed = runs.filter(({ status }) => status !== 'passed');
  return {
    errors: failed.map(({ name, error, passed, total }) =>
      error === null ? `${name}: ${passed} of ${total} cases passed.` : `${name}: ${error}`,
    ),
    output: {
      suites: runs.length,
      cases: runs.reduce((sum, { total }) => sum + total, 0),
      passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    },
  };
}

async function exportCosts({ ctx }: Job, owner: Actor, which: 'current' | 'previous'): Promise<Done> {
  const today = ctx.clock.today();
  const month = (which === 'current' ? today : dayBefore(`${today.slice(0, 7)}-01`)).slice(0, 7);
  const { fileName, mediaType, text, calls } = await exportUsage(ctx, owner, { month });
  const warnings = calls === 0 ? [`No calls were made in ${month}.`] : [];
  const file = { fileName, contentType: `${mediaType}; charset=utf-8`, body: Buffer.from(text) };
  return { errors: [], warnings, output: { month, calls }, file };
}

async function makeReport(
  { ctx }: Job,
  owner: Actor,
  { report, format }: { report: 'weekly' | 'regressions'; format: 'pdf' | 'csv' },
): Promise<Done> {
  // with the library that writes PDF, which a worker holds for months
  const { downloadReport } = await import('../suites/test-reports.ts');
  const { fileName, contentType, body } = await downloadReport(ctx, owner, { kind: report, format });
  return { errors: [], output: {}, file: { fileName, contentType, body: Buffer.from(body) } };
}

/** Opens a review of everyone’s roles, which people then decide (ACCESS-44). */
async function reviewAccess({ ctx, tx }: Job, owner: Actor, days: number): Promise<Done> {
  const { roles, dueOn, hash } = await openReview(ctx, tx, { days, by: owner.userId });
  return { errors: [], output: { roles, dueOn, hash } };
}

export const replayColumns = ['Workflow', 'Workflow id', 'Version', 'Run', 'Recorded version', 'Result'];

/** Replays recorded runs on the latest versions: a run that differs on its own version is an error, on a later one a warning. */
async function replayAll({ ctx, tx, ...job }: Job, owner: Actor, runs: number): Promise<Done> {
  const errors: string[] = [];
  const warnings: string[] = [];
  const lines: (readonly (string | number)[])[] = [];
  let count = 0;
  for (const { workflowId, name, version } of await replayableWorkflows(tx)) {
    const { rows } = await replayRuns(ctx, owner, { workflowId, version, limit: runs });
    count += rows.length;
    const differing = rows.filter(({ verdict }) => verdict !== 'same');
    for (const row of differing) lines.push([name, workflowId, version, row.runId, row.version, row.verdict]);
    const own = differing.filter((row) => row.version === version);
    if (own.length > 0)
      errors.push(
        `${name}: ${counted(own.length, 'run')} of version ${version} gave a different result when replayed.`,
      );
    const changed = differing.length - own.length;
    if (changed > 0)
      warnings.push(
        `${name}: ${changed} of ${counted(rows.length, 'run')} would end differently on version ${version}.`,
      );
    job.progress(count);
    await job.pause();
  }
  const body = Buffer.from(csvOf([replayColumns, ...lines.map((line) => line.map(String))]));
  const file = { fileName: 'replayed-runs.csv', contentType: 'text/csv; charset=utf-8', body };
  return { errors, warnings, output: { runs: count, different: lines.length }, file };
}

/** Verifies the whole log as its file is verified offline, from the head verified before, and every evidence pack (SCH-7). */
async function checkEvidence({ ctx, tx, ...job }: Job, owner: Actor): Promise<Done> {
  const signer = logSigner(ctx, tx.tenantId);
  const olderCheckpoint = await selectVerifiedHead(tx);
  const { lines } = await exportLog(ctx, owner);
  let head: string | null = null;
  let read = 0;
  async function* walked() {
    for await (const line of lines) {
      head ??= readHeader(line.slice(0, -1)).checkpoint;
      read += 1;
      if (read % 1_000 === 0) {
        job.progress(read);
        await job.pause();
      }
      yield line.slice(0, -1);
    }
  }
  const log = await verifyLog(nodeDigest, walked(), {
    pin: signer.line,
    origin: signer.origin,
    ...(olderCheckpoint === null ? {} : { olderCheckpoint }),
  });
  const packs = await verifyAllEvidence(ctx, owner, job.pause);
  return {
    errors: [
      ...log.steps
        .filter(({ outcome }) => outcome === 'FAIL')
        .map(({ step, message }) => `Audit log, ${step}: ${message}`),
      ...packs.failed.map(({ id, message }) => `Evidence of ${id}: ${message}`),
    ],
    output: { entries: log.entries, root: log.root, packs: packs.count, ...(log.ok ? { head } : {}) },
  };
}
