import { Readable } from 'node:stream';
import { api } from '@attain/contract/api';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyExport } from '../../audit/verify-export.ts';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});

/** A workflow from start to end with a transform between them. */
function flow(name: string, title = 'Give'): Workflow {
  const at = { x: 0, y: 0 };
  const node = (id: string, type: string, own: string) => ({
    id,
    type,
    title: own,
    position: at,
    config: {},
  });
  const link = (id: string, from: string, to: string) => {
    return { id, from: { node: from, port: 'out' }, to: { node: to, port: 'in' } };
  };
  return {
    ...EMPTY_WORKFLOW,
    name,
    nodes: [node('begin', 'start', ''), node('finish', 'end', title)],
    edges: [link('a', 'begin', 'finish')],
  };
}

/** An agent with a published workflow. */
async function agent() {
  const people = { 'agent-developer': { participantId: null }, viewer: { participantId: null } };
  const tenant = await ctx.newTenant(people);
  const dev = tenant.as('agent-developer');
  const made = await dev.post('/api/workflows', { name: 'Pay', document: flow('Pay') });
  await dev.post('/api/workflows/pay/versions', { documentHash: made.body.documentHash, note: 'First' });
  const created = await dev.post('/api/agents', { name: 'Payer', workflowId: 'pay' });
  expect(created.status).toBe(201);
  return { tenant, dev };
}

async function saveFlow(dev: Client, document: Workflow) {
  const { body } = await dev.get('/api/workflows/pay');
  const saved = await dev.put('/api/workflows/pay', { revision: body.revision, document });
  expect(saved.status).toBe(200);
  return saved.body;
}

const versions = async (dev: Client) => (await dev.get('/api/agents/payer/versions')).body;

describe('versions of an agent', () => {
  it('[VC-1] [VERS-18] [VERS-19] [VERS-20] are made when the agent or its workflow is published, with what changed', async () => {
    const { dev } = await agent();
    const first = await versions(dev);
    expect(api.agentVersions.list['~orpc'].outputSchema?.safeParse(first).success).toBe(true);
    expect(first.rows).toMatchObject([
      { version: '1.0.0', tag: 'latest', status: 'active', author: 'agent-developer', workflowVersion: 1 },
    ]);
    const { documentHash } = await saveFlow(dev, flow('Pay', 'Hand out'));
    await dev.post('/api/workflows/pay/versions', { documentHash, note: 'Clearer' });
    const { rows, totals } = await versions(dev);
    expect(rows.map(({ version, tag }: { version: string; tag: string }) => [version, tag])).toEqual([
      ['1.0.1', 'latest'],
      ['1.0.0', null],
    ]);
    expect(rows[0]).toMatchObject({ message: 'Clearer', parents: [rows[1].id], workflowVersion: 2 });
    expect(rows[0].changes).toEqual(['Node “Hand out”: title “Give” becomes “Hand out”']);
    expect(totals).toEqual({ versions: 2, active: 2, branches: 1 });
  });

  it('[VERS-25] [VC-5] creates a version of form and draft, publishes the draft, and proposes the label', async () => {
    const { dev } = await agent();
    const none = await dev.post('/api/agents/payer/versions', {});
    expect([none.status, none.body.error]).toEqual([409, 'There are no changes since version 1.0.0.']);
    const form = (await dev.get('/api/agents/payer')).body;
    const parameter = { id: 'p', name: 'month', type: 'string', required: true };
    await dev.put('/api/agents/payer', { ...form, id: 'payer', agentId: undefined, parameters: [parameter] });
    await saveFlow(dev, flow('Pay', 'Hand out'));
    const proposal = await dev.get('/api/agents/payer/next-version');
    expect(proposal.body).toMatchObject({ version: '2.0.0', bump: 'major', hasWorkflow: true });
    expect(proposal.body.changes).toHaveLength(2);
    const low = await dev.post('/api/agents/payer/versions', { version: '0.9.0' });
    expect([low.status, low.body.error]).toEqual([409, expect.stringContaining('not above 1.0.0')]);
    const made = await dev.post('/api/agents/payer/versions', { message: 'Asks for the month' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ version: '2.0.0', workflowVersion: 2, message: 'Asks for the month' });
    expect(made.body.changes).toEqual(proposal.body.changes);
    expect(made.body.manifest.agent.parameters).toMatchObject([{ name: 'month' }]);
    const published = await dev.get('/api/workflows/pay');
    expect(published.body).toMatchObject({ version: 2, draftDiffers: false });
  });

  it('[VC-4] [VERS-17] compares two versions in words and by field', async () => {
    const { dev } = await agent();
    expect((await dev.post('/api/agents/payer/runs', {})).body.status).toBe('completed');
    await saveFlow(dev, flow('Pay', 'Hand out'));
    await dev.post('/api/agents/payer/versions', {});
    const [to, from] = (await versions(dev)).rows;
    const compared = await dev.get('/api/agents/payer/version-comparison', { from: from.id, to: to.id });
    expect(compared.body.changes).toEqual([
      {
        area: 'nodes',
        id: 'finish',
        kind: 'changed',
        title: 'Hand out',
        fields: [{ field: 'title', before: 'Give', after: 'Hand out' }],
        words: 'Node “Hand out”: title “Give” becomes “Hand out”',
      },
    ]);
    expect(compared.body.from.performance).toMatchObject({ accuracy: null, reliability: 1, runs: 1 });
    expect(compared.body.to.performance).toEqual({
      accuracy: null,
      speedMs: null,
      reliability: null,
      runs: 0,
    });
    expect(compared.body.to.workflow.nodes).toHaveLength(2);
  });

  it('[VC-2] reverts to an older version as a new version, and runs go by it', async () => {
    const { dev } = await agent();
    await saveFlow(dev, flow('Pay', 'Hand out'));
    await dev.post('/api/agents/payer/versions', {});
    const first = (await versions(dev)).rows[1];
    const reverted = await dev.post(`/api/agents/payer/versions/${first.id}/revert`, {});
    expect(reverted.status).toBe(201);
    expect(reverted.body).toMatchObject({
      version: '1.0.2',
      manifestHash: first.manifestHash,
      workflowVersion: 3,
      message: 'Reverts to 1.0.0',
    });
    expect(reverted.body.id).not.toBe(first.id);
    expect(reverted.body.workflow.nodes).toEqual(flow('Pay').nodes);
    const again = await dev.post(`/api/agents/payer/versions/${first.id}/revert`, {});
    expect(again.status).toBe(409);
    const run = await dev.post('/api/agents/payer/runs', {});
    expect(run.body).toMatchObject({ version: 3 });
  });

  it('[VC-3] changes the status in one order, and keeps the newest version active', async () => {
    const { dev } = await agent();
    await saveFlow(dev, flow('Pay', 'Hand out'));
    await dev.post('/api/agents/payer/versions', {});
    const [newest, old] = (await versions(dev)).rows;
    const move = (hash: string, status: string) =>
      dev.post(`/api/agents/payer/versions/${hash}/status`, { status });
    expect((await move(newest.id, 'deprecated')).status).toBe(409);
    expect((await move(old.id, 'archived')).body.error).toContain('can only become deprecated');
    for (const status of ['deprecated', 'archived', 'active'])
      expect((await move(old.id, status)).body.status).toBe(status);
    const tagged = await dev.post('/api/agents/payer/version-tags', {});
    expect(tagged.body).toEqual({ changed: 0 });
  });

  it('[VC-10] exports a history that is verified offline, and notices any change in it', async () => {
    const { dev } = await agent();
    await saveFlow(dev, flow('Pay', 'Hand out'));
    await dev.post('/api/agents/payer/versions', { message: 'Clearer' });
    const file = await dev.get('/api/agents/payer/version-history');
    expect(file.body.fileName).toBe('payer-history.versions.json');
    const check = (text: string) => verifyExport(Readable.from([Buffer.from(text)]));
    const { kind, verdict } = await check(file.body.text);
    expect([kind, verdict.ok, verdict.steps.map(({ outcome }) => outcome)]).toEqual([
      'versions',
      true,
      ['PASS', 'PASS', 'PASS', 'SKIP', 'PASS'],
    ]);
    for (const [from, to] of [
      ['"message":"Clearer"', '"message":"Cleaner"'],
      ['"title":"Hand out"', '"title":"Hand in"'],
      ['"trustThreshold":0.85', '"trustThreshold":0.95'],
    ] as const) {
      expect(file.body.text).toContain(from);
      expect((await check(file.body.text.replace(from, to))).verdict.ok, from).toBe(false);
    }
    const first = (await versions(dev)).rows[1];
    const one = await dev.get('/api/agents/payer/version-history', { hash: first.id });
    expect(JSON.parse(one.body.text).versions).toHaveLength(1);
    expect((await check(one.body.text)).verdict.ok).toBe(true);
  });

  it('are read by viewers and made by those who may publish', async () => {
    const { tenant } = await agent();
    const viewer = tenant.as('viewer');
    const { rows } = await versions(viewer);
    expect(rows).toHaveLength(1);
    expect((await viewer.post('/api/agents/payer/versions', {})).status).toBe(403);
    expect((await viewer.post(`/api/agents/payer/versions/${rows[0].id}/revert`, {})).status).toBe(403);
  });
});
