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
