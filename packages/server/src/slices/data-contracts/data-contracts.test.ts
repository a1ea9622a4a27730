import { compensationInput, compensationOutput } from '@attain/domain/data-contracts/stated-contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../base/actor.ts';
import { sharedTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { installContracts } from './install-contracts.ts';

let ctx: TestContext;
let tenant: TestTenant;
beforeAll(async () => {
  ctx = await sharedTestContext();
  tenant = await ctx.newTenant({
    administrator: { participantId: null },
    'agent-developer': { participantId: null },
    viewer: { participantId: null },
    'sales-rep': { participantId: null },
  });
});
afterAll(() => ctx?.stop());

const developer = () => tenant.as('agent-developer');
const administrator = () => tenant.as('administrator');
const schema = {
  type: 'object',
  properties: { id: { type: 'string' }, amount: { type: 'number', minimum: 0 } },
  required: ['id'],
};
const make = async (name: string, more: object = {}) => {
  const { status, body } = await developer().post('/api/contracts', { name, type: 'input', schema, ...more });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
};
const publish = (contract: { id: string; revision: number }, as = developer()) =>
  as.post(`/api/contracts/${contract.id}/publish`, { revision: contract.revision });
const published = async (name: string, more: object = {}) => {
  const { status, body } = await publish(await make(name, more));
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};

describe('a data contract', () => {
  it('[CONTRACT-08] [DC-7] has the stated fields, and moves from draft to active to deprecated', async () => {
    const draft = await make('Orders');
    expect(draft).toMatchObject({
      id: 'orders',
      name: 'Orders',
      type: 'input',
      format: 'json-schema',
      version: null,
      status: 'draft',
      lastModified: expect.stringMatching(/^\d{4}-/),
      usage: 0,
      schema,
      sample: { id: 'text', amount: 0 },
      next: { version: '1.0.0' },
    });
    const { body: active } = await publish(draft);
    expect(active).toMatchObject({ version: '1.0.0', status: 'active', draft: false, next: null });
    expect(await publish(active)).toMatchObject({ status: 409 });
    expect(await developer().post('/api/contracts/orders/remove', {})).toMatchObject({ status: 409 });
    const deprecate = (deprecated: boolean) =>
      developer().post('/api/contracts/orders/deprecate', { deprecated });
    expect(await deprecate(false)).toMatchObject({ status: 409 });
    expect(await deprecate(true)).toMatchObject({ status: 200, body: { status: 'deprecated' } });
    const { body: now } = await developer().get('/api/contracts/orders');
    const saved = { name: 'Orders', revision: now.revision, schema, sample: draft.sample };
    expect(await developer().put('/api/contracts/orders', saved)).toMatchObject({ status: 409 });
    expect(await deprecate(false)).toMatchObject({ status: 200, body: { status: 'active' } });
    await make('Unused');
    expect(await developer().post('/api/contracts/unused/remove', {})).toMatchObject({ status: 200 });
    expect(await developer().get('/api/contracts/unused')).toMatchObject({ status: 404 });
  });

  it('[CONTRACT-07] Edit opens the next version, whose number says what it breaks; two editors never overwrite each other', async () => {
    const first = await published('Numbers');
    const edit = (revision: number, change: object) =>
      developer().put('/api/contracts/numbers', {
        name: 'Numbers',
        revision,
        schema: { ...schema, ...change },
        sample: { id: 'x', amount: 1 },
      });
    const { body: titled } = await edit(first.revision, { title: 'T' });
    expect(titled).toMatchObject({
      version: '1.0.0',
      status: 'active',
      draft: true,
      next: { version: '1.0.1' },
    });
    expect(await edit(first.revision, {})).toMatchObject({ status: 409 });
    const { body: breaking } = await edit(titled.revision, { required: ['id', 'amount'] });
    expect(breaking.next).toMatchObject({
      version: '2.0.0',
      kind: 'breaking',
      needsOther: false,
      differences: [{ path: '/required', kind: 'breaking' }],
    });
    const { body } = await publish(breaking);
    expect(body).toMatchObject({ version: '2.0.0', versions: [{ version: '2.0.0' }, { version: '1.0.0' }] });
  });

  it('[DC-1] [DC-3] [DC-4] hostile schemas and samples that do not fit are rejected with their place', async () => {
    const post = (of: object) =>
      developer().post('/api/contracts', { name: 'Hostile', type: 'input', ...of });
    let deep: object = {};
    for (let at = 0; at < 45; at += 1) deep = { items: deep };
    const bad: [object, object][] = [
      [{ schema: deep }, { rule: 'DC-1', path: '/schema' }],
      [{ schema: { $ref: 'file:///etc/passwd' } }, { rule: 'DC-3', path: '/schema/$ref' }],
      [{ schema: { allOf: [{ $ref: '#' }] } }, { rule: 'DC-3' }],
      [{ schema: { pattern: '(?=a)' } }, { rule: 'DC-4', path: '/schema/pattern' }],
      [
        { schema, sample: { id: 5 } },
        { rule: 'DC-11', path: '/sample/id' },
      ],
    ];
    for (const [of, issue] of bad)
      expect(await post(of)).toMatchObject({ status: 400, body: { issues: [issue] } });
  });

  it('[CONTRACT-07] imports, exports and checks', async () => {
    const openApi = {
      openapi: '3.1.0',
      components: { schemas: { A: schema, B: { $ref: 'https://x.example/b' } } },
    };
    const read = (json: unknown) => developer().post('/api/contracts/import', { text: JSON.stringify(json) });
    expect(await read(openApi)).toMatchObject({
      status: 200,
      body: {
        found: [
          { name: 'A', schema, problems: [] },
          { name: 'B', problems: [{ rule: 'DC-3' }] },
        ],
      },
    });
    expect(await read([])).toMatchObject({ status: 400 });
    const { id } = await published('Exported');
    const text = async (as: string) =>
      (await developer().get(`/api/contracts/${id}/export`, { as })).body.text;
    expect(JSON.parse(await text('json-schema'))).toMatchObject(schema);
    expect(JSON.parse(await text('odcs'))).toMatchObject({ version: '1.0.0', kind: 'DataContract' });
    expect(await text('typescript')).toContain('export type Exported = {\n  readonly id: string;');
    const check = await developer().post(`/api/contracts/${id}/check`, { value: { id: 1, amount: -1 } });
    expect(check.body.verdicts).toMatchObject([
      { version: '1.0.0', problems: [{ path: '/id' }, { path: '/amount' }] },
    ]);
  });

  it('is read by those who read workflows, and listed by name, type and status', async () => {
    await published('Listed', { type: 'internal' });
    const list = (query: Record<string, string>) => tenant.as('viewer').get('/api/contracts', query);
    expect((await list({ type: 'internal', status: 'active', search: 'list' })).body).toMatchObject({
      rows: [{ id: 'listed', usage: 0 }],
      total: 1,
    });
    expect((await list({ type: 'internal', status: 'draft' })).body.rows).toEqual([]);
    expect(await tenant.as('sales-rep').get('/api/contracts')).toMatchObject({ status: 403 });
    expect(
      await tenant.as('viewer').post('/api/contracts', { name: 'No', type: 'input', schema }),
    ).toMatchObject({ status: 403 });
  });
});

const node = (id: string, type: string, config: object) => ({ id, type, position: { x: 0, y: 0 }, config });
const edge = (from: string, to: string) => ({
  id: `${from}-${to}`,
  from: { node: from, port: 'out' },
  to: { node: to, port: 'in' },
});
/** A workflow whose Start and End check their values by contracts. */
const flow = async (name: string, start: string, end: object) => {
  const document = {
    name,
    nodes: [node('start', 'start', { contract: start }), node('end', 'end', end)],
    edges: [edge('start', 'end')],
  };
  const { status, body } = await developer().post('/api/workflows', { name, document });
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
};
const publishFlow = (workflow: { id: string; documentHash: string }) =>
  developer().post(`/api/workflows/${workflow.id}/versions`, {
    documentHash: workflow.documentHash,
    note: '',
  });
const run = (id: string, input: unknown) => developer().post(`/api/workflows/${id}/runs`, { input });

describe('a contract that a workflow names', () => {
  it('[DC-11] stops a run before it starts, and a step whose value breaks it', async () => {
    await published('Checked');
    const more = { ...schema, required: ['id', 'amount'] };
    await published('Result', { type: 'output', schema: more, sample: { id: 'a', amount: 1 } });
    const workflow = await flow('Checks', 'checked@1.0.0', { contract: 'result@1.0.0', result: 'input' });
    expect(await publishFlow(workflow)).toMatchObject({ status: 200 });
    expect(await run(workflow.id, { id: 5, amount: -1 })).toMatchObject({
      status: 422,
      body: { code: 'CONTRACT_VIOLATED', issues: [{ rule: 'DC-11', path: '/id' }] },
    });
    expect((await developer().get('/api/workflow-runs', { workflowId: workflow.id })).body.rows).toEqual([]);
    expect(await run(workflow.id, { id: 'a', amount: 1 })).toMatchObject({ body: { status: 'completed' } });
    const { body: failed } = await run(workflow.id, { id: 'a' });
    expect(failed).toMatchObject({ status: 'failed' });
    const { body } = await developer().get(`/api/workflow-runs/${failed.id}`);
    expect(JSON.stringify(body)).toContain('CONTRACT_VIOLATED');
    const inferred = { workflowId: workflow.id, side: 'input' };
    expect((await developer().post('/api/contracts/infer', inferred)).body).toMatchObject({
      schema: { type: 'object', required: ['id'] },
      values: 2,
    });
    // each workspace has contracts of its own, also for one and the same document
    const other = await ctx.newTenant();
    const document = workflow.document;
    const { body: copy } = await other
      .as('administrator')
      .post('/api/workflows', { name: 'Checks', document });
    expect(copy.problems).toMatchObject([{ rule: 'DC-11' }, { rule: 'DC-11' }]);
  });

  it('[DC-12] [DC-7] has to exist, not to be deprecated, and to fit the step before it', async () => {
    await published('Wide');
    await published('Narrow', {
      schema: { ...schema, required: ['id', 'amount'] },
      sample: { id: 'a', amount: 1 },
    });
    const publishing = async (start: string, end: object) => {
      const { status, body } = await publishFlow(
        await flow(`Flow ${start} ${JSON.stringify(end)}`, start, end),
      );
      return [status, ...(body.issues ?? []).map(({ rule }: { rule: string }) => rule)];
    };
    expect(await publishing('wide@1.0.0', { contract: 'narrow@1.0.0' })).toEqual([422, 'DC-12']);
    expect(await publishing('narrow@1.0.0', { contract: 'wide@1.0.0' })).toEqual([200]);
    expect(await publishing('wide@1.0.0', { contract: 'narrow@1.0.0', result: 'input' })).toEqual([200]);
    expect(await publishing('wide@9.0.0', {})).toEqual([422, 'DC-11']);
    expect(await publishing('wide', {})).toEqual([422, 'DC-11']);
    await developer().post('/api/contracts/wide/deprecate', { deprecated: true });
    expect(await publishing('wide@1.0.0', {})).toEqual([422, 'DC-7']);
  });

  it('[DC-10] is not broken by its author alone, and is listed with what uses it', async () => {
    const first = await published('Used');
    await publishFlow(await flow('User of it', 'used@1.0.0', {}));
    const { body: draft } = await developer().put('/api/contracts/used', {
      name: 'Used',
      revision: first.revision,
      schema: { ...schema, required: ['id', 'amount'] },
      sample: { id: 'a', amount: 1 },
    });
    expect(draft).toMatchObject({
      usage: 1,
      next: { version: '2.0.0', needsOther: true },
      uses: [
        { workflow: 'User of it', node: 'start', version: '1.0.0', workflowVersion: null },
        { workflow: 'User of it', node: 'start', version: '1.0.0', workflowVersion: 1 },
      ],
    });
    expect(await publish(draft)).toMatchObject({ status: 409 });
    const check = await developer().post('/api/contracts/used/check', { value: { id: 'a' } });
    expect(check.body.verdicts).toMatchObject([
      { version: 'draft', problems: [{ path: '' }] },
      { version: '1.0.0', problems: [] },
    ]);
    expect(await publish(draft, administrator())).toMatchObject({ status: 200, body: { version: '2.0.0' } });
    // what runs is pinned to the version it names
    expect((await developer().get('/api/contracts/used')).body.uses).toHaveLength(2);
  });
});

describe('the stated contracts', () => {
  const problems = async (id: string, value: object): Promise<string[]> => {
    const { body } = await administrator().post(`/api/contracts/${id}/check`, { value });
    return body.verdicts[0].problems.map(({ path }: { path: string }) => path);
  };

  it('[CONTRACT-11] [CONTRACT-12] [CONTRACT-13] the input wants a uuid, performance data and a quarter', async () => {
    await installContracts(
      ctx.ctx,
      systemActor(tenant.tenantId, (await administrator().get('/api/auth/me')).body.user.id, 'sample'),
    );
    const right = compensationInput.sample;
    const { performanceData: _, ...without } = right;
    const input = (change: object) => problems('compensation-input', { ...right, ...change });
    expect(await input({})).toEqual([]);
    expect(await input({ employeeId: 'E-100' })).toEqual(['/employeeId']);
    expect(await input({ timeframe: 'Q5-2024' })).toEqual(['/timeframe']);
    expect(await input({ timeframe: 'Q4-2024' })).toEqual([]);
    expect(await problems('compensation-input', without)).toEqual(['']);
  });

  it('[CONTRACT-14] [CONTRACT-15] [CONTRACT-16] [CONF-BUILD-25] the output bounds confidence, complexity and the status of approvers', async () => {
    const right = compensationOutput.sample;
    const output = (change: object) => problems('compensation-output', { ...right, ...change });
    expect(await output({})).toEqual([]);
    expect(await output({ confidence: 1.1 })).toEqual(['/confidence']);
    expect(await output({ confidence: -0.1 })).toEqual(['/confidence']);
    for (const level of ['low', 'medium', 'high'])
      expect(await output({ implementationComplexity: level })).toEqual([]);
    // the other enum, of workflow_definitions.complexity
    expect(await output({ implementationComplexity: 'simple' })).toEqual(['/implementationComplexity']);
    for (const status of ['pending', 'approved', 'rejected'])
      expect(await output({ approvers: [{ name: 'A', status }] })).toEqual([]);
    expect(await output({ approvers: [{ name: 'A', status: 'waived' }] })).toEqual(['/approvers/0/status']);
  });
});
