import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';

const clients = 32;

/** Transactions a second of pgbench with 32 clients, prepared, each inserting one row; counted in the table as well. */
export async function singleInserts(owner: pg.Pool, ownerUrl: string, seconds: number): Promise<number> {
  await owner.query(
    'CREATE SCHEMA IF NOT EXISTS bench; CREATE TABLE IF NOT EXISTS bench.rows (id bigserial PRIMARY KEY, body text NOT NULL)',
  );
  const folder = mkdtempSync(join(tmpdir(), 'attain-inserts-'));
  try {
    const script = join(folder, 'insert.sql');
    writeFileSync(script, `INSERT INTO bench.rows (body) VALUES ('${'x'.repeat(100)}');\n`);
    const before = await rowsIn(owner);
    const { stdout } = await promisify(execFile)('pgbench', [
      ...[
        '-n',
        '-M',
        'prepared',
        '-f',
        script,
        '-c',
        String(clients),
        '-j',
        '2',
        '-T',
        String(seconds),
        ownerUrl,
      ],
    ]);
    const done = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1]);
    if ((await rowsIn(owner)) - before !== done) throw new Error('pgbench and the table do not agree');
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function rowsIn(owner: pg.Pool): Promise<number> {
  const result = await owner.query<{ count: number }>('SELECT count(*)::int AS count FROM bench.rows');
  return result.rows[0]?.count ?? 0;
}
