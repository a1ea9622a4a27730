import { existsSync } from 'node:fs';
import { appVersion } from '../base/app-version.ts';
import { counted } from '../base/figures-in-words.ts';
import type { Manifest } from '../slices/backups/backup-format.ts';
import { writeBackup } from '../slices/backups/write-backup.ts';
import { type Command, CommandFailed, exitCodes, log, needed, print } from './command.ts';
import { dataDirOption, mustHaveDatabase, withOwnerDatabase } from './owner-database.ts';

/** `attain backup`: everything in one file, while Attain may go on working. */
export const backup: Command = {
  name: 'backup',
  options: {
    out: { value: 'file', required: true, description: 'Output file; must not exist yet' },
    'data-dir': dataDirOption,
    json: { description: 'The manifest as JSON on stdout' },
  },
  notes: `
Uses DATABASE_URL, else the embedded database, whether Attain is running or not. The file is compressed, readable only by
its owner, and ends with a manifest: rows and SHA-256 of each table, and the roots of the audit logs, which are checked first.
Not included: the installation's secret (the file "secret" of the data folder, or ATTAIN_SECRET; keep it separately, passwords
and signatures depend on it), and uploaded files of imports not committed yet.
Exit codes: 0 written · 1 it could not be written, and no file is left · 64 wrong usage.`,
  async run(given) {
    const path = needed(given, 'out');
    if (existsSync(path))
      throw new CommandFailed(`${path} already exists. Choose another name; a backup never replaces a file.`);
    mustHaveDatabase(given['data-dir']);
    const manifest = await withOwnerDatabase(given, ({ ownerUrl, secretMark }) =>
      writeBackup({ ownerUrl, path, madeAt: new Date(), appVersion, secretMark, report: log }),
    );
    await print(manifestText(manifest, path, given.switches.has('json')));
    return exitCodes.done;
  },
};

/** The manifest of a backup or restore, as one line or as JSON. */
export function manifestText(manifest: Manifest, path: string, asJson: boolean): string {
  if (asJson) return `${JSON.stringify({ file: path, ...manifest })}\n`;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const contents = `${path}: ${manifest.tables.length} tables, ${counted(rows, 'row')}`;
  const logs = manifest.auditRoots.length;
  const problems = manifest.auditProblems ?? [];
  if (problems.length === 0) return `${contents}, ${logs} audit logs verified\n`;
  const verified = `${contents}, ${logs - problems.length} of ${logs} audit logs verified`;
  return [verified, ...problems.map((problem) => `NOT VERIFIED  ${problem}`), ''].join('\n');
}
