import { Readable } from 'node:stream';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyExport } from '../../audit/verify-export.ts';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});

const at = { x: 0, y: 0 };
const flow: Workflow = {
  ...EMPTY_WORKFLOW,
  name: 'Pay',
  nodes: [
    { id: 'begin', type: 'start', title: 'Begin', position: at, config: {} },
    { id: 'finish', type: 'end', title: 'Give', position: at, config: {} },
  ],
  edges: [{ id: 'a', from: { node: 'begin', port: 'out' }, to: { node: 'finish', port: 'in' } }],
};
const titled = (id: string, title: string) => (document: Workflow) => ({
  ...document,
  nodes: document.nodes.map((node) => (node.id === id ? { ...node, title } : node)),
});

/** An agent at 1.0.0 with a branch. */
async function branched() {
  const people = { 'agent-developer': { participantId: null }, administrator: { participantId: null } };
  const tenant = await ctx.newTenant(people);
  const [dev, admin] = [tenant.as('agent-developer'), tenant.as('administrator')];
  const made = await dev.post('/api/workflows', { name: 'Pay', document: flow });
  await dev.post('/api/workflows/pay/versions', { documentHash: made.body.documentHash });
  await dev.post('/api/agents', { name: 'Payer', workflowId: 'pay' });
  const branch = await dev.post('/api/agents/payer/branches', { name: 'try' });
  expect(branch.status).toBe(201);
  return { dev, admin, branch: branch.body };
}

async function edit(who: Client, workflowId: string, change: (document: Workflow) => Workflow) {
  const { body } = await who.get(`/api/workflows/${workflowId}`);
  const document = change(body.document);
  const saved = await who.put(`/api/workflows/${workflowId}`, { revision: body.revision, document });
  expect(saved.status).toBe(200);
}

const branchOf = async (who: Client, name: string) =>
  (await who.get('/api/agents/payer/branches')).body.rows.find((row: { name: string }) => row.name === name);

async function commitOn(dev: Client, workflowId: string, change: (document: Workflow) => Workflow) {
  await edit(dev, workflowId, change);
  const made = await dev.post('/api/agents/payer/commits', { branch: 'try', message: 'On the branch' });
  expect(made.status).toBe(201);
  return made.body;
}

describe('branches of an agent', () => {
  it('[VERS-10] [VERS-21] [VERS-25] have a copy to draw on, commits of their own, and a distance from main', async () => {
    const { dev, branch } = await branched();
    expect(branch).toMatchObject({
      name: 'try',
      author: 'agent-developer',
      ahead: 0,
      behind: 0,
      status: 'active',
    });
    const none = await dev.post('/api/agents/payer/commits', { branch: 'try' });
    expect([none.status, none.body.error]).toEqual([409, 'There are no changes since version 1.0.0.']);
    const made = await commitOn(dev, branch.workflowId, titled('finish', 'Hand out'));
    expect(made).toMatchObject({ branch: 'try', version: '1.0.1', workflowVersion: null });
    expect(made.changes).toEqual(['Node “Hand out”: title “Give” becomes “Hand out”']);
    expect(made.workflow).toMatchObject({ name: 'Pay' });
    expect(await branchOf(dev, 'try')).toMatchObject({ ahead: 1, behind: 0, isDraft: false });
    await edit(dev, branch.workflowId, titled('begin', 'Start here'));
    expect(await branchOf(dev, 'try')).toMatchObject({ isDraft: true });
    expect((await dev.get('/api/workflows/pay')).body).toMatchObject({ version: 1, draftDiffers: false });
    const twice = await dev.post('/api/agents/payer/branches', { name: 'try' });
    expect([twice.status, (await dev.post('/api/agents/payer/branches', { name: 'main' })).status]).toEqual([
      409, 400,
    ]);
  });

  it('keeps a form of its own until it is merged', async () => {
    const { dev, branch } = await branched();
    const form = { ...branch.form, riskLevel: 'high' };
    const saved = await dev.put('/api/agents/payer/branch-form', {
      branch: 'try',
      form,
      revision: branch.revision,
    });
    expect(saved.body).toMatchObject({ isDraft: true, form: { riskLevel: 'high' } });
    const stale = await dev.put('/api/agents/payer/branch-form', {
      branch: 'try',
      form,
      revision: branch.revision,
    });
    expect(stale.status).toBe(409);
    const bad = await dev.put('/api/agents/payer/branch-form', {
      branch: 'try',
      form: { ...form, name: '' },
      revision: saved.body.revision,
    });
    expect([bad.status, bad.body.issues.length]).toEqual([400, 1]);
    const made = await dev.post('/api/agents/payer/commits', { branch: 'try' });
    expect(made.body.changes).toEqual(['Form: risk level “low” becomes “high”']);
    expect((await dev.get('/api/agents/payer')).body.riskLevel).toBe('low');
  });
});

describe('merge requests', () => {
  it('[VC-6] [VC-11] are merged by another person as a version with two parents, which is proven', async () => {
    const { dev, admin, branch } = await branched();
    const early = await dev.post('/api/agents/payer/merge-requests', { branch: 'try', title: 'Nothing' });
    expect(early.status).toBe(409);
    const theirs = await commitOn(dev, branch.workflowId, titled('finish', 'Hand out'));
    await edit(dev, 'pay', titled('begin', 'Start here'));
    const ours = (await dev.post('/api/agents/payer/versions', {})).body;
    const request = await dev.post('/api/agents/payer/merge-requests', { branch: 'try', title: 'Hand out' });
    expect(request.body).toMatchObject({ number: 1, state: 'open', merge: { base: { version: '1.0.0' } } });
    expect(request.body.barred).toContain('Another person');
    const sides = { ours: ours.id, theirs: theirs.id };
    const own = await dev.post(`/api/merge-requests/${request.body.id}/merge`, sides);
    expect([own.status, own.body.error]).toEqual([403, request.body.barred]);
    expect((await dev.post(`/api/merge-requests/${request.body.id}/review`, {})).body).toEqual({ asked: 1 });
    expect((await admin.get('/api/notices')).body.rows[0].title).toBe('Review needed: Hand out');
    const old = await admin.post(`/api/merge-requests/${request.body.id}/merge`, {
      ...sides,
      ours: theirs.id,
    });
    expect(old.status).toBe(409);
    const merged = await admin.post(`/api/merge-requests/${request.body.id}/merge`, sides);
    expect(merged.body).toMatchObject({ state: 'merged', merge: null });
    const version = (await dev.get(`/api/agents/payer/versions/${merged.body.merged}`)).body;
    expect(version).toMatchObject({
      version: '1.0.2',
      branch: 'main',
      workflowVersion: 3,
      author: 'administrator',
    });
    expect(version.parents).toEqual([ours.id, theirs.id]);
    expect(version.workflow.nodes.map(({ title }: { title: string }) => title)).toEqual([
      'Start here',
      'Hand out',
    ]);
    expect(await branchOf(dev, 'try')).toMatchObject({ status: 'merged', ahead: 0 });
    expect((await dev.get(`/api/workflows/${branch.workflowId}`)).body.isActive).toBe(false);
    const { text } = (await dev.get('/api/agents/payer/version-history')).body;
    const { verdict } = await verifyExport(Readable.from([Buffer.from(text)]));
    expect([verdict.ok, JSON.parse(text).versions.length]).toEqual([true, 4]);
  });

  it('[VC-6] name each conflict, and are merged once a side is chosen for all', async () => {
    const { dev, admin, branch } = await branched();
    const theirs = await commitOn(dev, branch.workflowId, titled('finish', 'Hand out'));
    await edit(dev, 'pay', titled('finish', 'Pay out'));
    const ours = (await dev.post('/api/agents/payer/versions', {})).body;
    const { id } = (await dev.post('/api/agents/payer/merge-requests', { branch: 'try', title: 'Words' }))
      .body;
    const sides = { ours: ours.id, theirs: theirs.id };
    const open = await admin.post(`/api/merge-requests/${id}/merge`, sides);
    expect([open.status, open.body.issues]).toEqual([
      409,
      [{ rule: 'VC-6', path: 'nodes/finish/title', message: 'Choose a side.' }],
    ]);
    await edit(dev, 'pay', titled('begin', 'Unsaved'));
    const choices = { 'nodes/finish/title': 'theirs' };
    const dirty = await admin.post(`/api/merge-requests/${id}/merge`, { ...sides, choices });
    expect([dirty.status, dirty.body.error]).toEqual([409, expect.stringContaining('in no version')]);
    await edit(dev, 'pay', titled('begin', 'Begin'));
    const merged = await admin.post(`/api/merge-requests/${id}/merge`, { ...sides, choices });
    expect(merged.body.state).toBe('merged');
    expect((await dev.get('/api/workflows/pay')).body.document.nodes[1].title).toBe('Hand out');
  });

  it('are closed without merging, and the list says so', async () => {
    const { dev, branch } = await branched();
    await commitOn(dev, branch.workflowId, titled('finish', 'Hand out'));
    const { id } = (await dev.post('/api/agents/payer/merge-requests', { branch: 'try', title: 'No' })).body;
    expect((await dev.post('/api/agents/payer/merge-requests', { branch: 'try', title: 'No' })).status).toBe(
      409,
    );
    expect((await dev.post(`/api/merge-requests/${id}/close`, {})).body.state).toBe('closed');
    expect((await dev.post(`/api/merge-requests/${id}/close`, {})).status).toBe(409);
    const { rows } = (await dev.get('/api/agents/payer/merge-requests')).body;
    expect(rows).toMatchObject([{ number: 1, title: 'No', state: 'closed', branch: 'try', merged: null }]);
  });
});
