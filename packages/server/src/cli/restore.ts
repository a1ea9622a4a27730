import { BadBackup } from '../slices/backups/bad-backup.ts';
import { restoreBackup } from '../slices/backups/restore-backup.ts';
import { manifestText } from './backup.ts';
import { type Command, exitCodes, log, needed, print } from './command.ts';
import { dataDirOption, withOwnerDatabase } from './owner-database.ts';

/** `attain restore`: a backup into an empty database, verified before it counts. */
export const restore: Command = {
  name: 'restore',
  summary: 'Put a backup into an empty database; all of it, verified, or nothing',
  options: {
    from: { value: 'file', required: true, description: 'A file written by `attain backup`' },
    'data-dir': dataDirOption,
    'other-secret': {
      description: 'Restore although the secret is another: old passwords will not be accepted',
    },
    json: { description: 'The manifest as JSON on stdout' },
  },
  notes: `
The database must be empty: a new data folder, or a new database behind DATABASE_URL. Put the file "secret" of the old data
folder into the new one first (or set ATTAIN_SECRET). One transaction: it is committed only when every table, read back, has
the rows and the hash of the manifest, and every audit log the root computed from its entries.
Exit codes: 0 restored and verified · 2 the file is damaged or does not fit here · 1 the database does not answer · 64 wrong
usage. Unless it is 0, nothing was stored.`,
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
