import { readFileSync } from 'node:fs';

/** `getconf CLK_TCK` on every Linux that runs Node: the unit of processor time in `/proc`. */
export const ticksASecond = 100;

/** The fields of `/proc/<pid>/stat` from the state on; none of a process that has gone meanwhile. */
export function statOf(pid: number | string): string[] {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (gone) {
    if (['ENOENT', 'ESRCH'].includes((gone as NodeJS.ErrnoException).code ?? '')) return [];
    throw gone;
  }
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
