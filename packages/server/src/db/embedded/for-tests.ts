import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureServerBuilt } from '../../../../../tools/build.mjs';
import { makeTemplate, runOn } from '../../testing/template-database.ts';
import { startEmbedded } from './start-embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's address of the one PostgreSQL all server tests share: `inject('ownerUrl')`. */
    ownerUrl: string;
    /** Name of the database there that has all tables: databases of tests are copies of it. */
    template: string;
    /** Folder for files of tests; removed after all tests. */
    filesFolder: string;
  }
}

/**
 * One PostgreSQL for all server tests of a run: a new embedded one in a temporary folder, or the server in
 * ATTAIN_TEST_DATABASE_URL (its database is used unchanged; tests create their own tenants in it).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env.ATTAIN_TEST_BUILD = ensureServerBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), 'attain-test-'));
  const filesFolder = join(dataDir, 'files');
  mkdirSync(filesFolder);
  project.provide('filesFolder', filesFolder);
  const given = process.env.ATTAIN_TEST_DATABASE_URL;
  const embedded = given ? null : await startEmbedded({ dataDir, log: console.warn });
  const ownerUrl = embedded?.ownerUrl ?? given ?? '';
  project.provide('ownerUrl', ownerUrl);
  const template = await makeTemplate(ownerUrl);
  project.provide('template', template.name);
  if (embedded) {
    // tests of what is kept after a crash start PostgreSQL themselves; no other one waits for the disk
    for (const login of [decodeURIComponent(new URL(ownerUrl).username), template.login])
      await runOn(ownerUrl, `ALTER ROLE ${login} SET synchronous_commit = off`);
    // databases of tests are dropped within minutes
    await runOn(ownerUrl, 'ALTER SYSTEM SET autovacuum = off');
    await runOn(ownerUrl, 'SELECT pg_reload_conf()');
  }
  return async () => {
    await template.drop();
    await embedded?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
