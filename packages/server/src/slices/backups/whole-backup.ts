import { createHash } from 'node:crypto';
import {
  type BackupHeader,
  backupFormat,
  endOfRows,
  type Manifest,
  type TableHeader,
  type TableSum,
} from './backup-format.ts';
import { BackupLines } from './backup-lines.ts';
import { BadBackup } from './bad-backup.ts';

/**
 * Reads a backup to its end before anything is restored: the compressed file is intact, and every table has the rows and the
 * hash of the manifest. Throws `BadBackup` naming the damaged part.
 */
export async function mustBeWhole(path: string): Promise<void> {
  const lines = new BackupLines(path);
  let part = 'the end of the file';
  try {
    const { format } = await lines.json<BackupHeader>();
    if (format !== backupFormat) throw new BadBackup('This is not an Attain backup.');
    const read: TableSum[] = [];
    for (;;) {
      const last = read.at(-1)?.name;
      part = last === undefined ? 'the first table' : `after the table ${last}`;
      const line = await lines.json<TableHeader | { manifest: Manifest }>();
      if ('manifest' in line) {
        mustMatch(read, line.manifest.tables, 'The file was changed or damaged');
        part = 'the end of the file';
        // the check sum of the compressed file is compared once its end is read
        if ((await lines.next()) !== null) throw new BadBackup('There is data after the manifest.');
        return;
      }
      part = `the table ${line.table}`;
      read.push(await sumOfRows(lines, line.table));
    }
  } catch (error) {
    if (!(error instanceof BadBackup)) throw error;
    throw new BadBackup(`The backup file is damaged, ${part}. ${error.message} Nothing was restored.`);
  } finally {
    await lines.close();
  }
}

async function sumOfRows(lines: BackupLines, name: string): Promise<TableSum> {
  const hash = createHash('sha256');
  for (let rows = 0; ; rows += 1) {
    const line = await lines.next();
    if (line === null) throw new BadBackup(`The file ends in the middle of the table ${name}.`);
    if (line.length === 2 && line.toString('latin1') === endOfRows)
      return { name, rows, sha256: hash.digest('hex') };
    hash.update(line).update('\n');
  }
}

/** Throws unless the tables match the manifest; `what` starts the message. */
export function mustMatch(found: readonly TableSum[], wanted: readonly TableSum[], what: string): void {
  const sums = new Map(found.map((sum) => [sum.name, sum]));
  for (const { name, rows, sha256 } of wanted) {
    const sum = sums.get(name);
    if (sum?.rows !== rows || sum.sha256 !== sha256)
      throw new BadBackup(
        `${what}: ${name} has ${sum?.rows ?? 'no'} rows (SHA-256 ${sum?.sha256 ?? '—'}), the manifest says ${rows} (${sha256}).`,
      );
  }
  if (found.length !== wanted.length) throw new BadBackup(`${what}: some tables are not in the manifest.`);
}
