import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import type { Run } from '@attain/contract/calculations';
import { decimal, plain, sum } from '@attain/domain/base/decimal';
import { verifyStatement } from '@attain/domain/proofs/verify-statement';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOf } from '../../audit/canonical.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import { newId } from '../../base/ids.ts';
import { runMaintenance } from '../../maintenance.ts';
import { type Client, client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { postedPayments } from '../payments/paid-period.fixture.ts';
import { type PaidWorkspace, paidWorkspace, tieredPlan } from '../payouts/paid-workspace.fixture.ts';
import { archivePath, writeZip } from './archives/archive-file.ts';
import { archiveJob, entryName, fileSafe } from './archives/archive-job.ts';

let ctx: TestContext;
let paid: PaidWorkspace;
let run: Run;

beforeAll(async () => {
  ctx = await sharedTestContext();
  paid = await paidWorkspace(ctx);
  run = await paid.calculate();
});
afterAll(() => ctx?.stop());

const parseCsv = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true });
const bytesOf = async (path: string, of: PaidWorkspace = paid) => {
  const { cookie } = of.admin;
  const response = await fetch(`${ctx.url}${path}`, { headers: { cookie } });
  expect(response.status).toBe(200);
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
};

describe('statements', () => {
  test('[PAY-19] the statements of a run sum to the run, and each to its lines', async () => {
    const { body: list } = await paid.admin.get('/api/statements');
    const rows = list.rows as {
      participantId: string;
      total: string;
      runId: string;
      participantName: string;
    }[];
    expect(rows.map((row) => row.participantName)).toEqual([
      'Ann Example',
      'Bob Example',
      'Mia Example',
      'Łukasz Żółć 王',
    ]);
    expect(plain(sum(rows.map((row) => decimal(row.total))))).toBe(plain(decimal(run.total ?? '')));
    for (const row of rows) {
      const { body: statement } = await paid.admin.get(`/api/statements/${row.runId}/${row.participantId}`);
      expect(statement.total).toBe(row.total);
      const lines = statement.lines as { amount: string }[];
      expect(plain(sum(lines.map((line) => decimal(line.amount))))).toBe(plain(decimal(row.total)));
      expect(statement.proof).toMatchObject({ resultHash: run.resultHash, engineVersion: run.engineVersion });
    }
    const { body: ann } = await paid.admin.get(`/api/statements/${run.id}/ann`);
    expect(ann.participant).toEqual({
      id: 'ann',
      name: 'Ann Example',
      title: 'Account Executive',
      managerName: 'Mia Example',
    });
  });

  test('[SHELL-PROD-01] a rep reads the own one only, a manager those of the team, in lists and in files', async () => {
    const rep = paid.tenant.as('sales-rep');
    const ids = async (client: typeof rep) =>
      (await client.get('/api/statements')).body.rows.map(
        (row: { participantId: string }) => row.participantId,
      );
    expect(await ids(rep)).toEqual(['ann']);
    expect(await ids(paid.tenant.as('manager'))).toEqual(['ann', 'bob', 'mia']);
    for (const suffix of ['', '.pdf', '.csv', '.json']) {
      expect((await rep.get(`/api/statements/${run.id}/ann${suffix}`)).status, suffix).toBe(200);
      const other = await rep.get(`/api/statements/${run.id}/bob${suffix}`);
      expect(other, suffix).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      expect((await paid.tenant.as('viewer').get(`/api/statements/${run.id}/ann${suffix}`)).status).toBe(403);
      const stranger = (await ctx.newTenant()).as('administrator');
      expect((await stranger.get(`/api/statements/${run.id}/ann${suffix}`)).status, suffix).toBe(404);
    }
    expect((await rep.get(`/api/statements/${run.id}/ann`)).body.run.total).toBeNull();
  });

  test('lists are paged without a gap, searched, and show an unchanged run under its own name', async () => {
    const again = await paid.calculate();
    expect(again.status).toBe('unchanged');
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await paid.admin.get('/api/statements', { limit: 1, cursor });
      seen.push(...body.rows.map((row: { participantId: string }) => row.participantId));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(['ann', 'bob', 'mia', 'cid']);
    const { body: one } = await paid.admin.get('/api/statements', { runId: again.id, search: 'bob' });
    expect(one.rows).toMatchObject([{ runId: again.id, participantId: 'bob', total: '283.46' }]);
    expect((await paid.admin.get(`/api/statements/${again.id}/bob`)).body.total).toBe('283.46');
  });
});

describe('the files', () => {
  test('[AUD-12] [AUD-13] the proof file is verified without the server, and no longer once a cent is changed', async () => {
    for (const id of ['ann', 'bob', 'cid', 'mia']) {
      const { bytes, headers } = await bytesOf(`/api/statements/${run.id}/${id}.json`);
      expect(headers.get('content-disposition')).toContain(`statement-${id}-2024-Q1.json`);
      const text = bytes.toString('utf8');
      const { body: log } = await paid.admin.get('/api/audit/checkpoint');
      const verdict = verifyStatement(nodeDigest, text, { pin: log.publicKey });
      expect(
        verdict.steps.map((step) => [step.step, step.outcome, step.outcome === 'FAIL' && step.message]),
      ).toEqual(
        ['file', 'hashes', 'consistent', 'recalculation', 'key', 'log', 'batch'].map((step) => [
          step,
          'PASS',
          false,
        ]),
      );
      expect(verdict).toMatchObject({
        ok: true,
        paid: { participantId: id, period: '2024-Q1', currency: 'USD' },
      });
      expect(verifyStatement(nodeDigest, text.replace('"total":"', '"total":"1')).ok).toBe(false);
    }
    const ann = JSON.parse((await bytesOf(`/api/statements/${run.id}/ann.json`)).bytes.toString('utf8'));
    expect(ann.input.participants[1]).toMatchObject({ id: 'bob', name: 'bob', targetVariableAnnual: null });
    const { body: statement } = await paid.admin.get(`/api/statements/${run.id}/ann`);
    expect(hashOf(ann.input.plan)).toBe(statement.proof.documentHash);
  });

  test('[PAY-44] [AUD-13] parts rounded together sum to the deal, say so, and are verified payee by payee', async () => {
    const [, bikes] = tieredPlan.components;
    const component = {
      ...bikes!,
      filter: [],
      weight: 100,
      rate: { kind: 'flat', ratePercent: '10' },
    } as const;
    const rounding = { mode: 'HALF_UP', splits: 'largest-remainder' } as const;
    const shared = await paidWorkspace(ctx, { ...tieredPlan, rounding, components: [component] });
    const splits = Object.entries({ ann: '40', bob: '30', cid: '30' }).map(
      ([participantId, sharePercent]) => ({
        participantId,
        sharePercent,
      }),
    );
    await shared.addDeal({ id: 'd7', date: '2024-03-04', amount: '1000.05', participantId: 'ann', splits });
    const shares = await shared.calculate();
    const earned = await Promise.all(
      ['ann', 'bob', 'cid'].map(async (id) => {
        const { bytes } = await bytesOf(`/api/statements/${shares.id}/${id}.json`, shared);
        expect(verifyStatement(nodeDigest, bytes.toString('utf8')).ok).toBe(true);
        const line = `/api/calculations/${shares.id}/payouts/${id}/bikes`;
        const { body: why } = await shared.admin.get(line);
        expect(why.steps.map((step: { message: string }) => step.message).join(), id).toContain(
          'by rounding of the split',
        );
        const { body: credits } = await shared.admin.get(`${line}/credits`);
        return credits.rows.find(({ dealId }: { dealId: string }) => dealId === 'd7').earned;
      }),
    );
    expect(earned).toEqual(['40.01', '30.00', '30.00']);
  });

  test('the CSV keeps numbers as numbers and runs nothing in a spreadsheet', async () => {
    const evil = await paidWorkspace(ctx);
    await evil.addDeal({ id: '=HYPERLINK("x")', amount: '10', participantId: 'ann', customer: '-2+3' });
    const { id } = await evil.calculate();
    const { body, headers } = await evil.admin.get(`/api/statements/${id}/ann.csv`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const rows = parseCsv(body);
    expect(rows.find((row) => row.Deal === 'd3')).toMatchObject({
      'Deal amount': '-5000.00',
      Credited: '-5000',
      Earned: '-100.00',
    });
    expect(rows.find((row) => row['Deal amount'] === '10')).toMatchObject({
      Deal: `'=HYPERLINK("x")`,
      Customer: "'-2+3",
    });
    const credits = rows.filter((row) => row.Row === 'Credit').map((row) => decimal(row.Earned ?? ''));
    expect(plain(sum(credits))).toBe(plain(decimal(rows.at(-1)?.Earned ?? '')));
  });

  test('[PAYM-1] the files carry how it was paid: every event, what is paid, what stays open', async () => {
    const held = await paidWorkspace(ctx);
    const { id } = await held.calculate();
    const before = parseCsv((await held.admin.get(`/api/statements/${id}/ann.csv`)).body);
    const preliminary = 'Calculated (preliminary)';
    expect(before.at(-1)).toMatchObject({ Row: 'Total', 'Payment of': '', 'Payment status': preliminary });
    expect((await held.admin.get(`/api/statements/${id}/ann.pdf`)).body).toContain(preliminary);
    const { planId } = held;
    const kept = {
      participantId: 'ann',
      planId,
      componentId: 'bikes',
      percent: '50',
      reason: 'until go-live',
    };
    expect((await held.admin.post('/api/holds', kept)).status).toBe(201);
    const drawn = {
      participantId: 'ann',
      currency: 'USD',
      kind: 'recoverable',
      amount: '9000.00',
      per: 'period',
      from: '2024-01-01',
      reason: 'new in the field',
    };
    expect((await held.admin.post('/api/draws', drawn)).status).toBe(201);
    await postedPayments(held, '2024-Q1');
    const rep = held.tenant.as('sales-rep');
    const rows = parseCsv((await rep.get(`/api/statements/${id}/ann.csv`)).body).filter(
      (row) => row['Payment of'] === '2024-Q1',
    );
    const cents = (row: Record<string, string>) => decimal(row.Earned ?? '');
    const [paidAt, paidRow] = [...rows.entries()].find(([, row]) => row.Row === 'To be paid') ?? [];
    expect(rows.slice(0, paidAt).map((row) => row.Row)).toEqual([
      ...['Earned', 'Earned', 'Held back', 'Draw advanced'],
    ]);
    expect(rows.slice(0, paidAt).every((row) => (row.Why ?? '').length > 10)).toBe(true);
    expect(plain(sum(rows.slice(0, paidAt).map(cents)))).toBe(plain(cents(paidRow ?? {})));
    expect(rows.slice((paidAt ?? 0) + 1).map((row) => row.Row)).toEqual([
      'Held, not released yet',
      'Draw still to be recovered',
    ]);
    const { body: pdf } = await rep.get(`/api/statements/${id}/ann.pdf`);
    expect(pdf).toContain('Payments of 2024-Q1');
    expect(pdf).not.toContain(preliminary);
    expect(pdf).toMatch(/\$[\d,]+\.\d\d, Posted/);
    expect((await rep.get(`/api/statements/${id}/bob.pdf`)).status).toBe(404);
    const proof = await bytesOf(`/api/statements/${id}/ann.json`, held);
    expect(verifyStatement(nodeDigest, proof.bytes.toString('utf8')).ok).toBe(true);
  });

  test('the PDF is tagged, titled and says its language; a character without a font keeps its text', async () => {
    const { bytes, headers } = await bytesOf(`/api/statements/${run.id}/cid.pdf`);
    expect(headers.get('content-type')).toBe('application/pdf');
    const file = bytes.toString('latin1');
    expect(file.slice(0, 8)).toBe('%PDF-1.7');
    for (const mark of [
      '/MarkInfo',
      '/StructTreeRoot',
      '/Lang (en)',
      '/DisplayDocTitle true',
      '/S /H1',
      '/S /Table',
      '/S /TH',
      '/FontFile2',
      'pdfuaid:part',
    ])
      expect(file, mark).toContain(mark);
    const content = contentsOf(bytes);
    // 王 as UTF-16 behind the box that stands for it
    expect(content).toMatch(/\/ActualText \(\xfe\xffs\x8b\)/);
    expect(content).toContain('/Artifact');
  });

  test('a statement of hundreds of credits goes over pages, each with the head of its table', async () => {
    const long = await paidWorkspace(ctx);
    for (let at = 0; at < 120; at += 1)
      await long.addDeal({ id: `m${String(at).padStart(4, '0')}`, amount: `${at}.37`, participantId: 'bob' });
    const { id } = await long.calculate();
    const { body } = await long.admin.get(`/api/statements/${id}/bob.pdf`);
    expect(body.match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(4);
  });
});

/** Everything the pages draw, uncompressed. */
function contentsOf(pdf: Buffer): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = pdf.indexOf('stream\n', at);
    if (start < 0) return parts.join('\n');
    const end = pdf.indexOf('endstream', start);
    try {
      parts.push(inflateSync(pdf.subarray(start + 7, end)).toString('latin1'));
    } catch {
      // not a compressed stream
    }
    at = end + 9;
  }
}

/** The newest period with statements, as the list of ZIPs shows it. */
const zipOf = async (client: Client) => (await client.get('/api/statement-archives')).body.rows[0];

/** Creates the reader's ZIP and reads it: names and bytes of its files. */
async function zipped(client: Client, runId: string): Promise<Record<string, Uint8Array>> {
  const started = await client.post(`/api/statement-archives/${runId}`);
  expect([started.status, started.body.archive]).toMatchObject([202, { status: 'working', files: null }]);
  for (
    let { archive } = started.body;
    archive.status !== 'completed';
    archive = (await zipOf(client)).archive
  ) {
    if (archive.status !== 'working') throw new Error(JSON.stringify(archive));
    await setTimeout(50);
  }
  const response = await fetch(`${ctx.url}/api/statement-archives/${runId}/statements.zip`, {
    headers: { cookie: client.cookie },
  });
  expect(response.headers.get('content-type')).toBe('application/zip');
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
}

describe('[ACCESS-45] the statements of a period as a ZIP', () => {
  test('holds the PDF of everyone the reader may see, named by ID and name', async () => {
    const { archive, ...period } = await zipOf(paid.admin);
    expect([archive, period]).toMatchObject([
      null,
      { runId: run.id, planName: 'Field sales', statements: 4 },
    ]);
    const files = await zipped(paid.admin, run.id);
    expect(Object.keys(files).sort()).toEqual([
      '0001 ann Ann Example.pdf',
      '0002 bob Bob Example.pdf',
      '0003 mia Mia Example.pdf',
      '0004 cid Łukasz Żółć 王.pdf',
    ]);
    const { bytes } = await bytesOf(`/api/statements/${run.id}/cid.pdf`);
    expect(Buffer.from(files['0004 cid Łukasz Żółć 王.pdf'] ?? []).length).toBe(bytes.length);
    expect((await zipOf(paid.admin)).archive).toMatchObject({
      status: 'completed',
      files: 4,
      progress: { done: 4, total: 4 },
    });

    const manager = paid.tenant.as('manager');
    const address = `/api/statement-archives/${run.id}/statements.zip`;
    expect((await manager.get(address)).status).toBe(404);
    expect(Object.keys(await zipped(manager, run.id))).toHaveLength(3);
    expect(Object.keys(await zipped(paid.tenant.as('sales-rep'), run.id))).toEqual([
      '0001 ann Ann Example.pdf',
    ]);
    expect((await paid.tenant.as('viewer').post(`/api/statement-archives/${run.id}`)).status).toBe(403);
    const stranger = (await ctx.newTenant()).as('administrator');
    expect((await stranger.post(`/api/statement-archives/${run.id}`)).status).toBe(404);
    const late = await paid.admin.post(`/api/statement-archives/${run.id}/cancel`);
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
  });

  test('is not offered before the period is published to the reader, and is gone after a day', async () => {
    const held = await paidWorkspace(ctx);
    const ordered = await held.admin.post('/api/calculations', { planId: held.planId, period: '2024-Q1' });
    const manager = held.tenant.as('manager');
    while ((await held.admin.get(`/api/calculations/${ordered.body.id}`)).body.status !== 'completed')
      await setTimeout(50);
    const { id } = ordered.body;
    expect((await manager.get('/api/statement-archives')).body.rows).toEqual([]);
    expect((await manager.post(`/api/statement-archives/${id}`)).status).toBe(404);
    expect(Object.keys(await zipped(held.admin, id))).toHaveLength(4);
    await held.addDeal({ id: 'late', amount: '10', participantId: 'bob' });
    const next = await held.calculate();
    // a newer calculation doesn't hide the file of the earlier one
    const periods = async () => (await held.admin.get('/api/statement-archives')).body.rows;
    expect(await periods()).toMatchObject([
      { runId: id, version: 1, archive: { status: 'completed' } },
      { runId: next.id, version: 2, archive: null },
    ]);
    await held.sql(
      `UPDATE statement_archives SET created_at = now() - interval '25 hours' WHERE tenant_id = $1`,
    );
    expect(await periods()).toMatchObject([{ runId: next.id, archive: null }]);
    expect((await held.admin.get(`/api/statement-archives/${id}/statements.zip`)).status).toBe(404);
  });

  test('is one at a time, and leaves nothing when it is cancelled', async () => {
    const held = await paidWorkspace(ctx);
    const { id: runId } = await held.calculate();
    const id = newId();
    // ordered, and not begun by anyone
    await held.sql(
      `WITH j AS (INSERT INTO jobs (tenant_id, kind, subject_id, status, done, cancel_requested, attempts) VALUES ($1, 'statement-archive', $2, 'queued', 0, false, 0))
       INSERT INTO statement_archives (tenant_id, id, run_id, created_by, status)
       SELECT $1, $2, $3, user_id, 'working' FROM memberships WHERE tenant_id = $1 AND 'administrator' = ANY (roles)`,
      [id, runId],
    );
    const second = await held.admin.post(`/api/statement-archives/${runId}`);
    expect([second.status, second.body.error]).toMatchObject([409, /is being created/]);
    const cancelled = await held.admin.post(`/api/statement-archives/${runId}/cancel`);
    expect([cancelled.status, cancelled.body.archive.status]).toEqual([200, 'cancelled']);
    expect((await held.admin.get(`/api/statement-archives/${runId}/statements.zip`)).status).toBe(404);
    expect(Object.keys(await zipped(held.admin, runId))).toHaveLength(4);
    expect(existsSync(archivePath(ctx.ctx, id))).toBe(false);

    // a request to stop that came after the file was whole
    await held.sql(
      `WITH a AS (UPDATE statement_archives SET status = 'working' WHERE tenant_id = $1 RETURNING id)
       UPDATE jobs SET status = 'running', cancel_requested = true FROM a WHERE tenant_id = $1 AND kind = 'statement-archive' AND subject_id = a.id`,
    );
    const { rows } = await ctx.ctx.db.owner.query('SELECT id FROM statement_archives WHERE tenant_id = $1', [
      held.tenant.tenantId,
    ]);
    const file = archivePath(ctx.ctx, rows[0].id);
    expect(existsSync(file)).toBe(true);
    await archiveJob.run(ctx.ctx, { tenantId: held.tenant.tenantId, id: rows[0].id });
    expect((await zipOf(held.admin)).archive.status).toBe('cancelled');
    expect(existsSync(file)).toBe(false);
  });

  test('is refused once its owner reads other statements or payments, and to tokens that do', async () => {
    const held = await paidWorkspace(ctx);
    const { id } = await held.calculate();
    const manager = held.tenant.as('manager');
    expect(Object.keys(await zipped(manager, id))).toHaveLength(3);
    await held.sql(
      `UPDATE reporting_lines SET to_date = '2023-12-31' WHERE tenant_id = $1 AND participant_id = 'bob'`,
    );
    const address = `/api/statement-archives/${id}/statements.zip`;
    const late = await manager.get(address);
    expect([late.status, late.body.error]).toMatchObject([409, /^Your access has changed/]);
    expect((await zipOf(manager)).archive).toMatchObject({ status: 'failed', error: late.body.error });
    expect(Object.keys(await zipped(manager, id))).toHaveLength(2);

    const made = await manager.post('/api/auth/tokens', {
      ...{ name: 'Reports', scopes: ['read:statements'], days: 1 },
    });
    const token = async (path: string, method: 'GET' | 'POST') =>
      (
        await client(ctx.url, '', '').send(path, {
          method,
          headers: { authorization: `Bearer ${made.body.token}`, 'content-type': 'application/json' },
          ...(method === 'POST' ? { body: '{}' } : {}),
        })
      ).status;
    expect(await token(`/api/statement-archives/${id}`, 'POST')).toBe(403);
    expect(await token(address, 'GET')).toBe(409);
    expect((await manager.get(address)).status).toBe(200);
  });

  test('leaves no file after a day, also where nothing is uploaded or its process was killed', async () => {
    const yesterday = new Date(ctx.ctx.clock.now().getTime() - 25 * 60 * 60 * 1000);
    const old = archivePath(ctx.ctx, newId());
    const fresh = archivePath(ctx.ctx, newId());
    for (const file of [old, `${old}.part`, fresh]) writeFileSync(file, 'PK');
    for (const file of [old, `${old}.part`]) utimesSync(file, yesterday, yesterday);
    await runMaintenance(ctx.ctx);
    expect([existsSync(old), existsSync(`${old}.part`), existsSync(fresh)]).toEqual([false, false, true]);
    rmSync(fresh);
  });

  test('is written file by file, is whole or absent, and keeps names apart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'attain-zip-'));
    const at = new Date('2024-04-01T12:00:00Z');
    let made = 0;
    async function* files(broken: boolean) {
      for (made = 0; made < 40; made += 1) {
        if (broken && made === 20) throw new Error('stopped');
        yield { name: `${made}.pdf`, body: new Uint8Array(50_000).fill(made) };
      }
    }
    const path = join(folder, 'a.zip');
    await expect(writeZip(path, files(true), at)).rejects.toThrow('stopped');
    expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false]);
    const written = await writeZip(path, files(false), at);
    const bytes = readFileSync(path);
    expect(written).toEqual({ files: 40, byteCount: bytes.length });
    expect(unzipSync(bytes)['39.pdf']?.[0]).toBe(39);
    rmSync(folder, { recursive: true });
    expect(entryName(12, 'a/b')).toBe('0012 a%2fb.pdf');
    expect(entryName(65_000, `${'x'.repeat(148)}王王`)).toBe(`65000 ${'x'.repeat(148)}.pdf`);
    expect(fileSafe('a/b: Żółć 王')).toBe('a%2fb%3a Żółć 王');
    expect(fileSafe('../x')).toBe('..%2fx');
  });
});
