import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { percentile } from '../measuring.ts';
import type { LoadResult } from './load.ts';

/**
 * The rows that creating a plan writes, written by pgbench: the same rows in the same tables, one audited,
 * idempotent transaction, its log entry staged as Attain stages it. Hashes are random bytes, documents and entries constant text
 * of the usual length; nothing is read that the transaction does not need.
 */
const TRANSACTION = `
\\set high random(0, 4611686018427387902)
\\set low random(0, 4611686018427387902)
BEGIN;
SELECT response FROM idempotency_keys WHERE tenant_id = :tenant AND user_id = :user AND route = 'plans.create' AND key = :plan::text;
INSERT INTO plans (tenant_id, id, name, created_by) VALUES (:tenant, :plan, 'Bench ' || :plan::text, :user);
INSERT INTO plan_versions (tenant_id, plan_id, version, status, document, document_hash, created_by) VALUES (:tenant, :plan, 1, 'Draft', :document, :hash, :user);
INSERT INTO idempotency_keys (tenant_id, user_id, route, key, body_hash, response) VALUES (:tenant, :user, 'plans.create', :plan::text, :hash, :answer);
INSERT INTO audit_staged (tenant_id, body) VALUES (:tenant, :entry);
COMMIT;
`;

/**
 * An id out of pgbench's own random numbers: no trip to the server for it, and immutable, so that the key is looked up in its
 * index. (With gen_random_uuid() in the condition every remembered answer would be read, and the peer be slowed down unfairly.)
 */
const PLAN = `(lpad(to_hex(:high::bigint), 16, '0') || lpad(to_hex(:low::bigint), 16, '0'))::uuid`;

/** Options for pgbench. */
export interface PgbenchRun {
  readonly ownerUrl: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly connections: number;
  readonly seconds: number;
}

/** The version line of the pgbench on this machine, or null. */
export async function findPgbench(): Promise<string | null> {
  try {
    return (await promisify(execFile)('pgbench', ['--version'])).stdout.trim();
  } catch {
    return null;
  }
}

/** Runs it, prepared statements and all; every transaction must have succeeded and be found in the tables. */
export async function runPgbench(owner: pg.Pool, run: PgbenchRun): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'attain-pgbench-'));
  try {
    const script = join(folder, 'write.sql');
    writeFileSync(script, await filledIn(owner, run));
    const count = 'SELECT count(*)::int AS count FROM plans WHERE tenant_id = $1';
    const before = (await owner.query<{ count: number }>(count, [run.tenantId])).rows[0]?.count ?? 0;
    const { stdout } = await promisify(execFile)(
      'pgbench',
      [
        ...['-n', '-M', 'prepared', '-f', script, '-c', String(run.connections)],
        ...['-j', String(Math.min(2, run.connections)), '-T', String(run.seconds)],
        ...['--log', `--log-prefix=${join(folder, 'log')}`, run.ownerUrl],
      ],
      { cwd: folder },
    );
    const times = readdirSync(folder)
      .filter((name) => name.startsWith('log'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
      .map((line) => Number(line.split(' ')[2]) / 1000);
    const after = (await owner.query<{ count: number }>(count, [run.tenantId])).rows[0]?.count ?? 0;
    if (after - before !== times.length)
      throw new Error(`pgbench says ${times.length} transactions, the table ${after - before}`);
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    return { requests: times.length, perSecond, p50: percentile(times, 50), p99: percentile(times, 99) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The script with this workspace's ids, and texts as long as those that Attain itself has stored there. */
async function filledIn(owner: pg.Pool, run: PgbenchRun): Promise<string> {
  const sample = await owner.query<{ document: string; hash: string; entry: string }>(
    `SELECT v.document::text AS document, v.document_hash AS hash, e.body AS entry
       FROM plan_versions v JOIN audit_entries e ON e.tenant_id = v.tenant_id AND e.body LIKE '%plan.created%' LIMIT 1`,
  );
  const [row] = sample.rows;
  if (!row) throw new Error('Attain must have created a plan before, to show how long its texts are');
  const answer = await owner.query<{ response: string }>(
    `SELECT response::text AS response FROM idempotency_keys WHERE route = 'plans.create' LIMIT 1`,
  );
  const texts: Record<string, string> = {
    tenant: run.tenantId,
    user: run.userId,
    document: row.document,
    hash: row.hash,
    entry: row.entry,
    answer: answer.rows[0]?.response ?? '{}',
  };
  // a colon would be read as one of pgbench's own variables
  const literal = (text: string) => `E'${text.replace(/[\\']/g, '\\$&').replaceAll(':', '\\x3a')}'`;
  return TRANSACTION.replace(/:plan\b/g, PLAN).replace(
    /:(tenant|user|document|hash|entry|answer)\b/g,
    (_, name: string) => literal(texts[name] ?? ''),
  );
}
