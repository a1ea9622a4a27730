import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { counted } from '../../base/figures-in-words.ts';
import { makeTablesOf, migrate } from '../../db/migrate.ts';
import { placeEntries, selectStaged } from '../../db/place-entries.ts';
import { readAuditLog, selectAuditRoots } from './audit-roots.ts';
import {
  type BackupHeader,
  endOfRows,
  type Manifest,
  type TableHeader,
  type TableSum,
} from './backup-format.ts';
import { BackupLines } from './backup-lines.ts';
import { BadBackup } from './bad-backup.ts';
import { selectTables, settleOutput, sumOf, type Table } from './tables.ts';
import { mustBeWhole, mustMatch } from './whole-backup.ts';

export interface RestoreOrder {
  readonly ownerUrl: string;
  readonly path: string;
  /** Of the installation that receives it. */
  readonly secretMark: string | null;
  /** Restore although the secret is another one: passwords and signatures made with the old one are then worth nothing. */
  readonly otherSecret: boolean;
  readonly report: (line: string) => void;
  /** Another folder of migrations, where a test needs later ones. */
  readonly migrationsFolder?: string;
}

/**
 * Puts a backup into an empty database, all of it or nothing: one transaction that is committed only when every table has
 * the rows and the hash of the manifest, read back from the database, and every audit log its root, computed from its entries.
 * A backup of an older version is restored into the tables of that version and committed once it is verified; the upgrade follows. If
 * the upgrade fails, the restore has to be repeated in an empty database.
 * Throws `BadBackup` otherwise, and when the database is not empty or the backup's version is not known here.
 */
export async function restoreBackup(order: RestoreOrder): Promise<Manifest> {
  await mustBeWhole(order.path);
  const lines = new BackupLines(order.path);
  const header = await lines.json<BackupHeader>();
  mustShareSecret(header, order);
  const made = await makeTablesOf(header.migrations, order);
  if (made === 'unknown')
    throw new BadBackup(
      `The backup was made by Attain ${header.appVersion} with tables that this version does not know. Restore it with that version.`,
    );
  const client = new pg.Client({ connectionString: order.ownerUrl, application_name: 'attain-restore' });
  await client.connect();
  try {
    await settleOutput(client);
    await client.query('BEGIN');
    const tables = await selectTables(client);
    await mustBeEmpty(client, tables);
    const manifest = await fill(client, { lines, tables, report: order.report });
    order.report('Verifying the restored data …');
    await mustBeComplete(client, tables, manifest);
    if (made === 'older') {
      await client.query('COMMIT');
      order.report('Upgrading the restored data …');
      const { migrationsFolder } = order;
      await migrate(order.ownerUrl, { migrationsFolder, beforeUpgrade: async () => undefined });
      await client.query('BEGIN');
    }
    await placeRestored(client);
    await renumberMarks(client);
    await client.query('COMMIT');
    return manifest;
  } finally {
    await client.end();
    await lines.close();
  }
}

const entriesAtOnce = 2_000;

/** Entries that had no place yet get it now: their numbers are lower than those this database gives out next only by chance. */
async function placeRestored(client: pg.Client): Promise<void> {
  const wanted = { above: 0, tenantId: null, without: [], limit: entriesAtOnce };
  for (;;) {
    const staged = await selectStaged(client, wanted);
    if (staged.length === 0) return;
    await placeEntries(client, staged);
  }
}

/** Marks of the ledger carry numbers of transactions, which this database gives out again. */
async function renumberMarks(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO ledger_changes (tenant_id, participant_id, quarter, change, reason)
     SELECT tenant_id, participant_id, quarter, 0, max(reason) FROM ledger_changes GROUP BY 1, 2, 3 ON CONFLICT DO NOTHING`,
  );
  await client.query('DELETE FROM ledger_changes WHERE change <> 0');
}

function mustShareSecret(header: BackupHeader, order: RestoreOrder): void {
  if (header.secretMark === null || header.secretMark === order.secretMark || order.otherSecret) return;
  throw new BadBackup(
    'The backup belongs to an installation with another secret, so its passwords and audit logs can’t be used here. Use the file "secret" of the old data folder (or ATTAIN_SECRET), or restore with --other-secret.',
  );
}

/** Locks all tables against writes, and lets the owner copy into them, without triggers, until the transaction ends. */
async function mustBeEmpty(client: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const table = pg.escapeIdentifier(name);
    // what triggers write is in the backup
    await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER`);
    if ((await client.query(`SELECT 1 FROM ${table} LIMIT 1`)).rowCount)
      throw new BadBackup(
        `The database is not empty: ${name} has rows. Restore into a new database (another ATTAIN_DATA_DIR or DATABASE_URL).`,
      );
  }
}

async function fill(
  client: pg.Client,
  source: { lines: BackupLines; tables: readonly Table[]; report: (line: string) => void },
): Promise<Manifest> {
  const waiting = new Map(source.tables.map((table) => [table.name, table]));
  const read: TableSum[] = [];
  for (;;) {
    const line = await source.lines.json<TableHeader | { manifest: Manifest }>();
    if ('manifest' in line) {
      mustMatch(read, line.manifest.tables, 'The file was changed or damaged');
      if (waiting.size > 0)
        throw new BadBackup(`Tables are missing from the backup: ${[...waiting.keys()].join(', ')}.`);
      for (const { name, forced } of source.tables) {
        const table = pg.escapeIdentifier(name);
        await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
        if (forced) await client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
      }
      return line.manifest;
    }
    const table = waiting.get(line.table);
    if (!table || line.columns.join() !== table.columns.join())
      throw new BadBackup(`The backup's table ${line.table} does not exist in this version.`);
    waiting.delete(line.table);
    const sum = await copyIn(client, table, source.lines);
    read.push(sum);
    if (sum.rows > 0) source.report(`${sum.name}: ${counted(sum.rows, 'row')}`);
  }
}

async function copyIn(client: pg.Client, table: Table, lines: BackupLines): Promise<TableSum> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const hash = createHash('sha256');
  let rows = 0;
  async function* portions(): AsyncGenerator<Buffer> {
    let held: Buffer[] = [];
    let length = 0;
    for (;;) {
      const line = await lines.next();
      if (line === null) throw new BadBackup(`The file ends in the middle of the table ${table.name}.`);
      const end = line.length === 2 && line.toString('latin1') === endOfRows;
      if (!end) {
        held.push(line, lineBreak);
        length += line.length + 1;
        rows += 1;
      }
      if (length > 65_536 || (end && length > 0)) {
        const portion = Buffer.concat(held);
        hash.update(portion);
        yield portion;
        held = [];
        length = 0;
      }
      if (end) return;
    }
  }
  const into = client.query(copyFrom(`COPY ${pg.escapeIdentifier(table.name)} (${columns}) FROM STDIN`));
  await pipeline(Readable.from(portions()), into);
  return { name: table.name, rows, sha256: hash.digest('hex') };
}

const lineBreak = Buffer.from('\n');

async function mustBeComplete(
  client: pg.Client,
  tables: readonly Table[],
  manifest: Manifest,
): Promise<void> {
  const stored: TableSum[] = [];
  for (const table of tables) stored.push(await sumOf(client, table));
  mustMatch(stored, manifest.tables, 'The restored rows differ from the backup');
  const heads = await selectAuditRoots(client);
  const computed = [];
  for (const { tenantId } of heads) computed.push((await readAuditLog(client, tenantId)).root);
  for (const roots of [heads, computed]) {
    if (JSON.stringify(roots) !== JSON.stringify(manifest.auditRoots))
      throw new BadBackup('The audit logs do not match the manifest.');
  }
}
