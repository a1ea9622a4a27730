import type { TenantTx } from './database.ts';

/** Advisory locks by number; the comment describes the key. Numbers are never reused. */
const turns = {
  /** Ordering a calculation: `tenant/plan/period`. */
  'order-calculation': 11,
  /** What payments of a period are made of and which period is closed: the tenant. */
  payments: 13,
  /** Performing a job: `kind/id`. */
  'perform-job': 12,
  /** Taking in records: the tenant. */
  records: 22,
  /** Writing segments of the ledger: the tenant. */
  'write-segments': 39,
  /** The order of manual record changes: the tenant. */
  'record-changes': 23,
  /** Renewing the tokens of an account: `tenant/connection`. */
  'renew-grant': 35,
  /** Ordering a batch of runs: the tenant. */
  'order-run-batch': 34,
  /** Ordering a recalculation of all that is out of date: the tenant. */
  'order-recalculation': 26,
  /** Numbering what is called alike: `tenant/noun`. */
  names: 24,
  /** Taking back pay: `tenant/participant`. */
  clawbacks: 25,
  /** Overriding payout lines: the participant. */
  overrides: 33,
  /** Starting runs that compute for long: the tenant. */
  'start-computing': 28,
  /** Keeping another open import: the tenant. */
  'open-imports': 27,
  /** Storing an import that may exceed the limits: the tenant. */
  'import-limits': 32,
  /** Ordering an analysis: `tenant/plan`. */
  'order-analysis': 29,
  /** Applying a suggestion without a click: the tenant. */
  'autonomous-acts': 30,
  /** Saving or removing a scheduled process: the tenant. */
  'save-process': 37,
  /** Ordering a ZIP of statements: the user. */
  'statement-archives': 38,
  /** Storing what looks odd in results: `tenant/plan`. */
  'check-exceptions': 40,
  /** Opening an access review: the tenant. */
  'access-review': 41,
  /** Changing the log index: the tenant. */
  'log-index': 31,
} as const;

/**
 * Waits for this lock and holds it until the transaction ends. Read data for a decision after it: earlier reads may be
 * outdated.
 */
export async function holdTurn(
  tx: Pick<TenantTx, 'client'>,
  turn: keyof typeof turns,
  of: string,
): Promise<void> {
  await tx.client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [of, turns[turn]]);
}

/** The same without waiting: false if another transaction holds it. */
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
