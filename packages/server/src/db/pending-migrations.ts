import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { appVersion } from '../base/app-version.ts';
import { UnsupportedDatabase } from './unsupported-database.ts';

/** Folder of the migrations, and the table in which a database records them. */
export interface MigrationPlaces {
  readonly migrationsFolder: string;
  readonly migrationsSchema: string;
}

interface Ran {
  readonly id: number;
  readonly hash: string;
  readonly madeAt: string;
}

/**
 * How many migrations the database has run, and how many of ours it has not. Throws `UnsupportedDatabase`, before anything is
 * changed, when it has run others than the first of ours: what has them, since when, and what to do.
 * `place` names it in the sentence: "The data folder /srv/attain".
 */
export async function pendingMigrations(
  client: pg.ClientBase,
  places: MigrationPlaces,
  place: string,
): Promise<{ ran: number; pending: number }> {
  const ours = readMigrationFiles(places);
  const marks = `${places.migrationsSchema}.__drizzle_migrations`;
  const found = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    marks,
  ]);
  if (!found.rows[0]?.there) return { ran: 0, pending: ours.length };
  const { rows: ran } = await client.query<Ran>(
    `SELECT id, hash, created_at AS "madeAt" FROM ${marks} ORDER BY id`,
  );
  const other = ran.find((one, index) => one.hash !== ours[index]?.hash);
  if (other) throw new UnsupportedDatabase(otherVersion(place, other, ours));
  await settleMoments(client, { marks, ran, ours });
  return { ran: ran.length, pending: ours.length - ran.length };
}

/** The same migrations, written at another moment: the moment decides what is run next, so it becomes ours. */
async function settleMoments(
  client: pg.ClientBase,
  known: { marks: string; ran: readonly Ran[]; ours: readonly MigrationMeta[] },
): Promise<void> {
  for (const [index, { id, madeAt }] of known.ran.entries()) {
    const moment = known.ours[index]?.folderMillis;
    if (moment !== Number(madeAt))
      await client.query(`UPDATE ${known.marks} SET created_at = $2 WHERE id = $1`, [id, moment]);
  }
}

function otherVersion(place: string, theirs: Ran, ours: readonly MigrationMeta[]): string {
  const mine = ours.at(-1);
  const [theirMoment, myMoment] = [Number(theirs.madeAt), mine?.folderMillis ?? 0];
  const age = theirMoment > myMoment ? 'a newer' : 'an older';
  return [
    `${place} was created by ${age} version of Attain with other tables, so this version can't use it.`,
    `  there:         tables of ${dayAndTime(theirMoment)} (${theirs.hash.slice(0, 12)})`,
    `  this version:  tables of ${dayAndTime(myMoment)} (${mine?.hash.slice(0, 12)}), Attain ${appVersion}`,
    'Nothing was changed or lost. Either',
    '  - start the version of Attain that created it; or',
    '  - start this version with another place for its data: ATTAIN_DATA_DIR=<another folder> (or another DATABASE_URL).',
  ].join('\n');
}

function dayAndTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
