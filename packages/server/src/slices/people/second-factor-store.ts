import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import { canonicalBytes } from '../../audit/canonical.ts';
import { ApiError } from '../../base/api-error.ts';
import { aesGcmOpen, aesGcmSeal, hkdfSha256 } from '../../base/crypto.ts';
import { base32, matchingStep } from '../../base/totp.ts';
import { consumeProof } from './passkey-store.ts';

/** How long the key of an app waits for its first code. */
const pendingMinutes = 15;
const codeCount = 10;

const sealingKey = (ctx: AppContext) =>
  hkdfSha256({ key: ctx.keys.vault, salt: Buffer.alloc(0), info: 'second-factor|v1', lengthBytes: 32 });

const placeOf = (userId: string) => canonicalBytes({ v: 1, kind: 'second-factor', userId });

/** Stores a new key for a person's app, in place of one that was never used. */
export async function storeNewKey(
  ctx: AppContext,
  client: pg.ClientBase,
  userId: string,
): Promise<Uint8Array> {
  const secret = randomBytes(20);
  const { iv, tag, ciphertext } = aesGcmSeal({
    key: sealingKey(ctx),
    plaintext: secret,
    aad: placeOf(userId),
  });
  await client.query(
    `INSERT INTO second_factors (user_id, iv, auth_tag, cipher_text, started_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id) DO UPDATE SET iv = excluded.iv, auth_tag = excluded.auth_tag,
       cipher_text = excluded.cipher_text, started_at = excluded.started_at, last_step = 0`,
    [userId, iv, tag, ciphertext, ctx.clock.now().toISOString()],
  );
  return secret;
}

/** Uses up the app's code. False: wrong, used before, or for a key that waited too long for its first code. */
export async function consumeAppCode(
  ctx: AppContext,
  client: pg.ClientBase,
  wanted: { userId: string; code: string; isFirst?: boolean },
): Promise<boolean> {
  const { userId, code, isFirst = false } = wanted;
  const found = await client.query<{
    iv: Buffer;
    tag: Buffer;
    ciphertext: Buffer;
    lastStep: number;
    startedAt: string;
  }>(
    `SELECT iv, auth_tag AS tag, cipher_text AS ciphertext, last_step AS "lastStep", started_at AS "startedAt"
       FROM second_factors WHERE user_id = $1 FOR UPDATE`,
    [userId],
  );
  const row = found.rows[0];
  if (!row) return false;
  // a key that has given no first code yet is none
  if (!isFirst && Number(row.lastStep) === 0) return false;
  const at = ctx.clock.now();
  const ageMs = at.getTime() - Date.parse(row.startedAt);
  if (isFirst && ageMs > pendingMinutes * 60_000) return false;
  const secret = aesGcmOpen({ ...row, key: sealingKey(ctx), aad: placeOf(userId) });
  const step = matchingStep(secret, plain(code), { at, after: Number(row.lastStep) });
  secret.fill(0);
  if (step === null) return false;
  await client.query('UPDATE second_factors SET last_step = $2 WHERE user_id = $1', [userId, step]);
  return true;
}

/** Uses up the app's code, the code of a passkey or a recovery code; says which it was. */
export async function consumeCode(
  ctx: AppContext,
  client: pg.ClientBase,
  { userId, code }: { userId: string; code: string },
): Promise<'second-factor' | 'passkey' | 'recovery-code' | null> {
  if (await consumeAppCode(ctx, client, { userId, code })) return 'second-factor';
  if (await consumeProof(ctx, client, { userId, code: plain(code) })) return 'passkey';
  const used = await client.query(
    'UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, recoveryHash(ctx, userId, plain(code))],
  );
  return used.rowCount === 1 ? 'recovery-code' : null;
}

/** Replaces a person's recovery codes. */
export async function storeRecoveryCodes(
  ctx: AppContext,
  client: pg.ClientBase,
  userId: string,
): Promise<string[]> {
  // ten characters of base32: 50 random bits
  const codes = Array.from({ length: codeCount }, () => base32(randomBytes(7)).slice(0, 10));
  await client.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await client.query(
    'INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, hash FROM unnest($2::bytea[]) AS t(hash)',
    [userId, codes.map((code) => recoveryHash(ctx, userId, code))],
  );
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

function recoveryHash(ctx: AppContext, userId: string, code: string): Buffer {
  return createHmac('sha256', ctx.keys.pepper).update(`recovery-code|v1|${userId}|${code}`).digest();
}

const plain = (code: string) => code.replace(/[\s-]/g, '').toUpperCase();

/** The refusal of a sign-in that is right so far, and lacks its code. */
export const codeNeeded = () =>
  new ApiError('SECOND_FACTOR_NEEDED', 'Enter the code from your authenticator app.');

const wrongCodeText = 'This code is wrong or was already used. Enter the code your app shows now.';

/** The refusal of a code; `code` says whether someone is signing in. */
export const wrongCode = (code: 'SIGN_IN_FAILED' | 'BAD_INPUT') =>
  new ApiError(code, wrongCodeText, {
    problems: [{ rule: 'ACCESS-21', path: 'code', message: wrongCodeText }],
  });
