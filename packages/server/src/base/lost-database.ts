const lostCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53100',
  '53200',
  '53300',
  '08006',
  '08003',
];

type Failure = { code?: string; message?: string; cause?: unknown; syscall?: string };

/** True if another transaction was in the way (a deadlock, a lock not granted), so that the same may succeed at once. */
export function isLockLost(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as Failure;
  return (
    (code !== undefined && ['40P01', '55P03', '40001'].includes(code)) ||
    (cause !== undefined && isLockLost(cause))
  );
}

/** True if an error means that the database is gone or accepts no connections, so that a retry may work. */
export function isLostDatabase(error: unknown): boolean {
  const { code, message, cause, syscall } = (error ?? {}) as Failure;
  return (
    (code !== undefined && lostCodes.includes(code)) ||
    // no server listens at its Unix socket
    (code === 'ENOENT' && syscall === 'connect') ||
    /Connection terminated|timeout exceeded when trying to connect|has encountered a connection error/.test(
      message ?? '',
    ) ||
    // the query builder wraps what the driver throws
    (cause !== undefined && isLostDatabase(cause))
  );
}
