import { createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { sha256Hex } from '../../audit/canonical.ts';
import { loadKeys } from '../../base/keys.ts';

/**
 * A backup is one gzip'd text: a line with the header, then for each table a line with its name and columns, its rows in
 * the text format of COPY and a line `\.`; last a line with the manifest. Written and read in one stream of flat memory.
 */
export const backupFormat = 'attain.backup/1';

/** The first line. */
export interface BackupHeader {
  readonly format: typeof backupFormat;
  readonly madeAt: string;
  readonly appVersion: string;
  /** Hashes of the migrations that made the tables, in their order. */
  readonly migrations: readonly string[];
  /** Recognises the installation's secret, on which passwords and the signatures of the audit logs depend; null: not known. */
  readonly secretMark: string | null;
}

/** The line before a table's rows. */
export interface TableHeader {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Number of rows of a table, and their SHA-256 in primary-key order. */
export interface TableSum {
  readonly name: string;
  readonly rows: number;
  readonly sha256: string;
}

/** The state of one workspace's audit log. */
export interface AuditRoot {
  readonly tenantId: string;
  readonly size: number;
  /** 64 hex characters. */
  readonly root: string;
}

/** The last line: what must be there after a restore. */
export interface Manifest {
  readonly tables: readonly TableSum[];
  readonly auditRoots: readonly AuditRoot[];
  /** Logs that are complete but rejected by `attain verify`, one sentence each; absent in files of version 0.1.0. */
  readonly auditProblems?: readonly string[];
}

/** The end of a table's rows. No row looks like it: COPY writes a backslash of the data twice. */
export const endOfRows = '\\.';

/** Hashes of the migrations a database has run, in their order. */
export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const result = await client.query<{ hash: string }>(
    'SELECT hash FROM attain_migrations.__drizzle_migrations ORDER BY id',
  );
  return result.rows.map((row) => row.hash);
}

/** Recognises the secret of this installation without giving it away; null when it has none yet. Makes none. */
export function secretMarkOf(
  dataDir: string,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  if (!env.ATTAIN_SECRET && !existsSync(join(dataDir, 'secret'))) return null;
  const key = createPublicKey(loadKeys(dataDir, env).auditSignPem);
  return sha256Hex(key.export({ type: 'spki', format: 'der' }));
}
