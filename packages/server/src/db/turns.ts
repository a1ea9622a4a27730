import type { TenantTx } from './database.ts';

/** What one transaction at a time does, by number; the text after it says of what. No number is used twice. */
const turns = {
  /** Ordering a calculation: `tenant/plan/period`. */
  'order-calculation': 11,
  /** What payments of a period are made of and which period is closed: the tenant. */
  payments: 13,
  /** Performing a job: `kind/id`. */
  'perform-job': 12,
  /** Taking in records: the tenant. */
  records: 22,
  /** The order of changes beside imports: the tenant. */
  'record-changes': 23,
  /** Ordering a recalculation of all that is out of date: the tenant. */
  'order-recalculation': 26,
  /** Numbering what is called alike: `tenant/noun`. */
  names: 24,
  /** Taking back pay: `tenant/participant`. */
  clawbacks: 25,
  /** Starting runs that compute for long: the tenant. */
  'start-computing': 26,
  /** Keeping another open import: the tenant. */
  'open-imports': 27,
} as const;

/**
 * Waits until nobody else has this turn, and keeps it until the transaction ends. Whatever decides is read after it: what was
 * read before may be another by then.
 */
export async function holdTurn(
  tx: Pick<TenantTx, 'client'>,
  turn: keyof typeof turns,
  of: string,
): Promise<void> {
  await tx.client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [of, turns[turn]]);
}

/** The same without waiting: false where somebody else has the turn. */
export async function tryTurn(
  tx: Pick<TenantTx, 'client'>,
  turn: keyof typeof turns,
  of: string,
): Promise<boolean> {
  const result = await tx.client.query<{ mine: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, $2)) AS mine',
    [of, turns[turn]],
  );
  return result.rows[0]?.mine ?? false;
}
