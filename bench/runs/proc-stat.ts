import { readFileSync } from 'node:fs';

/** What `getconf CLK_TCK` says on every Linux that runs Node: how `/proc` counts processor time. */
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
