import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { systemClock } from '../../base/clock.ts';
import { loadKeys } from '../../base/keys.ts';
import { readSettings } from '../../base/settings.ts';
import { builtChild } from '../../testing/built-server.ts';
import { createWorker, type Worker } from '../../worker.ts';
import { workflowActivities } from '../../workflow-activities.ts';
import {
  driveRun,
  longLoop,
  publishAll,
  sampleWorkflows,
  undoneCalls,
  whatBecame,
} from './sample-runs.fixture.ts';
import { startTarget, type Target } from './target.fixture.ts';

/** How a process ended: by itself with a code, or by a signal; and the places it passed where it could have died. */
export interface Passed {
  readonly how: number | NodeJS.Signals;
  readonly points: readonly string[];
}

/** A database with the sample workflows on which processes are killed, while nobody else works. */
export interface Range {
  readonly ctx: AppContext;
  readonly actor: Actor;
  readonly target: Target;
  /**
   * Carries a run in a process of its own, which dies at the failpoint (`list`: nowhere, but all are named). For what it leaves
   * behind time stands still, so that the next process passes the places of its own run only.
   */
  carry(start: { workflowId: string; key: string }, failpoint: string): Promise<Passed>;
  /** Time goes on for what was left behind. */
  timeGoesOn(): Promise<void>;
  /** From here on somebody works: `processes` of them. */
  survivors(processes: number): Promise<void>;
  /** Goes on with a run until it has ended: what became of it and of the runs it started, and what they asked of the target. */
  finish(start: { workflowId: string; key: string }): Promise<Finished>;
  close(): Promise<void>;
}

type Finished = Awaited<ReturnType<typeof whatBecame>> & { readonly calls: readonly (readonly string[])[] };

/** Opens it on the database of that address. */
export async function openRange(ownerUrl: string): Promise<Range> {
  const dataDir = mkdtempSync(join(tmpdir(), 'attain-range-'));
  const target = await startTarget();
  const env = { ATTAIN_DATA_DIR: dataDir, ATTAIN_ALLOWED_HOSTS: target.origin, LOG_LEVEL: 'silent' };
  const open = () =>
    createWorker({
      ownerUrl,
      settings: readSettings(env),
      clock: systemClock,
      appVersion: 'test',
      keys: loadKeys(dataDir, {}),
      log: pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
    });
  const first = await open();
  const works: Worker[] = [first];
  const actor = await publishAll(first.ctx, [
    ...sampleWorkflows(target.origin),
    longLoop(target.origin),
    undoneCalls(target.origin),
  ]);
  return {
    ctx: first.ctx,
    actor,
    target,
    carry: async ({ workflowId, key }, failpoint) => {
      const passed = await carry([ownerUrl, actor.tenantId, actor.userId, workflowId, key], {
        ...env,
        ATTAIN_FAILPOINT: failpoint,
      });
      await shiftTime(first.ctx, { by: '1 day', which: '<' });
      return passed;
    },
    timeGoesOn: () => shiftTime(first.ctx, { by: '-1 day', which: '>' }),
    survivors: async (processes) => {
      while (works.length < processes) works.push(await open());
      for (const { ctx } of works) ctx.runs.start(workflowActivities(ctx), []);
    },
    finish: async (start) => {
      const id = await driveRun(first.ctx, actor, start);
      const became = await whatBecame(first.ctx, actor, id);
      return { ...became, calls: callsOf(target, await withChildren(first.ctx, id)) };
    },
    close: async () => {
      for (const one of works) await one.close();
      target.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function carry(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Passed> {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const started = spawn(process.execPath, [builtChild('run-in-child'), ...args], {
    env: { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  started.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    started.on('error', reject);
    started.on('close', (code, signal) => {
      const how = signal ?? code ?? -1;
      if (how !== 0 && how !== 'SIGKILL') return reject(new Error(`The process ended with ${how}:\n${said}`));
      resolve({ how, points: [...said.matchAll(/^failpoint (\S+)$/gm)].map(([, point]) => point as string) });
    });
  });
}

/** What each run asked of the target, by key, without its id. */
function callsOf({ done }: Target, runs: readonly string[]): string[][] {
  return runs.map((id) =>
    [...done]
      .filter(([key]) => key.startsWith(id))
      .map(([key, bodies]) => `${key.slice(id.length)} ${[...bodies].join(' and ')}`)
      .sort(),
  );
}

async function withChildren(ctx: AppContext, id: string): Promise<string[]> {
  const { rows } = await ctx.db.owner.query<{ id: string }>(
    'SELECT id FROM agent_executions WHERE parent_run_id = $1',
    [id],
  );
  return [id, ...rows.map((row) => row.id)];
}

/** Moves what is due before or after the next twelve hours. */
async function shiftTime(ctx: AppContext, { by, which }: { by: string; which: '<' | '>' }): Promise<void> {
  for (const [table, column] of [
    ['run_timers', 'due_at'],
    ['run_effects', 'leased_until'],
    ['run_inbox', 'created_at'],
  ])
    await ctx.db.owner.query(
      `UPDATE ${table} SET ${column} = ${column} + interval '${by}' WHERE ${column} ${which} now() + interval '12 hours'`,
    );
}
