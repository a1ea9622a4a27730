import { BadBackup } from '../slices/backups/bad-backup.ts';
import { restoreBackup } from '../slices/backups/restore-backup.ts';
import { manifestText } from './backup.ts';
import { type Command, exitCodes, log, needed, print } from './command.ts';
import { dataDirOption, withOwnerDatabase } from './owner-database.ts';

/** `attain restore`: a backup into an empty database, verified before it counts. */
export const restore: Command = {
  name: 'restore',
  options: {
    from: { value: 'file', required: true, description: 'A file written by `attain backup`' },
    'data-dir': dataDirOption,
    'other-secret': {
      description: 'Restore even if the secret differs: old passwords stop working',
    },
    json: { description: 'The manifest as JSON on stdout' },
  },
  notes: `
The database must be empty: a new data folder, or a new database behind DATABASE_URL. Put the file "secret" of the old data
folder into the new one first (or set ATTAIN_SECRET). One transaction: it commits only if every table, read back, matches
the rows and the hash of the manifest, and every audit log its root. A backup of 0.2.0 or later is upgraded after that.
Exit codes: 0 restored and verified · 2 the file is damaged or does not match this installation · 1 the database does not respond · 64 wrong
usage. Unless it is 0, nothing was saved; only if the upgrade of an older backup failed, its data is there: restore it again into an empty database.`,
  async run(given) {
    const path = needed(given, 'from');
    try {
      const manifest = await withOwnerDatabase(given, ({ ownerUrl, secretMark }) =>
        restoreBackup({
          ownerUrl,
          path,
          secretMark,
          otherSecret: given.switches.has('other-secret'),
          report: log,
        }),
      );
      await print(manifestText(manifest, path, given.switches.has('json')));
      return exitCodes.done;
    } catch (error) {
      if (!(error instanceof BadBackup)) throw error;
      log(error.message);
      return exitCodes.badInput;
    }
  },
};
