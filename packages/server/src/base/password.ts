import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

// OWASP's first choice for argon2id: 46 MiB, one pass, one lane
const cost = { memory: 47_104, passes: 1, parallelism: 1 };

/** Hashes a password: NFC, peppered, argon2id, in the PHC string format. */
export async function hashPassword(password: string, pepper: Buffer): Promise<string> {
  const salt = randomBytes(16);
  const hash = await compute(password, pepper, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** Whether the password is the one behind the hash; takes the same time either way. */
export async function verifyPassword(password: string, stored: string, pepper: Buffer): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!match) throw new Error('A stored password hash is not in the argon2id PHC format.');
  const [, memory, passes, parallelism, salt, hash] = match;
  const expected = Buffer.from(hash ?? '', 'base64');
  const actual = await compute(password, pepper, Buffer.from(salt ?? '', 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function compute(password: string, pepper: Buffer, salt: Buffer, work: typeof cost): Promise<Buffer> {
  const message = createHmac('sha256', pepper).update(password.normalize('NFC')).digest();
  return derive('argon2id', { message, nonce: salt, tagLength: 32, ...work }) as Promise<Buffer>;
}
