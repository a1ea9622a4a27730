import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { counted } from '../../base/figures-in-words.ts';
import { readAuditLog, selectAuditRoots } from './audit-roots.ts';
import {
  type BackupHeader,
  backupFormat,
  endOfRows,
  type Manifest,
  migrationsOf,
  type TableSum,
} from './backup-format.ts';
import { copyOut, selectTables, settleOutput } from './tables.ts';

/** Source and target of a backup, and its progress callback. */
export interface BackupOrder {
  readonly ownerUrl: string;
  readonly path: string;
  readonly madeAt: Date;
  readonly appVersion: string;
  readonly secretMark: string | null;
  readonly report: (line: string) => void;
}

/**
 * Writes every table of every workspace, as of one moment, into one file that only its owner may read; Attain may go on
 * working meanwhile. The file has its name once it is complete. Throws an Error when an audit log is not what its head says.
 */
export async function writeBackup(order: BackupOrder): Promise<Manifest> {
  const client = new pg.Client({ connectionString: order.ownerUrl, application_name: 'attain-backup' });
  await client.connect();
  const part = `${order.path}.part`;
  try {
    await settleOutput(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const written: { manifest?: Manifest } = {};
    await pipeline(
      contents(client, order, (manifest) => {
        written.manifest = manifest;
      }),
      createGzip({ level: 6 }),
      createWriteStream(part, { mode: 0o600, flush: true }),
    );
    await client.query('COMMIT');
    if (!written.manifest) throw new Error('The backup ended before its manifest.');
    await rename(part, order.path);
    return written.manifest;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function* contents(
  client: pg.Client,
  order: BackupOrder,
  done: (manifest: Manifest) => void,
): AsyncGenerator<string | Buffer> {
  const header: BackupHeader = {
    format: backupFormat,
    madeAt: order.madeAt.toISOString(),
    appVersion: order.appVersion,
    migrations: await migrationsOf(client),
    secretMark: order.secretMark,
  };
  yield `${JSON.stringify(header)}\n`;
  const tables: TableSum[] = [];
  for (const table of await selectTables(client)) {
    yield `${JSON.stringify({ table: table.name, columns: table.columns })}\n`;
    const sum = yield* copyOut(client, table);
    yield `${endOfRows}\n`;
    tables.push(sum);
    if (sum.rows > 0) order.report(`${sum.name}: ${counted(sum.rows, 'row')}`);
  }
  const manifest = { tables, ...(await provenRoots(client)) };
  yield `${JSON.stringify({ manifest })}\n`;
  done(manifest);
}

/** A backup of a log that was tampered with would pass on the damage as if it were the truth. */
async function provenRoots(client: pg.Client): Promise<Pick<Manifest, 'auditRoots' | 'auditProblems'>> {
  const auditRoots = await selectAuditRoots(client);
  const auditProblems: string[] = [];
  for (const stored of auditRoots) {
    const { root: computed, problem } = await readAuditLog(client, stored.tenantId);
    if (computed.size !== stored.size || computed.root !== stored.root)
      throw new Error(
        `The audit log of workspace ${stored.tenantId} does not match its signed head. Investigate before you continue.`,
      );
    if (problem !== null) auditProblems.push(`Workspace ${stored.tenantId}: ${problem}`);
  }
  return { auditRoots, auditProblems };
}
