import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../base/settings.ts';
import { startEmbedded } from '../db/embedded/start-embedded.ts';
import { secretMarkOf } from '../slices/backups/backup-format.ts';
import { CommandFailed, type CommandOption, type Given, log } from './command.ts';

/** Address of the database. */
export interface OwnerDatabase {
  readonly ownerUrl: string;
  readonly secretMark: string | null;
}

/** The option every command on a database has. */
export const dataDirOption: CommandOption = {
  value: 'folder',
  description: 'Data folder; default: ATTAIN_DATA_DIR, else .attain in the checkout',
};

/** Looking must not make a database: a wrong folder is a mistake, not an empty result. */
export function mustHaveDatabase(dataDir: string | undefined): void {
  const settings = readSettings({
    ...process.env,
    ...(dataDir === undefined ? {} : { ATTAIN_DATA_DIR: dataDir }),
  });
  if (settings.databaseUrl !== undefined || existsSync(join(settings.dataDir, 'postgres'))) return;
  throw new CommandFailed(
    `There is no database in ${settings.dataDir}. Name the data folder with --data-dir, or set DATABASE_URL.`,
  );
}

/** Works on DATABASE_URL, else on the embedded database of the data folder, started for the while unless it runs already. */
export async function withOwnerDatabase<T>(
  given: Given,
  work: (database: OwnerDatabase) => Promise<T>,
): Promise<T> {
  const dataDir = given['data-dir'];
  const settings = readSettings({
    ...process.env,
    ...(dataDir === undefined ? {} : { ATTAIN_DATA_DIR: dataDir }),
  });
  const secretMark = secretMarkOf(settings.dataDir, process.env);
  if (settings.databaseUrl !== undefined) return work({ ownerUrl: settings.databaseUrl, secretMark });
  const embedded = await startEmbedded({ dataDir: settings.dataDir, log: log }).catch((error: unknown) => {
    throw new CommandFailed(error instanceof Error ? error.message : String(error));
  });
  try {
    return await work({ ownerUrl: embedded.ownerUrl, secretMark });
  } finally {
    await embedded.stop();
  }
}
