import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ourMigrations } from '../../db/migrate.ts';

/** A folder with this version's migrations and one that a later version would add. */
export function laterMigrations(sql: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'attain-later-'));
  cpSync(ourMigrations, folder, { recursive: true });
  const journal = join(folder, 'meta', '_journal.json');
  const known = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { idx: number; when: number }[] };
  const last = known.entries.at(-1);
  const added = { ...last, idx: known.entries.length, when: (last?.when ?? 0) + 1, tag: '9999_later' };
  writeFileSync(journal, JSON.stringify({ ...known, entries: [...known.entries, added] }));
  writeFileSync(join(folder, '9999_later.sql'), sql);
  return folder;
}
