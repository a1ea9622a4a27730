/** How long a process counts as not ready after it could not store something for lack of space. */
const unreadyMs = 15_000;

const codes = ['53100', 'ENOSPC', 'EDQUOT'];

const lastSeen = new WeakMap<object, number>();

/** Whether a thrown value says that a disk is full, that of the database or our own. */
export function isDiskFullError(error: unknown): boolean {
  return codes.includes((error as { code?: string } | null)?.code ?? '');
}

/** Remembers for a server that a disk was full, if the thrown value says so. */
export function noteDiskFull(server: object, error: unknown): void {
  if (isDiskFullError(error)) lastSeen.set(server, Date.now());
}

/** Whether a disk was full a moment ago. */
export function isDiskFull(server: object): boolean {
  return Date.now() - (lastSeen.get(server) ?? Number.NEGATIVE_INFINITY) < unreadyMs;
}
