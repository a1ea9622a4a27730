import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContext } from '../app-context.ts';
import { loadSample, type SampleLogin } from './load-sample.ts';
import { sampleWorkspace } from './workspace.ts';

/** Any number will do as long as every Attain process uses the same one: only one of them makes the sample. */
const sampleLock = 7_241_002;
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Makes the sample when the installation has no workspace yet, or goes on making it when the start that began was killed, and
 * returns the accounts to show. Passwords made at the first start are kept in a file of the data folder that only its owner
 * can read; deleting the file forgets them.
 */
export async function ensureSample(ctx: AppContext, log: (line: string) => void): Promise<SampleLogin[]> {
  const path = join(ctx.settings.dataDir, 'sample-accounts.json');
  // it has this name until the sample is whole: the passwords are written down before anybody has them
  const unfinished = `${path}.unfinished`;
  const client = await ctx.db.owner.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [sampleLock]);
    const made = await client.query('SELECT 1 FROM tenants LIMIT 1');
    if (made.rowCount === 0 || existsSync(unfinished)) {
      log('Creating the sample workspace …');
      makeFolder(ctx.settings.dataDir);
      if (!existsSync(unfinished)) writeLogins(unfinished, ctx.settings.samplePassword);
      await loadSample(ctx, readLogins(unfinished));
      renameSync(unfinished, path);
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [sampleLock]);
    client.release();
  }
  return existsSync(path) ? readLogins(path) : [];
}

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The data folder ${dataDir} could not be created: ${why}. Set ATTAIN_DATA_DIR to a folder Attain can write to.`,
    );
  }
}

function writeLogins(path: string, password: string | undefined): void {
  const logins = sampleLogins(() => password ?? newPassword());
  writeFileSync(`${path}.draft`, JSON.stringify(logins, null, 2), { mode: 0o600, flush: true });
  renameSync(`${path}.draft`, path);
}

function readLogins(path: string): SampleLogin[] {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Every account of the sample, with the password chosen for it. */
function sampleLogins(passwordOf: (username: string) => string): SampleLogin[] {
  return sampleWorkspace().tenants.flatMap(({ name, accounts }) =>
    accounts.map(({ username, role }) => ({
      username,
      password: passwordOf(username),
      workspace: name,
      role,
    })),
  );
}

/** Four groups of four letters and digits that are told apart easily: 79 bits. */
function newPassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
