const armed = process.env.ATTAIN_FAILPOINT;
const passed = new Map<string, number>();

/** Points at which tests can kill a process. */
export type Failpoint =
  | 'before-commit'
  | 'after-commit'
  | 'before-effect'
  | 'after-effect'
  | 'before-placed'
  | 'after-placed';

/**
 * A place where an attack ends this process as `kill -9` would: `ATTAIN_FAILPOINT=after-commit:3` when it is passed for the third
 * time; `ATTAIN_FAILPOINT=list` writes every pass to stderr instead. Read once when the process starts: no request reaches it.
 */
export function failpoint(name: Failpoint): void {
  if (armed === undefined) return;
  const times = (passed.get(name) ?? 0) + 1;
  passed.set(name, times);
  if (armed === 'list') process.stderr.write(`failpoint ${name}:${times}\n`);
  else if (armed === `${name}:${times}`) process.kill(process.pid, 'SIGKILL');
}
