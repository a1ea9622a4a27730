import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

const node = (id: string, type: string, x: number) => ({
  id,
  type,
  title: id,
  position: { x, y: 0 },
  config: {},
});
const valid: Workflow = {
  ...EMPTY_WORKFLOW,
  name: 'Two ends',
  nodes: [node('begin', 'start', 0), node('finish', 'end', 200)],
  edges: [{ id: 'e1', from: { node: 'begin', port: 'out' }, to: { node: 'finish', port: 'in' } }],
};

async function developer() {
  const tenant = await ctx.newTenant({
    'agent-developer': { participantId: null },
    viewer: { participantId: null },
  });
  return { tenant, dev: tenant.as('agent-developer') };
}

describe('a workflow as data', () => {
  it('[DATA-workflow_definitions-01] is made, found, saved and read back the same', async () => {
    const { dev } = await developer();
    const made = await dev.post('/api/workflows', { name: ' Payout check (EU) ' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      id: 'payout-check-eu',
      name: 'Payout check (EU)',
      version: 0,
      revision: 1,
      draftDiffers: true,
      environment: 'dev',
      isActive: true,
    });
    const document = { ...valid, name: 'Payout check (EU)' };
    const saved = await dev.put('/api/workflows/payout-check-eu', { revision: 1, document });
    expect(saved.body).toMatchObject({ revision: 2, nodeCount: 2, edgeCount: 1, problems: [] });
    const again = await dev.get('/api/workflows/payout-check-eu');
    expect(again.body).toEqual(saved.body);
    expect(again.body.document).toEqual(document);
    const list = await dev.get('/api/workflows', { search: 'payout' });
    expect(list.body).toMatchObject({ total: 1, rows: [{ id: 'payout-check-eu' }], nextCursor: null });
  });

  it('keeps apart names that make the same id, and refuses the same name twice', async () => {
    const { dev } = await developer();
    await dev.post('/api/workflows', { name: 'A b' });
    expect((await dev.post('/api/workflows', { name: 'A-b' })).body.id).toBe('a-b-2');
    const twice = await dev.post('/api/workflows', { name: 'A b' });
    expect(twice.status).toBe(409);
    expect(twice.body.error).toContain('A workflow called “A b” already exists');
    const atOnce = await Promise.all([1, 2, 3].map(() => dev.post('/api/workflows', { name: 'Thrice' })));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('two tabs never overwrite each other unseen', async () => {
    const { dev } = await developer();
    await dev.post('/api/workflows', { name: 'Shared' });
    const first = { ...valid, name: 'Shared', description: 'first' };
    const second = { ...valid, name: 'Shared', description: 'second' };
    expect((await dev.put('/api/workflows/shared', { revision: 1, document: first })).status).toBe(200);
    const late = await dev.put('/api/workflows/shared', { revision: 1, document: second });
    expect(late.status).toBe(409);
    expect(late.body.error).toContain('revision 2');
    expect((await dev.get('/api/workflows/shared')).body.document.description).toBe('first');
  });

  it('is refused with every wrong place of its shape, and hostile documents are refused early', async () => {
    const { dev } = await developer();
    const bad = await dev.post('/api/workflows', { name: 'Bad', document: { ...valid, nodes: [{ id: 3 }] } });
    expect(bad.status).toBe(400);
    expect(bad.body.issues.length).toBeGreaterThan(2);
    const large = {
      ...valid,
      variables: [{ name: 'text', description: '', default: 'x'.repeat(3_000_000) }],
    };
    expect((await dev.post('/api/workflows/check', { document: large })).status).toBe(200);
    const many = Array.from({ length: 6_000 }, (_, at) => node(`n${at}`, 'start', 0));
    const huge = await dev.post('/api/workflows', { name: 'Huge', document: { ...valid, nodes: many } });
    expect(huge.status).toBe(400);
    expect((await dev.get('/api/workflows')).body.rows).toEqual([]);
  });

  it.each([
    [
      '[WF-2] 100,000 nodes',
      400,
      () => body(Array.from({ length: 100_000 }, (_, at) => node(`n${at}`, 'start', 0))),
      '100000 nodes; the limit is 5000',
    ],
    [
      '[WF-2] 19 MB of lists',
      400,
      () => body([]).replace('[]', `[${'[],'.repeat(6_300_000)}0]`),
      '2000000 values',
    ],
    [
      '[WF-2] 19 MB of one title',
      400,
      () => body([{ ...node('a', 'start', 0), title: 'x'.repeat(19_000_000) }]),
    ],
    [
      'more than 20 MB',
      413,
      () => body([{ ...node('a', 'start', 0), title: 'x'.repeat(20_000_000) }]),
      'at most 20000000 bytes',
    ],
    [
      '[WF-3] the key of a prototype',
      400,
      () => body([node('a', 'start', 0)]).replace('"config":{', '"config":{"__proto__":{"x":1}'),
    ],
    [
      '[WF-3] the key of a constructor',
      400,
      () => body([node('a', 'start', 0)]).replace('"nodes"', '"constructor":{"prototype":{"x":1}},"nodes"'),
    ],
    [
      '10,000 levels',
      400,
      () =>
        body([node('a', 'start', 0)]).replace(
          '"config":{',
          `"config":{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}`,
        ),
    ],
    ['half a document', 400, () => body([node('a', 'start', 0)]).slice(0, 60)],
  ])('%s is refused in few words and stores nothing', async (_, status, text, reason = '') => {
    shared ??= developer();
    const { dev } = await shared;
    const answer = await dev.send('/api/workflows', {
      method: 'POST',
      body: text(),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(status);
    expect(answer.body.error.length).toBeGreaterThan(10);
    expect(JSON.stringify(answer.body)).toContain(reason);
    expect(JSON.stringify(answer.body).length).toBeLessThan(20_000);
    expect((await dev.get('/api/workflows')).body.rows).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('[WF-3] [WF-4] [WF-18] circles, unknown types and scripts in titles are kept as they are, and never published', async () => {
    const { dev } = await developer();
    const title = '<script>alert(1)</script>{{ constructor }}';
    const nodes = [
      ...[{ ...node('a', 'formatter', 0), title }, node('b', 'formatter', 0)],
      ...[node('c', 'constructor', 0), node('d', 'shell', 0)],
    ];
    const link = (id: string, from: string, to: string) => ({
      id,
      from: { node: from, port: 'out' },
      to: { node: to, port: 'in' },
    });
    const document = { ...valid, nodes, edges: [link('x', 'a', 'b'), link('y', 'b', 'a')] };
    const made = await dev.post('/api/workflows', { name: 'Hostile', document });
    expect(made.status).toBe(201);
    const rules = made.body.problems.map(({ rule }: { rule: string }) => rule);
    expect(rules).toEqual(expect.arrayContaining(['WF-4', 'WF-18', 'WF-19']));
    expect(made.body.document.nodes[0].title).toBe(title);
    const { id, documentHash } = made.body;
    const published = await dev.post(`/api/workflows/${id}/versions`, { documentHash });
    expect(published.body.issues.length).toBeGreaterThan(2);
    expect((await dev.post(`/api/workflows/${id}/runs`, {})).status).toBe(404);
  });
});

/** One workspace for all that is never stored. */
let shared: ReturnType<typeof developer> | undefined;

const body = (nodes: readonly object[]) => JSON.stringify({ name: 'H', document: { ...valid, nodes } });

describe('a published version', () => {
  it('[VERS-25] is what the draft said, never changes, and is named by its content', async () => {
    const { dev } = await developer();
    const made = await dev.post('/api/workflows', { name: 'Pinned', document: valid });
    const publish = (documentHash: string) =>
      dev.post('/api/workflows/pinned/versions', { documentHash, note: 'first' });
    const v1 = await publish(made.body.documentHash);
    expect(v1.body).toMatchObject({ version: 1, draftDiffers: false });
    expect(v1.body.versions).toMatchObject([
      { version: 1, note: 'first', documentHash: made.body.documentHash },
    ]);
    expect((await publish(made.body.documentHash)).body.error).toContain(
      'There are no changes since version 1',
    );
    const document = { ...valid, name: 'Pinned', description: 'changed' };
    const saved = await dev.put('/api/workflows/pinned', { revision: 1, document });
    expect(saved.body).toMatchObject({ version: 1, draftDiffers: true });
    expect((await publish(made.body.documentHash)).status).toBe(409);
    const old = await dev.get('/api/workflows/pinned', { version: 1 });
    expect(old.body).toMatchObject({ shownVersion: 1, document: { description: '' } });
    expect((await dev.get('/api/workflows/pinned', { version: 9 })).status).toBe(404);
  });

  it('is refused while the workflow could not run, with every reason', async () => {
    const { dev } = await developer();
    const made = await dev.post('/api/workflows', { name: 'Loose', document: { ...valid, edges: [] } });
    expect(made.body.problems.length).toBeGreaterThan(0);
    const answer = await dev.post('/api/workflows/loose/versions', { documentHash: made.body.documentHash });
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe('WORKFLOW_INVALID');
    expect(answer.body.issues.length).toBe(made.body.problems.length);
  });

  it('a workflow is retired and restored; a viewer reads and changes nothing', async () => {
    const { dev, tenant } = await developer();
    await dev.post('/api/workflows', { name: 'Old' });
    expect((await dev.post('/api/workflows/old/retire')).body.isActive).toBe(false);
    expect((await dev.post('/api/workflows/old/retire')).status).toBe(409);
    expect((await dev.post('/api/workflows/old/restore')).body.isActive).toBe(true);
    const viewer = tenant.as('viewer');
    expect((await viewer.get('/api/workflows/old')).status).toBe(200);
    expect((await viewer.post('/api/workflows/old/retire')).status).toBe(403);
  });
});

describe('[WF-98] tags', () => {
  it('find workflows again, whatever their case, and are no part of the document', async () => {
    const { dev, tenant } = await developer();
    const made = await dev.post('/api/workflows', { name: 'Tagged', document: valid });
    await dev.post('/api/workflows', { name: 'Other' });
    const tag = (id: string, tags: string[]) => dev.put(`/api/workflows/${id}/tags`, { tags });
    const tagged = await tag('tagged', [' Finance ', 'EU', 'finance']);
    expect(tagged.body).toMatchObject({
      tags: ['Finance', 'EU'],
      documentHash: made.body.documentHash,
      revision: 1,
    });
    await tag('other', ['FINANCE']);
    expect((await dev.get('/api/workflow-tags')).body.rows).toEqual([
      { tag: 'EU', count: 1 },
      { tag: expect.stringMatching(/^finance$/i), count: 2 },
    ]);
    const first = await dev.get('/api/workflow-tags', { limit: 1 });
    const second = await dev.get('/api/workflow-tags', { limit: 1, cursor: first.body.nextCursor });
    expect([first.body.rows[0].tag, second.body.rows[0].count, second.body.nextCursor]).toEqual([
      'EU',
      2,
      null,
    ]);
    const found = await dev.get('/api/workflows', { tag: 'eu' });
    expect(found.body).toMatchObject({ total: 1, rows: [{ id: 'tagged' }] });
    expect(
      (
        await tag(
          'tagged',
          Array.from({ length: 21 }, (_, at) => `t${at}`),
        )
      ).status,
    ).toBe(400);
    expect((await tag('tagged', [' '])).status).toBe(400);
    expect((await tenant.as('viewer').put('/api/workflows/tagged/tags', { tags: [] })).status).toBe(403);
  });
});
