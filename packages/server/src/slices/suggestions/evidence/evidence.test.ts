import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { writePack } from '@attain/domain/proofs/pack';
import { withShortHashes } from '@attain/domain/proofs/redact-pack';
import { verifyPack } from '@attain/domain/proofs/verify-pack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateSigningKey, signerOf } from '../../../audit/log-key.ts';
import { nodeDigest } from '../../../audit/node-digest.ts';
import { sealedPack } from '../../../audit/pack.fixture.ts';
import { verifyExport } from '../../../audit/verify-export.ts';
import { systemActor } from '../../../base/actor.ts';
import { sharedTestContext, type TestContext, type TestTenant } from '../../../testing/start-test-context.ts';
import { validPlan } from '../../../testing/valid-plan.ts';
import { evidenceCsv } from './evidence-csv.ts';
import { xmlOf } from './evidence-xml.ts';
import { evidenceFileName, evidenceFormatOf } from './export-evidence.ts';
import { packEvidence } from './pack-evidence.ts';

let ctx: TestContext;
let tenant: TestTenant;
let suggestion: { id: string; uuid: string; evidenceHash: string };
let plan: { id: string };

beforeAll(async () => {
  ctx = await sharedTestContext();
  const nobody = { participantId: null };
  tenant = await ctx.newTenant({ 'plan-designer': nobody, finance: nobody, auditor: nobody, viewer: nobody });
  const document = validPlan();
  plan = (await tenant.as('plan-designer').post('/api/plans', { ...document, document })).body;
  const made = await tenant.as('plan-designer').post('/api/suggestions', {
    planId: plan.id,
    title: 'Cap services',
    reasoning: 'Two payees were paid three times their target.',
    changes: [{ component: 'services', set: { cap: '2x' } }],
    projectedSavings: '1234.50',
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  suggestion = made.body;
});
afterAll(() => ctx?.stop());

const sql = (text: string) => ctx.ctx.db.owner.query(text, [tenant.tenantId]);
/** A file's bytes and headers. */
const download = async (more: string) => {
  const { cookie } = tenant.as('finance');
  const response = await fetch(`${ctx.url}${path(more)}`, { headers: { cookie } });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, name: response.headers.get('content-disposition'), body };
};

const path = (more = '') => `/api/suggestions/${suggestion.id}${more}`;
const actions = async () => {
  const log = await tenant.as('auditor').get('/api/audit', { objectId: suggestion.uuid });
  return (log.body.rows as { action: string }[]).map(({ action }) => action);
};

describe('the evidence of a suggestion', () => {
  it('is packed once, also if two workers pack it', async () => {
    const { rows } = await sql('SELECT created_by FROM suggestions WHERE tenant_id = $1');
    const author = systemActor(tenant.tenantId, rows[0].created_by, 'test');
    await packEvidence(ctx.ctx, author, { suggestionUuid: suggestion.uuid, payees: null, people: null });
    expect((await actions()).filter((action) => action === 'evidence.packed')).toHaveLength(1);
  });

  it('[DATA-evidence_packs-01] [ASSIST-ENT-17] [ASSIST-ENT-19] [ASSIST-STORE-07] [CONF-ASSIST-30] is packed in the log with its hash, names what is stored, and is verified', async () => {
    const { rows } = await sql(
      `SELECT suggestion_id, artifacts, compliance_overlays, evidence_hash, regulator_hash, verification_status, audit_anchor, created_at
         FROM evidence_packs WHERE tenant_id = $1`,
    );
    const log = await tenant.as('auditor').get('/api/audit', { action: 'evidence.packed' });
    const [entry] = log.body.rows;
    expect(JSON.parse(entry.body)).toMatchObject({ after: suggestion.evidenceHash });
    expect(rows).toMatchObject([
      {
        suggestion_id: suggestion.uuid,
        artifacts: [
          { type: 'historical_data', source: `suggestion/${suggestion.uuid}` },
          { type: 'policy', source: `plan/${plan.id}` },
        ],
        compliance_overlays: [],
        evidence_hash: suggestion.evidenceHash,
        regulator_hash: `REG-${suggestion.evidenceHash.slice(0, 12)}`,
        verification_status: 'verified',
        audit_anchor: entry.leafHash.slice(0, 8),
      },
    ]);
    const read = await tenant.as('finance').get(path('/evidence'));
    const pack = JSON.parse(read.body.file);
    expect([pack.timestamp, read.body.timestamp]).toEqual(
      Array(2).fill(new Date(rows[0].created_at).toISOString()),
    );
    const { body } = await tenant.as('plan-designer').get(`/api/plans/${plan.id}`);
    expect(pack.artifacts[1].content).toEqual(body.document);
    expect(pack.claim.projectedSavings).toBe('1234.50');
  });

  it('[ASSIST-SHARE-14] [CONF-ASSIST-32] is shared with four links; only the last acts, and by POST alone', async () => {
    const before = await actions();
    const { body } = await tenant.as('finance').get(path('/share'));
    const { open, apply, explain, api } = body.card.links;
    expect(open).toBe(`${ctx.url}/suggestions/${suggestion.id}`);
    expect([apply, explain]).toEqual([`${open}/apply`, `${open}/explain`]);
    expect(body.card).toMatchObject({
      format: 'attain.suggestion-card/1',
      impact: 'Saves $1,234.50',
      evidence: { hash: suggestion.evidenceHash.slice(0, 8), status: 'verified' },
    });
    expect(body.teams).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
    for (const text of [body.slack.text, body.email.text]) expect(text).toContain('Cap services');
    for (const answer of [await fetch(api), await fetch(api, { method: 'HEAD' })])
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    const { cookie } = tenant.as('plan-designer');
    const got = await fetch(api, { headers: { cookie } });
    expect(got.status).toBe(405);
    expect((await tenant.as('finance').get(path())).body.status).toBe('open');
    expect(await actions()).toEqual(before);
    expect((await tenant.as('viewer').get(path('/share'))).status).toBe(403);
    expect((await fetch(`${ctx.url}/api/suggestions/x/y/z`)).status).toBe(404);
  });

  it('[ASSIST-SHARE-09] is verified by reading, which writes nothing; the file verifies elsewhere', async () => {
    const before = await actions();
    const read = await tenant.as('finance').get(path('/evidence'));
    expect(read.body).toMatchObject({ ok: true, verificationStatus: 'verified', isRedacted: false });
    expect(read.body.steps.map((one: { outcome: string }) => one.outcome)).not.toContain('FAIL');
    const checkpoint = await tenant.as('auditor').get('/api/audit/checkpoint');
    const pin = checkpoint.body.publicKey;
    const elsewhere = await verifyExport(Readable.from([Buffer.from(read.body.file)]), { pin });
    expect([elsewhere.kind, elsewhere.verdict.ok]).toEqual(['pack', true]);
    expect(await actions()).toEqual(before);
    expect((await tenant.as('plan-designer').get(path('/evidence'))).body.isRedacted).toBe(true);
    expect((await tenant.as('viewer').get(path('/evidence'))).status).toBe(403);
  });

  it('[ASSIST-EVID-13] its view is recorded with the outcome, once for each opening', async () => {
    const viewed = await tenant.as('finance').post(path('/evidence/views'), {});
    expect(viewed.body).toEqual({ verificationStatus: 'verified' });
    expect((await actions())[0]).toBe('suggestion.evidence_viewed');
  });

  it('[CONF-ASSIST-20] is failed when its row was changed, gets no signature then, and says where', async () => {
    const change = (from: string, to: string) =>
      sql(`UPDATE evidence_packs SET manifest = replace(manifest, '${from}', '${to}') WHERE tenant_id = $1`);
    await change('1234.50', '9234.50');
    const read = await tenant.as('finance').get(path('/evidence'));
    expect(read.body.ok).toBe(false);
    const first = read.body.steps.find((one: { outcome: string }) => one.outcome === 'FAIL');
    expect(first).toMatchObject({ step: 'hash' });
    expect(JSON.parse(read.body.file).signature).toBeNull();
    const viewed = await tenant.as('finance').post(path('/evidence/views'), {});
    expect(viewed.body).toEqual({ verificationStatus: 'failed' });
    expect((await tenant.as('finance').get(path())).body.trustLevel).toBe('Alert');
    expect((await tenant.as('finance').get(path('/share'))).body.card.evidence.status).toBe('failed');
    await change('9234.50', '1234.50');
    expect((await tenant.as('finance').post(path('/evidence/views'), {})).body.verificationStatus).toBe(
      'verified',
    );
  });

  it('[ASSIST-EVID-17] [ASSIST-EVID-18] [ASSIST-EVID-19] four formats in any case make a file, another none', async () => {
    for (const format of ['json', 'CSV', 'Pdf', 'XML']) {
      const file = await download(`/evidence/export?format=${format}`);
      expect(file.status).toBe(200);
      const name = `evidence-pack-${suggestion.id}.${format.toLowerCase()}`;
      expect(file.name).toBe(`attachment; filename*=UTF-8''${name}`);
      expect(file.body.length).toBeGreaterThan(100);
    }
    const docx = await tenant.as('finance').get(path('/evidence/export?format=docx'));
    expect([docx.status, docx.body.error]).toEqual([400, 'Unsupported export format: docx']);
    expect(() => evidenceFormatOf('TXT')).toThrow('Unsupported export format: TXT');
    expect(evidenceFileName('add-cap-mbo', 'pdf')).toBe('evidence-pack-add-cap-mbo.pdf');
  });

  it('the PDF has the pack’s file inside', async () => {
    const { body } = await download('/evidence/export?format=pdf');
    expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    expect(body.includes('EmbeddedFile')).toBe(true);
    expect(body.includes(`evidence-pack-${suggestion.id}.json`)).toBe(true);
  });
});

describe('the trail of a suggestion', () => {
  it('[ASSIST-AUDIT-06] [ASSIST-AUDIT-07] [ASSIST-AUDIT-10] [CONF-ASSIST-25] is read from the log: each entry has its hash and an anchor of 8 characters', async () => {
    const trail = await tenant.as('auditor').get(path('/trail'));
    const [newest] = trail.body.rows;
    expect(Object.keys(newest).sort()).toEqual(
      ['id', 'action', 'timestamp', 'userId', 'userName', 'hash', 'shortAnchor', 'details', 'body'].sort(),
    );
    for (const row of trail.body.rows) expect(row.shortAnchor).toBe(row.hash.slice(0, 8));
    expect(trail.body.rows.at(-1).action).toBe('made');
    expect(trail.body.integrity).toEqual({ ok: true, checked: trail.body.rows.length, firstBad: null });
    expect(trail.body.log.proof).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
    // Bodies have facts of requests, which only readers of the log may see.
    const designer = await tenant.as('plan-designer').get(path('/trail'), { seenSize: 1 });
    expect(designer.body.rows.every((row: { body: unknown }) => row.body === null)).toBe(true);
    expect(designer.body.consistency).toMatchObject({ from: 1, path: expect.any(Array) });
  });

  it('[CONF-ASSIST-26] [CONF-ASSIST-27] [ASSIST-AUDIT-05] [ASSIST-AUDIT-08] [ASSIST-AUDIT-11] [ASSIST-AUDIT-12] opening it is stored for 5 years, in agentic mode for 7', async () => {
    const finance = tenant.as('finance');
    await finance.post(path('/trail/views'), { entryCount: 3 });
    await finance.put('/api/auth/preferences', { mode: 'agentic' });
    await finance.post(path('/trail/views'), { entryCount: 4 });
    const { rows } = await sql(
      `SELECT action, details, extract(year FROM age(kept_until, timestamp))::int AS years FROM suggestion_trail
        WHERE tenant_id = $1 AND action = 'audit_trail_accessed' ORDER BY timestamp`,
    );
    const accessed = (entryCount: number, years: number) => ({
      action: 'audit_trail_accessed',
      details: { suggestionId: suggestion.id, timestamp: expect.stringMatching(/Z$/), entryCount },
      years,
    });
    expect(rows).toEqual([accessed(3, 5), accessed(4, 7)]);
    const trail = await finance.get(path('/trail'));
    expect(trail.body.rows[0]).toMatchObject({ action: 'audit_trail_accessed', details: { entryCount: 4 } });
  });

  it('[ASSIST-ERR-04] an anchor finds its entries by an index, and says when there is none', async () => {
    const trail = await tenant.as('auditor').get(path('/trail'));
    const { shortAnchor, hash } = trail.body.rows[0];
    const found = await tenant.as('auditor').get(`/api/audit/anchors/${shortAnchor}`);
    expect(found.body).toMatchObject([
      { leafHash: hash, object: { type: 'suggestion', id: suggestion.uuid } },
    ]);
    // an odd number of characters, and one more than the anchor has
    expect((await tenant.as('auditor').get(`/api/audit/anchors/${hash.slice(0, 9)}`)).body).toHaveLength(1);
    const other = `${hash.slice(0, 8)}${hash[8] === '0' ? '1' : '0'}`;
    expect((await tenant.as('auditor').get(`/api/audit/anchors/${other}`)).status).toBe(404);
    const indexes = await ctx.ctx.db.owner.query(
      `SELECT indexdef FROM pg_indexes WHERE tablename = 'audit_entries'`,
    );
    expect(JSON.stringify(indexes.rows)).toContain('(tenant_id, leaf_hash)');
    const none = await tenant.as('auditor').get('/api/audit/anchors/00000000');
    expect([none.status, none.body.error]).toEqual([404, 'Audit trail not found for anchor: 00000000']);
    expect((await tenant.as('plan-designer').get('/api/audit/anchors/00000000')).status).toBe(403);
  });
});

describe('files of a pack, as they were stored', () => {
  const {
    audit: _audit,
    signature: _signature,
    ...rest
  } = sealedPack(signerOf('a.example/t', generateSigningKey()));
  const pack = { ...rest, audit: null, signature: null };
  const stored = (name: string) => readFileSync(new URL(`files/${name}.txt`, import.meta.url), 'utf8');

  it('JSON, CSV and XML come out byte for byte, and the stored pack still verifies', () => {
    expect(writePack(pack)).toBe(stored('json'));
    expect(evidenceCsv(pack)).toBe(stored('csv').replaceAll('\n', '\r\n'));
    expect(xmlOf('evidencePack', withShortHashes(pack))).toBe(stored('xml'));
    expect(verifyPack(nodeDigest, stored('json')).ok).toBe(true);
  });

  it('text of people runs nowhere: a formula in CSV, markup and control characters in XML', () => {
    const [figure] = pack.figures;
    const csv = evidenceCsv({ ...pack, figures: [{ ...figure!, name: '=1+1' }] });
    expect(csv).toContain("'=1+1");
    expect(xmlOf('a', { b: '<c>&\u0000"', 'd#/e': 1 })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a>\n  <b>&lt;c&gt;&amp;\uFFFD&quot;</b>\n  <entry name="d#/e">1</entry>\n</a>\n',
    );
  });
});
