import { isIP } from 'node:net';
import type pg from 'pg';
import { Refusal } from '../../base/refusal.ts';

/** Failures are counted per (account, address), per account and per address, in the database: a restart forgives nothing. */
const limits = [
  { kind: 'pair', free: 5, windowMinutes: 15, firstWaitSeconds: 1, longestWaitSeconds: 60 },
  { kind: 'account', free: 100, windowMinutes: 60, firstWaitSeconds: 60, longestWaitSeconds: 600 },
  { kind: 'address', free: 50, windowMinutes: 15, firstWaitSeconds: 30, longestWaitSeconds: 900 },
] as const;

function subjects(username: string, address: string): Record<(typeof limits)[number]['kind'], string> {
  const account = username.normalize('NFC').toLowerCase();
  const network = networkOf(address);
  return { pair: `${account}|${network}`, account, address: network };
}

/** An IPv6 customer owns a whole /64, so that is one address. */
function networkOf(address: string): string {
  return isIP(address) === 6 ? address.split(':').slice(0, 4).join(':') : address;
}

/** Refuses with THROTTLED while a wait runs. The text does not say whether the account exists. */
export async function mustBeFree(pool: pg.Pool, username: string, address: string): Promise<void> {
  const names = subjects(username, address);
  const result = await pool.query<{ wait: number }>(
    `SELECT ceil(extract(epoch FROM max(blocked_until) - now()))::int AS wait FROM sign_in_failures
      WHERE (kind, subject) IN (('pair', $1), ('account', $2), ('address', $3)) AND blocked_until > now()`,
    [names.pair, names.account, names.address],
  );
  const wait = result.rows[0]?.wait ?? 0;
  if (wait > 0)
    throw new Refusal('THROTTLED', `Too many failed sign-ins. Try again in ${wait} s.`, {
      retryAfterSeconds: wait,
    });
}

/** Counts one failure everywhere and sets the waits: 1, 2, 4 … seconds after the free tries are used up. */
export async function countFailure(pool: pg.Pool, username: string, address: string): Promise<void> {
  const names = subjects(username, address);
  for (const limit of limits) {
    await pool.query(
      `INSERT INTO sign_in_failures AS f (kind, subject, failures, window_started_at) VALUES ($1, $2, 1, now())
       ON CONFLICT (kind, subject) DO UPDATE SET
         failures = CASE WHEN f.window_started_at < now() - make_interval(mins => $3) THEN 1 ELSE f.failures + 1 END,
         window_started_at = CASE WHEN f.window_started_at < now() - make_interval(mins => $3) THEN now() ELSE f.window_started_at END,
         blocked_until = CASE WHEN f.window_started_at >= now() - make_interval(mins => $3) AND f.failures + 1 >= $4
           THEN now() + make_interval(secs => least($6, $5 * power(2, least(f.failures + 1 - $4, 20)))) ELSE NULL END`,
      [
        limit.kind,
        names[limit.kind],
        limit.windowMinutes,
        limit.free,
        limit.firstWaitSeconds,
        limit.longestWaitSeconds,
      ],
    );
  }
}

/** A success clears the pair's count; the account's and address's wider counts run out by themselves. */
export async function clearFailures(client: pg.ClientBase, username: string, address: string): Promise<void> {
  await client.query(`DELETE FROM sign_in_failures WHERE kind = 'pair' AND subject = $1`, [
    subjects(username, address).pair,
  ]);
}
