import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from './base/clock.ts';
import type { Keys } from './base/keys.ts';
import type { Settings } from './base/settings.ts';
import { bindContract } from './bindings.ts';
import { listenForChanges } from './db/change-listener.ts';
import type { Change } from './db/changes.ts';
import { openDatabase } from './db/database.ts';
import { isMigrated, migrate } from './db/migrate.ts';
import { fileBindings } from './file-bindings.ts';
import { buildHouse, type House } from './house.ts';
import { mountApi } from './http/api-routes.ts';
import { buildApp } from './http/app.ts';
import { mountDocs } from './http/docs-routes.ts';
import { openEventHub } from './http/event-hub.ts';
import { mountEvents } from './http/event-routes.ts';
import { mountFiles } from './http/file-routes.ts';
import { mountHealth } from './http/health-routes.ts';
import { mountHooks } from './http/hook-routes.ts';
import { jobWorks } from './job-works.ts';
import { keepHouse } from './keep-house.ts';
import { runPerformers } from './run-performers.ts';
import { openRunEngine } from './runs/engine/run-engine.ts';
import { openJobs } from './runs/jobs.ts';
import { resumeOrders } from './runs/resume-orders.ts';
import { changesSince } from './slices/audit/changes-since.ts';
import { sessionPort } from './slices/people/find-session.ts';
import { openHooks } from './slices/workflow-triggers/answer-hooks.ts';
import { fireEvents } from './slices/workflow-triggers/fire-events.ts';
import { fireSchedules } from './slices/workflow-triggers/fire-schedules.ts';

/** A running Attain: its parts, its door, and the way out. */
export interface Attain {
  readonly house: House;
  readonly app: FastifyInstance;
  /** Lets requests and jobs finish, then closes queue and database. Safe to call twice. */
  close(): Promise<void>;
}

export interface OpenAttain {
  readonly ownerUrl: string;
  readonly settings: Settings;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly log: Logger;
  readonly appVersion: string;
}

/** Migrates the database, puts the house together and mounts every route; the caller listens. */
export async function openAttain(options: OpenAttain): Promise<Attain> {
  const { ownerUrl, settings, log } = options;
  const { appUrl } = await migrate(ownerUrl);
  const db = openDatabase({ ownerUrl, appUrl }, (error) =>
    log.warn({ err: error }, 'a database connection was lost'),
  );
  const jobs = openJobs(ownerUrl, log);
  const runs = openRunEngine({ db, clock: options.clock, log });
  const house = buildHouse({ ...options, db, jobs, runs });
  const sessions = sessionPort(house);
  const app = await buildApp(settings, log);
  mountHealth(app, () => isMigrated(db.owner));
  await mountFiles(app, sessions, fileBindings(house));
  await mountDocs(app);
  await mountApi(app, bindContract(house, sessions));
  const hooks = openHooks(house);
  await mountHooks(app, hooks);
  const hub = openEventHub(sessions, log);
  mountEvents(app, {
    sessions,
    hub,
    past: { since: (tenantId, after) => changesSince(house, tenantId, after) },
  });
  const onChange = (change: Change) => {
    hub.publish(change);
    hooks.heard(change);
  };
  const onGap = () => {
    hub.resync();
    hooks.missed();
  };
  const listener = listenForChanges(ownerUrl, { onChange, onGap }, log);
  await jobs.start(jobWorks(house), async () => {
    await keepHouse(house);
    await resumeOrders(db.owner, jobs, 'forgotten');
  });
  await resumeOrders(db.owner, jobs);
  runs.start(runPerformers(house), [() => fireSchedules(house), () => fireEvents(house)]);
  let closing: Promise<void> | undefined;
  const close = async () => {
    // a client that got its answer may keep its connection open and say nothing more: it is not waited for
    const hangUp = setInterval(() => app.server.closeIdleConnections(), 50);
    await app.close().finally(() => clearInterval(hangUp));
    await runs.stop();
    await jobs.stop();
    await listener.close();
    await db.close();
  };
  return {
    house,
    app,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
