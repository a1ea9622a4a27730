/** How long a process counts as not ready after it could not store something for lack of space. */
const unreadyMs = 15_000;

const codes = ['53100', 'ENOSPC', 'EDQUOT'];

const lastSeen = new WeakMap<object, number>();

/** True if an error means that a disk is full, the database's or our own. */
export function isDiskFullError(error: unknown): boolean {
  return codes.includes((error as { code?: string } | null)?.code ?? '');
}

/** Marks the server's disk as full if the error means so. */
export function noteDiskFull(server: object, error: unknown): void {
  if (isDiskFullError(error)) lastSeen.set(server, Date.now());
}

/** True if a disk was full recently. */
export function isDiskFull(server: object): boolean {
  return Date.now() - (lastSeen.get(server) ?? Number.NEGATIVE_INFINITY) < unreadyMs;
}
