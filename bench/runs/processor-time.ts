import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** What `getconf CLK_TCK` says on every Linux that runs Node. */
const ticksASecond = 100;

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

/** What was spent in between by the processes that still run, milliseconds. */
export function spentMs(before: ProcessorTime, after: ProcessorTime): number {
  let spent = 0;
  for (const [pid, ms] of after) spent += Math.max(0, ms - (before.get(pid) ?? 0));
  return spent;
}

/** The processes of a PostgreSQL server that run now: its first one and everybody that one has started. */
export async function processesOf(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const first = parentOf(rows[0]?.pid ?? 0);
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  return [first, ...all.filter((pid) => parentOf(pid) === first)];
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** The fields of `/proc/<pid>/stat` from the state on; none of a process that has gone meanwhile. */
function statOf(pid: number): string[] {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (gone) {
    if (['ENOENT', 'ESRCH'].includes((gone as NodeJS.ErrnoException).code ?? '')) return [];
    throw gone;
  }
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
