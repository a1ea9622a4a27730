import type { JsonObject } from '@attain/domain/workflows/json-value';
import { EMPTY_WORKFLOW, type WorkflowNode } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { publishNode, runNode } from '../one-node.fixture.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.fixture.ts';

let ctx: TestContext;
let tenant: TestTenant;
let server: SmtpServer;
const nobody = { participantId: null };

beforeAll(async () => {
  server = await startSmtpServer();
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_MAIL_SERVERS: server.place } });
  tenant = await ctx.newTenant({ administrator: nobody, 'agent-developer': nobody });
  const connected = await tenant.as('administrator').post('/api/connections', {
    kind: 'email',
    name: 'Post',
    address: `smtp://${server.place}`,
    authMethod: 'none',
    config: { from: 'pay@example.com', tls: 'off' },
  });
  expect(connected.status).toBe(201);
});
afterAll(async () => {
  await ctx?.stop();
  server?.close();
});

const mail = (name: string, config: JsonObject) => ({
  name,
  type: 'email',
  config: { to: 'outside@example.com', subject: 'Report', retries: 0, ...config },
});

/** A run of the administrator that reads statements and stores a file; the id of the file. */
async function storedPay(admin: Client): Promise<string> {
  const node = (id: string, type: string, config: JsonObject = {}): WorkflowNode => ({
    id,
    type,
    title: '',
    position: { x: 0, y: 0 },
    config,
  });
  const nodes = [
    node('begin', 'start'),
    node('read', 'database_read', { database: 'attain', query: 'statements' }),
    node('store', 'file_upload', { fileName: 'pay.json', format: 'json' }),
    node('finish', 'end'),
  ];
  const edges = nodes.slice(1).map(({ id }, at) => ({
    id: `e${at}`,
    from: { node: nodes[at]?.id ?? '', port: 'out' },
    to: { node: id, port: 'in' },
  }));
  const document = { ...EMPTY_WORKFLOW, name: 'Store pay', nodes, edges };
  const made = await admin.post('/api/workflows', { name: document.name, document });
  expect(made.body.problems).toEqual([]);
  const { id, documentHash } = made.body;
  await admin.post(`/api/workflows/${id}/versions`, { documentHash });
  const started = await admin.post(`/api/workflows/${id}/runs`, {});
  for (;;) {
    const { body } = await admin.get(`/api/workflow-runs/${started.body.id}`);
    if (body.status === 'completed') return body.output.file;
    expect(['running', 'waiting']).toContain(body.status);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

describe('[WF-61] a file of another run', () => {
  it('is not mailed by a run of somebody from whom its values are withheld', async () => {
    const file = await storedPay(tenant.as('administrator'));
    const attach = (who: Client, name: string) =>
      runNode(who, { ...mail(name, { attachments: 'input.file' }), input: { file } });
    const stolen = await attach(tenant.as('agent-developer'), 'Take pay');
    expect(stolen).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Input and output are hidden'),
    });
    expect(server.mails).toEqual([]);
    expect(await attach(tenant.as('administrator'), 'Send pay')).toMatchObject({ status: 'completed' });
    expect(server.mails).toHaveLength(1);
  });
});

describe('[WF-61] the recipients of a run', () => {
  it('are told with the workflow and the agent before it starts, those of sub-workflows included', async () => {
    const dev = tenant.as('agent-developer');
    const inner = await publishNode(dev, mail('Inner', { to: '{{ input.to }}' }));
    const outer = await publishNode(dev, {
      name: 'Outer',
      type: 'sub_workflow',
      config: { workflow: inner },
    });
    const sendsTo = [{ node: 'it', title: 'Email', kind: 'message', to: '{{ input.to }}' }];
    expect((await dev.get(`/api/workflows/${outer}`)).body.sendsTo).toEqual(sendsTo);
    expect((await dev.get(`/api/workflows/${outer}`, { version: 1 })).body.sendsTo).toEqual(sendsTo);
    const agent = await dev.post('/api/agents', { name: 'Outer agent', workflowId: outer });
    expect(agent.body.sendsTo).toEqual(sendsTo);
    const { rows } = (await dev.get('/api/agents')).body;
    expect(rows).toMatchObject([{ id: agent.body.agentId, sendsTo }]);
    const quiet = await publishNode(dev, { name: 'Quiet', type: 'data_collection', config: { values: [] } });
    expect((await dev.get(`/api/workflows/${quiet}`)).body.sendsTo).toEqual([]);
  });
});
