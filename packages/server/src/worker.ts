import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { type AppContext, createContext } from './app-context.ts';
import type { Clock } from './base/clock.ts';
import type { Keys } from './base/keys.ts';
import type { Settings } from './base/settings.ts';
import { openDatabase } from './db/database.ts';
import { type MigrateOptions, migrate } from './db/migrate.ts';
import { jobList } from './job-list.ts';
import { type JobOrder, openJobs } from './jobs/queue.ts';
import { resumeJobs } from './jobs/resume-jobs.ts';
import { runMaintenance } from './maintenance.ts';
import { openRunEngine } from './runs/engine/run-engine.ts';
import { openPolicies } from './runs/policies/policy-guard.ts';
import { schedulesLook } from './runs/schedules/fire-schedules.ts';
import { syncsLook, taskSchedules } from './slices/connectors/run-tasks.ts';
import { deploymentsLook, heartbeatLook } from './slices/deployments/wake-deployments.ts';
import { mailsLook } from './slices/mails/send-mails.ts';
import { askForAgentApproval } from './slices/policies/approve-agent.ts';
import { processSchedules } from './slices/schedules/process-schedules.ts';
import { analysesLook } from './slices/suggestions/analyse-unasked.ts';
import { tracesLook } from './slices/telemetry/export-traces.ts';
import { logsLook } from './slices/telemetry/index-logs.ts';
import { alertsLook } from './slices/telemetry/raise-alerts.ts';
import { webhooksLook } from './slices/webhooks/send-webhooks.ts';
import { failuresLook } from './slices/workflow-runs/failures/notify-failures.ts';
import { eventsLook } from './slices/workflow-runs/triggers/fire-events.ts';
import { triggerSchedules } from './slices/workflow-runs/triggers/trigger-schedules.ts';
import { workflowActivities } from './workflow-activities.ts';

/** Work that is found, not asked for. */
const looks = [
  schedulesLook([triggerSchedules, taskSchedules, processSchedules]),
  syncsLook,
  eventsLook,
  failuresLook,
  analysesLook,
  webhooksLook,
  mailsLook,
  logsLook,
  alertsLook,
  tracesLook,
  deploymentsLook,
];

/** What a process of Attain is opened with. */
export interface WorkerOptions {
  readonly ownerUrl: string;
  readonly settings: Settings;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly log: Logger;
  readonly appVersion: string;
  /** Whether and how the tables of an older version are upgraded; by default they are rejected. */
  readonly migration?: Pick<MigrateOptions, 'beforeUpgrade' | 'migrationsFolder'>;
}

/** The part of Attain that works without being asked: queue, durable runs and what starts them by itself. */
export interface Worker {
  readonly ctx: AppContext;
  /** Begins to work, and takes up what killed processes left. */
  start(): Promise<void>;
  /** Lets what is under way finish for a moment and leaves the rest to other processes; then closes the database. */
  close(): Promise<void>;
}

/** Migrates the database and puts the house together; nothing is done before `start`. */
export async function createWorker(options: WorkerOptions): Promise<Worker> {
  const { ownerUrl, log, clock } = options;
  const { appUrl } = await migrate(ownerUrl, { place: placeOf(options.settings), ...options.migration });
  const db = openDatabase({ ownerUrl, appUrl }, (error) =>
    log.warn({ err: error }, 'a database connection was lost'),
  );
  const jobs = openJobs(ownerUrl, log);
  const policies = openPolicies({
    db,
    clock,
    log,
    askForApproval: (needed) => askForAgentApproval(ctx, needed),
  });
  const runs = openRunEngine({ db, clock, log, guardStarts: policies.guardStarts });
  const ctx: AppContext = createContext({ ...options, db, jobs, runs, policies });
  return {
    ctx,
    start: async () => {
      await ctx.days.load();
      const handlers = jobList.map(({ kind, run }) => ({
        kind,
        perform: (order: JobOrder) => run(ctx, order),
      }));
      await jobs.start(handlers, async () => {
        await runMaintenance(ctx);
        await resumeJobs(db.owner, jobs, 'forgotten');
      });
      await resumeJobs(db.owner, jobs);
      runs.start(
        workflowActivities(ctx),
        [...looks, heartbeatLook()].map(({ isDue, act }) => ({ isDue, act: () => act(ctx) })),
      );
    },
    close: async () => {
      await runs.stop();
      await jobs.stop();
      await policies.flush();
      await db.close();
    },
  };
}

/** Where the data is, as an operator says it. */
function placeOf({ databaseUrl, dataDir }: Settings): string {
  if (databaseUrl === undefined) return `The data folder ${resolve(dataDir)}`;
  const { host, pathname } = new URL(databaseUrl);
  return `The database ${host}${pathname}`;
}
