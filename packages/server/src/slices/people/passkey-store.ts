import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import { base32 } from '../../base/totp.ts';

const proofMinutes = 2;

/** A passkey with what is needed to verify it. */
export interface StoredPasskey {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly rpId: string;
  readonly name: string;
  readonly isBackedUp: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

const columns = `p.id, p.user_id AS "userId", p.public_key AS "publicKey", p.counter::float8 AS counter, p.transports, p.rp_id AS "rpId",
  p.name, p.is_backed_up AS "isBackedUp", p.created_at AS "createdAt", p.last_used_at AS "lastUsedAt"`;

/** After an administrator's reset, keys from before it count no more. */
const counts = 'u.second_factor_since IS NOT NULL AND p.created_at >= u.second_factor_since';

/** A person's passkeys, oldest first. */
export async function selectPasskeys(
  client: Pick<pg.ClientBase, 'query'>,
  userId: string,
): Promise<StoredPasskey[]> {
  const found = await client.query<StoredPasskey>(
    `SELECT ${columns} FROM passkeys p JOIN users u ON u.id = p.user_id WHERE p.user_id = $1 AND ${counts} ORDER BY p.created_at, p.id`,
    [userId],
  );
  return found.rows;
}

/** The passkey of this id, locked while its answer is judged. */
export async function lockPasskey(client: pg.ClientBase, id: string): Promise<StoredPasskey | null> {
  const found = await client.query<StoredPasskey>(
    `SELECT ${columns} FROM passkeys p JOIN users u ON u.id = p.user_id WHERE p.id = $1 AND ${counts} FOR UPDATE OF p`,
    [id],
  );
  return found.rows[0] ?? null;
}

/** Stores a passkey. False: this key is registered already. */
export async function insertPasskey(
  client: pg.ClientBase,
  row: Omit<StoredPasskey, 'lastUsedAt'>,
): Promise<boolean> {
  const stored = await client.query(
    `INSERT INTO passkeys (id, user_id, public_key, counter, transports, rp_id, name, is_backed_up, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [
      row.id,
      row.userId,
      row.publicKey,
      row.counter,
      row.transports,
      row.rpId,
      row.name,
      row.isBackedUp,
      row.createdAt,
    ],
  );
  return stored.rowCount === 1;
}

/** Notes a use: the key's counter, whether it is backed up, and when. */
export async function touchPasskey(
  client: pg.ClientBase,
  { id, counter, isBackedUp, at }: { id: string; counter: number; isBackedUp: boolean; at: string },
): Promise<void> {
  await client.query('UPDATE passkeys SET counter = $2, is_backed_up = $3, last_used_at = $4 WHERE id = $1', [
    id,
    counter,
    isBackedUp,
    at,
  ]);
}

/** Removes one passkey, or all of a person. */
export async function deletePasskeys(client: pg.ClientBase, userId: string, id?: string): Promise<number> {
  const removed = await client.query(
    'DELETE FROM passkeys WHERE user_id = $1 AND ($2::text IS NULL OR id = $2)',
    [userId, id ?? null],
  );
  return removed.rowCount ?? 0;
}

/** Whether an app gives codes for this person's present second factor. */
export async function hasApp(client: pg.ClientBase, userId: string): Promise<boolean> {
  const found = await client.query('SELECT 1 FROM second_factors WHERE user_id = $1 AND last_step > 0', [
    userId,
  ]);
  return found.rowCount === 1;
}

/** Uses up a challenge. False: it was used before. */
export async function useChallenge(client: pg.ClientBase, challenge: string): Promise<boolean> {
  const used = await client.query(
    'INSERT INTO passkey_challenges (challenge_hash) VALUES ($1) ON CONFLICT DO NOTHING',
    [createHash('sha256').update(challenge).digest()],
  );
  return used.rowCount === 1;
}

const proofHash = (code: string) => createHash('sha256').update(`passkey-proof|v1|${code}`).digest();

/** A code that stands for a passkey once: 160 random bits. */
export async function storeProof(ctx: AppContext, client: pg.ClientBase, userId: string): Promise<string> {
  const code = base32(randomBytes(20));
  await client.query('INSERT INTO passkey_proofs (code_hash, user_id, expires_at) VALUES ($1, $2, $3)', [
    proofHash(code),
    userId,
    new Date(ctx.clock.now().getTime() + proofMinutes * 60_000).toISOString(),
  ]);
  return code;
}

/** Uses up the code of a passkey. */
export async function consumeProof(
  ctx: AppContext,
  client: pg.ClientBase,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const used = await client.query<{ inTime: boolean }>(
    `DELETE FROM passkey_proofs WHERE code_hash = $1 AND user_id = $2 RETURNING expires_at > $3 AS "inTime"`,
    [proofHash(code), userId, ctx.clock.now().toISOString()],
  );
  return used.rows[0]?.inTime ?? false;
}
