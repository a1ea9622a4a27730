import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../base/figures-in-words.ts';
import { mustBeWhole } from './whole-backup.ts';
import { type BackupOrder, writeBackup } from './write-backup.ts';

/**
 * Writes a backup into the data folder before an upgrade changes the tables, and reads it back to its end. Rejects if it cannot
 * be written or is damaged; the upgrade must not begin then.
 */
export async function backUpBeforeUpgrade(
  order: Omit<BackupOrder, 'path'> & { readonly dataDir: string },
): Promise<string> {
  const { dataDir, madeAt, appVersion, report } = order;
  const folder = join(dataDir, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `before-${appVersion}-${madeAt.toISOString().replaceAll(/[:.]/g, '-')}.backup`);
  report(`Upgrading the data to Attain ${appVersion}. A backup is written first: ${path}`);
  const { tables } = await writeBackup({ ...order, path, report: () => undefined });
  await mustBeWhole(path);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  report(`The backup is complete and verified: ${tables.length} tables, ${counted(rows, 'row')}.`);
  return path;
}
