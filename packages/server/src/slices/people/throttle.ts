import { isIP } from 'node:net';
import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../base/api-error.ts';
import { fairTurns } from '../../base/fair-turns.ts';
import { accountName } from './account-name.ts';

/**
 * Tries are counted in the database, so that a restart forgives nothing: per account and address, per account, per address.
 * On a device where the account has signed in before, the device is counted in place of the account.
 */
const limits = {
  pair: { free: 5, windowMinutes: 15, firstWaitSeconds: 1, maxWaitSeconds: 60 },
  account: { free: 100, windowMinutes: 60, firstWaitSeconds: 60, maxWaitSeconds: 600 },
  device: { free: 100, windowMinutes: 60, firstWaitSeconds: 60, maxWaitSeconds: 600 },
  address: { free: 50, windowMinutes: 15, firstWaitSeconds: 30, maxWaitSeconds: 900 },
} as const;

type Kind = keyof typeof limits;

/** Keys under which an attempt is counted. */
type Subjects = Partial<Record<Kind, string>>;

/** A try that was counted, with the wait that it began, if any. */
interface Counted {
  readonly kind: Kind;
  readonly subject: string;
  readonly blockedUntil: string | null;
}

/** One password of an account is verified at a time, so that its tries are judged one after the other. */
const verifying = fairTurns({ atOnce: Number.POSITIVE_INFINITY, atOnceEach: 1 });

/**
 * Verifies a password unless there were too many failures. The attempt is counted before verification, and uncounted if
 * it succeeds or can't be verified. `verify` returns null for a wrong password. Throws THROTTLED during a wait, with a
 * text that does not reveal whether the account exists.
 */
export function throttledAccount<T>(
  ctx: AppContext,
  { username, address, device }: { username: string; address: string; device: string | null },
  verify: () => Promise<T | null>,
): Promise<T | null> {
  const account = accountName(username);
  const network = networkOf(address);
  const subjects = {
    pair: `${account}|${network}`,
    ...(device === null ? { account } : { device }),
    address: network,
  };
  return verifying.run(account, () => throttled(ctx, subjects, verify));
}

/** The same for something that belongs to no account. */
export function throttledAddress<T>(
  ctx: AppContext,
  address: string,
  verify: () => Promise<T | null>,
): Promise<T | null> {
  return throttled(ctx, { address: networkOf(address) }, verify);
}

async function throttled<T>(
  ctx: AppContext,
  subjects: Subjects,
  verify: () => Promise<T | null>,
): Promise<T | null> {
  const counted = await ctx.db.asOwner((client) => count(client, subjects));
  try {
    const verified = await verify();
    if (verified !== null) await giveBack(ctx, counted, { forget: 'pair' });
    return verified;
  } catch (error) {
    await giveBack(ctx, counted, {});
    throw error;
  }
}

/** An IPv6 customer owns a whole /64, so that is one address. */
function networkOf(address: string): string {
  return isIP(address) === 6 ? address.split(':').slice(0, 4).join(':') : address;
}

const limitOf = (name: keyof (typeof limits)[Kind]) =>
  `(CASE f.kind ${Object.entries(limits)
    .map(([kind, limit]) => `WHEN '${kind}' THEN ${limit[name]}`)
    .join(' ')} END)`;
const isOld = `f.window_started_at < now() - make_interval(mins => ${limitOf('windowMinutes')})`;
const wait = `make_interval(secs => least(${limitOf('maxWaitSeconds')},
  ${limitOf('firstWaitSeconds')} * power(2, least(f.failures + 1 - ${limitOf('free')}, 20))))`;

/** Counts an attempt under all keys and sets waits, or throws: if one key has to wait, the attempt is not counted. */
async function count(client: pg.ClientBase, subjects: Subjects): Promise<Counted[]> {
  const entries = Object.entries(subjects).toSorted(([one], [other]) => one.localeCompare(other));
  const kinds = entries.map(([kind]) => kind);
  const names = entries.map(([, subject]) => subject);
  const counted = await client.query<Counted>(
    `INSERT INTO sign_in_failures AS f (kind, subject, failures, window_started_at)
     SELECT kind, subject, 1, now() FROM unnest($1::text[], $2::text[]) AS t(kind, subject)
     ON CONFLICT (kind, subject) DO UPDATE SET
       failures = CASE WHEN ${isOld} THEN 1 ELSE f.failures + 1 END,
       window_started_at = CASE WHEN ${isOld} THEN now() ELSE f.window_started_at END,
       blocked_until = CASE WHEN NOT ${isOld} AND f.failures + 1 >= ${limitOf('free')} THEN now() + ${wait} END
      WHERE f.blocked_until IS NULL OR f.blocked_until <= now()
     RETURNING f.kind, f.subject, f.blocked_until::text AS "blockedUntil"`,
    [kinds, names],
  );
  if (counted.rows.length === entries.length) return counted.rows;
  const blocked = await client.query<{ wait: number }>(
    `SELECT ceil(extract(epoch FROM max(f.blocked_until) - now()))::int AS wait
       FROM sign_in_failures f JOIN unnest($1::text[], $2::text[]) AS t(kind, subject) USING (kind, subject)
      WHERE f.blocked_until > now()`,
    [kinds, names],
  );
  // ends the transaction, so that nothing of this try is counted
  const seconds = Math.max(blocked.rows[0]?.wait ?? 1, 1);
  throw new ApiError('THROTTLED', `Too many failed sign-ins. Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}

/** Takes a counted try back with the wait it began; a wait that another try began stays. `forget` starts that kind afresh. */
async function giveBack(
  ctx: AppContext,
  counted: readonly Counted[],
  { forget }: { forget?: Kind },
): Promise<void> {
  await ctx.db.asOwner(async (client) => {
    for (const { kind, subject, blockedUntil } of counted) {
      if (kind === forget)
        await client.query('DELETE FROM sign_in_failures WHERE kind = $1 AND subject = $2', [kind, subject]);
      else
        await client.query(
          `UPDATE sign_in_failures SET failures = greatest(failures - 1, 0),
             blocked_until = CASE WHEN blocked_until::text = $3 THEN NULL ELSE blocked_until END
            WHERE kind = $1 AND subject = $2`,
          [kind, subject, blockedUntil],
        );
    }
  });
}
