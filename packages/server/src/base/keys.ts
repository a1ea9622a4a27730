import { createPrivateKey, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Keys for separate uses, all derived from one secret, so that losing or using one says nothing about another. */
export interface Keys {
  /** Binds the browser's token to the session's cookie. */
  readonly bind: Buffer;
  /** Mixed into passwords before they are hashed: a database dump alone cannot be attacked. */
  readonly pepper: Buffer;
  /** Seals the workspaces' keys of the vault; without it no stored secret opens. */
  readonly vault: Buffer;
  /** Base key for the secrets of webhooks. */
  readonly hooks: Buffer;
  /** Signs the heads of the audit logs: Ed25519, PKCS#8 PEM. */
  readonly auditSignPem: string;
}

/** The installation's secret: `ATTAIN_SECRET` (base64, 32 bytes) or a file in the data folder, made at the first start. Never in the database. */
export function loadKeys(dataDir: string, env: Readonly<Record<string, string | undefined>>): Keys {
  const secret = env.ATTAIN_SECRET ? fromEnvironment(env.ATTAIN_SECRET) : fromFile(dataDir);
  const derive = (label: string) =>
    Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `attain/${label}/v1`, 32));
  // PKCS#8 wrapping of a raw Ed25519 seed (RFC 8410)
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), derive('audit-sign')]);
  const auditSign = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return {
    bind: derive('bind'),
    pepper: derive('pepper'),
    hooks: derive('hooks'),
    vault: derive('vault'),
    auditSignPem: String(auditSign.export({ type: 'pkcs8', format: 'pem' })),
  };
}

function fromEnvironment(text: string): Buffer {
  const secret = Buffer.from(text, 'base64');
  if (secret.length !== 32)
    throw new Error('ATTAIN_SECRET must be 32 bytes in base64, for example from `openssl rand -base64 32`.');
  return secret;
}

function fromFile(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'secret');
  try {
    return fromEnvironment(readFileSync(path, 'utf8').trim());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
  try {
    // link never replaces a file: of several concurrent starts exactly one secret survives.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return fromEnvironment(readFileSync(path, 'utf8').trim());
}
