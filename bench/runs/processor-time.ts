import { readdirSync } from 'node:fs';
import type pg from 'pg';
import { statOf, ticksASecond } from './proc-stat.ts';

/** Processor time of processes up to now, milliseconds, by process; Linux keeps it in `/proc`. */
export type ProcessorTime = ReadonlyMap<number, number>;

/** Reads it. */
export function processorTime(pids: readonly number[]): ProcessorTime {
  return new Map(
    pids.map((pid) => {
      const [user, system] = statOf(pid).slice(11, 13);
      return [pid, ((Number(user ?? 0) + Number(system ?? 0)) * 1000) / ticksASecond];
    }),
  );
}

/** Time spent in between by processes that still run, in milliseconds. */
export function spentMs(before: ProcessorTime, after: ProcessorTime): number {
  let spent = 0;
  for (const [pid, ms] of after) spent += Math.max(0, ms - (before.get(pid) ?? 0));
  return spent;
}

/** The processes of a PostgreSQL server that run now: its first one and all its children. */
export async function processesOf(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const first = parentOf(rows[0]?.pid ?? 0);
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  return [first, ...all.filter((pid) => parentOf(pid) === first)];
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}
