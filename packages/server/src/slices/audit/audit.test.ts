import { verifyCheckpoint } from '@attain/domain/proofs/checkpoint';
import { parseLogKey } from '@attain/domain/proofs/log-key';
import { leafHash } from '@attain/domain/proofs/merkle';
import { verifyConsistency, verifyInclusion } from '@attain/domain/proofs/merkle-proof';
import { verifyLog } from '@attain/domain/proofs/verify-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

/** A workspace in which a few plans were made. */
async function workspace(plans: number): Promise<TestTenant> {
  const tenant = await ctx.newTenant({
    administrator: { participantId: null },
    auditor: { participantId: null },
    'plan-designer': { participantId: null },
  });
  for (let at = 0; at < plans; at += 1) await makePlan(tenant.as('plan-designer'), `Plan ${at}`);
  return tenant;
}

const makePlan = (client: Client, name: string) => client.post('/api/plans', { name, type: 'bonus-plan' });
const bytes = (hex: string) => Buffer.from(hex, 'hex');
const logOf = async (client: Client) => (await client.get('/api/audit', { limit: 1000 })).body.rows;

async function exported(client: Client): Promise<string[]> {
  const file = await client.get('/api/audit/export');
  expect(file.status).toBe(200);
  return String(file.body).trimEnd().split('\n');
}

describe('the list', () => {
  it('[ASSIST-AUDIT-07] [ASSIST-AUDIT-08] shows every change newest first, with who did it, exactly one entry each', async () => {
    const tenant = await workspace(2);
    const auditor = tenant.as('auditor');
    const { body } = await auditor.get('/api/audit');
    expect(body.rows.map((row: { action: string }) => row.action).slice(0, 2)).toEqual([
      'plan.created',
      'plan.created',
    ]);
    expect(body.total).toBe(body.rows.length);
    const [newest] = body.rows;
    expect(newest).toMatchObject({ actor: 'plan-designer', actorKind: 'user', index: body.total - 1 });
    expect(newest.object).toMatchObject({ type: 'plan', version: '1' });
    expect(Buffer.from(leafHash(nodeDigest, Buffer.from(newest.body, 'utf8'))).toString('hex')).toBe(
      newest.leafHash,
    );
    expect(body.rows.at(-1)).toMatchObject({
      action: 'workspace.created',
      actor: 'Attain',
      actorKind: 'system',
      index: 0,
    });
  });

  it('narrows by action, by its noun and by object, and pages without a gap', async () => {
    const tenant = await workspace(3);
    const auditor = tenant.as('auditor');
    const total = async (query: Record<string, string>) =>
      (await auditor.get('/api/audit', query)).body.total;
    expect(await total({ action: 'plan.created' })).toBe(3);
    expect(await total({ action: 'plan' })).toBe(3);
    expect(await total({ action: 'pla' })).toBe(0);
    expect(await total({ objectId: tenant.tenantId })).toBe(1);
    expect(await total({ person: 'PLAN-des', action: 'plan.created' })).toBe(3);
    expect(await total({ person: 'nowhere' })).toBe(0);
    const all = (await auditor.get('/api/audit')).body;
    const second = all.rows.find((row: { action: string }) => row.action === 'plan.created');
    const { actor } = JSON.parse(second.body);
    expect(await total({ person: actor.id })).toBe(await total({ person: 'plan-designer' }));
    const early = all.rows.filter(({ at }: { at: string }) => at < second.at);
    expect(early.length).toBeGreaterThan(0);
    expect(await total({ before: second.at })).toBe(early.length);
    expect(await total({ from: second.at })).toBe(all.total - early.length);
    expect(await total({ from: '2999-01-01T00:00:00+02:00' })).toBe(0);
    const indexes: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await auditor.get('/api/audit', { limit: 2, ...(cursor ? { cursor } : {}) });
      indexes.push(...page.body.rows.map((row: { index: number }) => row.index));
      cursor = page.body.nextCursor;
    } while (cursor);
    expect(indexes).toEqual(indexes.map((_, at) => indexes.length - 1 - at));
  });

  it('leaves nothing behind for a change that was refused', async () => {
    const tenant = await workspace(1);
    const before = (await logOf(tenant.as('auditor'))).length;
    expect((await makePlan(tenant.as('plan-designer'), 'Plan 0')).status).toBe(409);
    expect(await logOf(tenant.as('auditor'))).toHaveLength(before);
  });

  it('[SHELL-PROD-01] is open to auditors of the workspace only', async () => {
    const tenant = await workspace(1);
    const other = (await ctx.newTenant()).as('administrator');
    const foreign = (await logOf(other)).map((row: { body: string }) => JSON.parse(row.body).tenant);
    expect(foreign).not.toContain(tenant.tenantId);
    for (const path of ['', '/checkpoint', '/inclusion?index=0', '/consistency?from=1', '/export']) {
      expect((await tenant.as('plan-designer').get(`/api/audit${path}`)).status).toBe(403);
    }
  });
});

describe('proofs', () => {
  it('hold for every entry and every pair of sizes, by the verifier of RFC 9162', async () => {
    const tenant = await workspace(6);
    const auditor = tenant.as('auditor');
    const rows = await logOf(auditor);
    const roots = new Map<number, string>();
    for (const { index, leafHash: leaf } of rows) {
      const { body } = await auditor.get('/api/audit/inclusion', { index });
      expect([body.leafHash, body.size]).toEqual([leaf, rows.length]);
      const proof = body.path.map(bytes);
      expect(
        verifyInclusion(nodeDigest, {
          index,
          size: body.size,
          leaf: bytes(leaf),
          root: bytes(body.root),
          proof,
        }),
      ).toBe(true);
      roots.set(index + 1, (await auditor.get('/api/audit/inclusion', { index, size: index + 1 })).body.root);
    }
    for (const from of roots.keys()) {
      const { body } = await auditor.get('/api/audit/consistency', { from });
      expect([body.fromRoot, body.toRoot]).toEqual([roots.get(from), roots.get(rows.length)]);
      const claim = { from, to: body.to, fromRoot: bytes(body.fromRoot), toRoot: bytes(body.toRoot) };
      expect(verifyConsistency(nodeDigest, { ...claim, proof: body.path.map(bytes) })).toBe(true);
    }
  });

  it('are refused for what the log does not have', async () => {
    const auditor = (await workspace(1)).as('auditor');
    const size = (await logOf(auditor)).length;
    const asked: [string, Record<string, number>][] = [
      ['inclusion', { index: size }],
      ['inclusion', { index: 0, size: size + 1 }],
      ['inclusion', { index: 1, size: 1 }],
      ['consistency', { from: size + 1 }],
      ['consistency', { from: 2, to: 1 }],
      ['consistency', { from: 0 }],
    ];
    for (const [proof, query] of asked)
      expect((await auditor.get(`/api/audit/${proof}`, query)).status).toBe(400);
  });
});

describe('the signed head', () => {
  it('is signed again only when the log grew, by one key, over the root the proofs lead to', async () => {
    const tenant = await workspace(1);
    const auditor = tenant.as('auditor');
    const first = (await auditor.get('/api/audit/checkpoint')).body;
    expect((await auditor.get('/api/audit/checkpoint')).body).toEqual(first);
    await makePlan(tenant.as('plan-designer'), 'One more');
    const second = (await auditor.get('/api/audit/checkpoint')).body;
    expect(second.size).toBe(first.size + 1);
    expect(second.publicKey).toBe(first.publicKey);
    const head = verifyCheckpoint(nodeDigest, second.note, parseLogKey(nodeDigest, second.publicKey));
    expect([head.size, Buffer.from(head.root).toString('hex')]).toEqual([second.size, second.root]);
    const proof = (await auditor.get('/api/audit/consistency', { from: first.size })).body;
    expect([proof.fromRoot, proof.toRoot]).toEqual([first.root, second.root]);
  });

  it('is never signed over a rewritten log', async () => {
    const tenant = await workspace(3);
    const auditor = tenant.as('auditor');
    await auditor.get('/api/audit/checkpoint');
    await ctx.ctx.db.owner.query(
      `UPDATE audit_entries SET leaf_hash = sha256(leaf_hash) WHERE tenant_id = $1`,
      [tenant.tenantId],
    );
    await ctx.ctx.db.owner.query(`UPDATE audit_nodes SET hash = sha256(hash) WHERE tenant_id = $1`, [
      tenant.tenantId,
    ]);
    await makePlan(tenant.as('plan-designer'), 'One more');
    const answer = await auditor.get('/api/audit/checkpoint');
    expect(answer.status).toBe(500);
    expect(answer.body.error).toContain('Nothing was signed');
  });

  it('is the same for many who ask at the same moment while the log grows', async () => {
    const tenant = await workspace(0);
    const asked = Array.from({ length: 6 }, async (_, at) => {
      await makePlan(tenant.as('plan-designer'), `Plan ${at}`);
      return tenant.as('auditor').get('/api/audit/checkpoint');
    });
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200);
  });
});

describe('the export', () => {
  it('is verified offline as a whole, with the earlier signed heads in their places', async () => {
    const tenant = await workspace(2);
    const auditor = tenant.as('auditor');
    const { note, publicKey } = (await auditor.get('/api/audit/checkpoint')).body;
    await makePlan(tenant.as('plan-designer'), 'One more');
    const lines = await exported(auditor);
    const verdict = await verifyLog(nodeDigest, lines, { pin: publicKey, olderCheckpoint: note });
    expect(verdict.steps.filter((step) => step.outcome !== 'PASS')).toEqual([]);
    expect(verdict.ok).toBe(true);
    // the entry of this download comes after it
    expect(verdict.entries).toBe((await logOf(auditor)).length - 1);
  });

  it('shows where an entry was rewritten in the database', async () => {
    const tenant = await workspace(3);
    const auditor = tenant.as('auditor');
    const index = (await logOf(auditor)).length - 2;
    await ctx.ctx.db.owner.query(
      `UPDATE audit_entries SET body = replace(body, 'plan.created', 'plan.painted') WHERE tenant_id = $1 AND leaf_index = $2`,
      [tenant.tenantId, index],
    );
    const verdict = await verifyLog(nodeDigest, await exported(auditor));
    expect([verdict.ok, verdict.firstBadIndex]).toEqual([false, index]);
  });
});
