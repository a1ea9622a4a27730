/**
 * Release 0.1 called a sentence `say` where it is called `message` now. Hashes in audit logs and proof files were taken with
 * the old name, so hashing keeps it, and files of that release are read with it.
 */

/** A value as it is hashed: every `message` has its old name `say`. */
export function withOldNames(value: unknown): unknown {
  return renamed(value, 'message', 'say');
}

/** A value of a file of release 0.1 with today's name: every `say` is called `message`. */
export function withMessages(value: unknown): unknown {
  return renamed(value, 'say', 'message');
}

function renamed(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, from, to));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name === from ? to : name, renamed(member, from, to)]),
  );
}
