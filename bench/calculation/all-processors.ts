import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statOf, ticksASecond } from '../runs/proc-stat.ts';

/**
 * Milliseconds of processor time that this process and its PostgreSQL have used so far. Connections come and go during
 * a run, so the time of server processes that have ended counts as well: the first one keeps it. Not a number without /proc.
 */
export function processorOfAll(dataDirectory: string): number {
  const own = process.cpuUsage();
  const first = readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  if (statOf(first).length === 0) return Number.NaN;
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    if (pid === first) ticks += sumOf(fields.slice(11, 15));
    else if (fields[1] === first) ticks += sumOf(fields.slice(11, 13));
  }
  return (own.user + own.system) / 1000 + (ticks * 1000) / ticksASecond;
}

function sumOf(ticks: readonly string[]): number {
  return ticks.reduce((all, one) => all + Number(one), 0);
}
