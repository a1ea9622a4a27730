import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from './api-error.ts';
import { fairTurns } from './fair-turns.ts';

const derive = promisify(argon2);

/** Memory in KiB, passes over it, lanes. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

// OWASP's first choice for argon2id: 46 MiB, one pass, one lane
const standardCost: PasswordCost = { memory: 47_104, passes: 1, parallelism: 1 };

/** A hash occupies one of libuv's few threads, which compression, files and DNS need too. */
const hashing = fairTurns({ atOnce: 2 });
/** Verifications in progress or waiting. The last one waits for about a second, for three on a busy machine. */
const maxVerifying = 32;

/** Hashes a password: NFC, peppered, argon2id, in the PHC string format. */
export async function hashPassword(
  password: string,
  pepper: Buffer,
  cost: PasswordCost = standardCost,
): Promise<string> {
  const salt = randomBytes(16);
  const hash = await hashing.run('hash', () => compute(password, pepper, salt, cost));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** True if the password matches the hash; takes equal time either way. Throws THROTTLED while too many wait. */
export async function verifyPassword(password: string, stored: string, pepper: Buffer): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!match) throw new Error('A stored password hash is not in the argon2id PHC format.');
  const [, memory, passes, parallelism, salt, hash] = match;
  const expected = Buffer.from(hash ?? '', 'base64');
  if (hashing.count('verify') >= maxVerifying)
    throw new ApiError('THROTTLED', 'Too many sign-ins at once. Try again in a few seconds.', {
      retryAfterSeconds: 3,
    });
  const work = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await hashing.run('verify', () =>
    compute(password, pepper, Buffer.from(salt ?? '', 'base64'), work),
  );
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function compute(password: string, pepper: Buffer, salt: Buffer, work: PasswordCost): Promise<Buffer> {
  const message = createHmac('sha256', pepper).update(password.normalize('NFC')).digest();
  return derive('argon2id', { message, nonce: salt, tagLength: 32, ...work }) as Promise<Buffer>;
}
