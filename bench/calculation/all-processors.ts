import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Milliseconds of processor time that this process and a PostgreSQL beside it have used so far. Connections come and go during
 * a run, so the time of server processes that have ended counts as well: the first one keeps it. Not a number without /proc.
 */
export function processorOfAll(dataDirectory: string): number {
  const own = process.cpuUsage();
  const first = readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  if (fieldsOf(first).length === 0) return Number.NaN;
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = fieldsOf(pid);
    if (pid === first) ticks += sumOf(fields.slice(11, 15));
    else if (fields[1] === first) ticks += sumOf(fields.slice(11, 13));
  }
  return (own.user + own.system) / 1000 + ticks * 10;
}

/** What `/proc/…/stat` says behind the name, which may hold blanks; none of a process that has just ended. */
function fieldsOf(pid: string): string[] {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (gone) {
    if (['ENOENT', 'ESRCH'].includes((gone as NodeJS.ErrnoException).code ?? '')) return [];
    throw gone;
  }
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function sumOf(ticks: readonly string[]): number {
  return ticks.reduce((all, one) => all + Number(one), 0);
}
