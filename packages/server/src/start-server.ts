import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from './app-context.ts';
import { isDiskFull } from './base/disk-full.ts';
import { fileBindings } from './bindings/bind-files.ts';
import { bindContract } from './bindings.ts';
import { listenForChanges } from './db/change-listener.ts';
import type { Change } from './db/changes.ts';
import { isMigrated } from './db/migrate.ts';
import { publishSettings } from './db/shared-settings.ts';
import { awaitPending, logAttempts } from './http/access-hooks.ts';
import { mountApi } from './http/api-routes.ts';
import { buildApp } from './http/app.ts';
import { mountDocs } from './http/docs-routes.ts';
import { openEventHub } from './http/event-hub.ts';
import { mountEvents } from './http/event-routes.ts';
import { mountFiles } from './http/file-routes.ts';
import { mountHealth } from './http/health-routes.ts';
import { mountHooks } from './http/hook-routes.ts';
import { mountMetrics } from './http/metrics-route.ts';
import { mountScim } from './http/scim-routes.ts';
import { mountMcp } from './mcp/mount-mcp.ts';
import { changesSince } from './slices/audit/changes-since.ts';
import { accessLog } from './slices/audit/record-access.ts';
import { sessionPort } from './slices/people/find-session.ts';
import { scimPort } from './slices/sign-in/scim/answer-scim.ts';
import { LiveLedgers } from './slices/simulations/live/live-ledgers.ts';
import { readMetrics } from './slices/telemetry/read-metrics.ts';
import { openHooks } from './slices/workflow-runs/triggers/answer-hooks.ts';
import { createWorker, type WorkerOptions } from './worker.ts';

/** A running Attain: its parts, its door, and the way out. */
export interface Attain {
  readonly ctx: AppContext;
  readonly app: FastifyInstance;
  /** Lets requests and jobs finish, then closes queue and database. Safe to call twice. */
  close(): Promise<void>;
}

/** Migrates the database, puts the house together and mounts every route; the caller listens. */
export async function startServer(options: WorkerOptions): Promise<Attain> {
  const { ownerUrl, settings, log } = options;
  const worker = await createWorker(options);
  const { ctx } = worker;
  const { db } = ctx;
  await publishSettings(db.owner, settings);
  const sessions = sessionPort(ctx);
  const app = await buildApp(settings, log);
  const access = accessLog(ctx);
  logAttempts(app, access);
  awaitPending(app);
  mountHealth(app, async () => !isDiskFull(app.server) && (await isMigrated(db.owner)));
  mountMetrics(app, { token: settings.metricsToken, read: () => readMetrics(ctx) });
  await mountFiles(app, { sessions, log: access }, fileBindings(ctx));
  mountDocs(app);
  const ledgers = new LiveLedgers(ctx);
  await mountApi(app, sessions, bindContract(ctx, sessions, ledgers));
  await mountScim(app, sessions, scimPort(ctx));
  mountMcp(app, sessions, ctx.appVersion);
  const hooks = openHooks(ctx);
  await mountHooks(app, hooks);
  const hub = openEventHub(sessions, log);
  mountEvents(app, {
    sessions,
    hub,
    past: { since: (tenantId, after) => changesSince(ctx, tenantId, after) },
  });
  const readDays = () =>
    void ctx.days
      .load()
      .catch((error: unknown) => log.warn({ err: error }, 'days of the workspaces were not read'));
  const onChange = (change: Change) => {
    if (change.action === 'workspace.settings-saved' || change.action === 'workspace.created') readDays();
    hub.publish(change);
    hooks.onChange(change);
  };
  const onGap = () => {
    readDays();
    hub.resync();
    hooks.missed();
  };
  const listener = listenForChanges(ownerUrl, { onChange, onGap }, log);
  await worker.start();
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  let closing: Promise<void> | undefined;
  const close = async () => {
    ledgers.close();
    // a client that got its answer, or has asked for nothing, may keep its connection open: it is not waited for
    const hangUp = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, 50);
    await app.close().finally(() => clearInterval(hangUp));
    await listener.close();
    await worker.close();
  };
  return {
    ctx,
    app,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
