import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import type { AppContext } from '../packages/server/src/app-context.ts';
import { type Actor, systemActor } from '../packages/server/src/base/actor.ts';
import { systemClock } from '../packages/server/src/base/clock.ts';
import { newId } from '../packages/server/src/base/ids.ts';
import { loadKeys } from '../packages/server/src/base/keys.ts';
import { readSettings } from '../packages/server/src/base/settings.ts';
import { startEmbedded } from '../packages/server/src/db/embedded/start-embedded.ts';
import { createWorkspace, type NewAccount } from '../packages/server/src/slices/people/create-workspace.ts';
import { type Attain, startServer } from '../packages/server/src/start-server.ts';

/** A whole Attain on an embedded PostgreSQL of its own, in a folder that goes away with it. */
export interface BenchContext extends Attain {
  readonly ownerUrl: string;
  readonly owner: pg.Pool;
  readonly dataDir: string;
  /** For example `18.4`. */
  readonly serverVersion: string;
  stop(): Promise<void>;
}

/** Starts it with the settings a user gets; only the log is turned down to errors, and what `env` says. */
export async function startBenchContext(env: Readonly<Record<string, string>> = {}): Promise<BenchContext> {
  const dataDir = mkdtempSync(join(tmpdir(), 'attain-bench-'));
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  const attain = await startServer({
    ownerUrl: embedded.ownerUrl,
    settings: readSettings({
      ATTAIN_DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      // nothing is measured while something else works
      ATTAIN_ANALYSIS_DELAY_SECONDS: '86400',
      ...env,
    }),
    keys: loadKeys(dataDir, {}),
    clock: systemClock,
    log: pino({ level: env.LOG_LEVEL ?? 'error' }),
    appVersion: 'bench',
  });
  const { owner } = attain.ctx.db;
  const version = await owner.query<{ server_version: string }>('SHOW server_version');
  return {
    ...attain,
    ownerUrl: embedded.ownerUrl,
    owner,
    dataDir,
    serverVersion: version.rows[0]?.server_version ?? '',
    stop: async () => {
      await attain.close();
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The context without the queue, which is not part of what is measured: the bench does what a worker would do with an order. */
export function withoutQueue(ctx: AppContext): AppContext {
  return { ...ctx, jobs: { ...ctx.jobs, order: async () => {} } };
}

/** A workspace of its own for a bench, with Attain itself as the one who acts in it. */
export async function newWorkspace(ctx: AppContext, accounts: readonly NewAccount[] = []): Promise<Actor> {
  const slug = `bench-${newId()}`;
  const { tenantId, userIds } = await createWorkspace(ctx, {
    slug,
    name: slug,
    industry: 'SaaS',
    currency: 'USD',
    accounts,
  });
  return systemActor(tenantId, Object.values(userIds)[0] ?? newId(), 'bench');
}
