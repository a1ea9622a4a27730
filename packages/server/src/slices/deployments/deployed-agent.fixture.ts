import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { expect } from 'vitest';
import type { Client } from '../../testing/client.ts';
import type { TestContext } from '../../testing/start-test-context.ts';

const position = { x: 0, y: 0 };

/** A workflow from start to end, whose last step is titled so. */
function giving(title: string): Workflow {
  const node = (id: string, type: string, own: string) => ({ id, type, title: own, position, config: {} });
  return {
    ...EMPTY_WORKFLOW,
    name: 'Pay',
    nodes: [node('begin', 'start', ''), node('finish', 'end', title)],
    edges: [{ id: 'a', from: { node: 'begin', port: 'out' }, to: { node: 'finish', port: 'in' } }],
  };
}

/** Publishes another version of the agent; returns its hash. */
export async function publish(dev: Client, value: string): Promise<string> {
  const { body } = await dev.get('/api/workflows/pay');
  const saved = await dev.put('/api/workflows/pay', { revision: body.revision, document: giving(value) });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const published = await dev.post('/api/workflows/pay/versions', {
    documentHash: saved.body.documentHash,
    note: value,
  });
  expect(published.status, JSON.stringify(published.body)).toBe(200);
  return newest(dev);
}

export async function newest(dev: Client): Promise<string> {
  const { body } = await dev.get('/api/agents/payer/versions');
  return body.rows[0].id;
}

/** A workspace with people of four roles, and an agent with one version. */
export async function deployable(ctx: TestContext, riskLevel = 'low') {
  const tenant = await ctx.newTenant({
    administrator: { participantId: null },
    'agent-developer': { participantId: null },
    'agent-operator': { participantId: null },
    manager: { participantId: null },
    viewer: { participantId: null },
  });
  const dev = tenant.as('agent-developer');
  const made = await dev.post('/api/workflows', { name: 'Pay', document: giving('one') });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await dev.post('/api/workflows/pay/versions', { documentHash: made.body.documentHash, note: 'First' });
  const created = await dev.post('/api/agents', { name: 'Payer', workflowId: 'pay', riskLevel });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return {
    tenant,
    dev,
    operator: tenant.as('agent-operator'),
    manager: tenant.as('manager'),
    admin: tenant.as('administrator'),
    viewer: tenant.as('viewer'),
    first: await newest(dev),
  };
}

/** The deployment as soon as it is as expected. */
export async function until(
  who: Client,
  id: string,
  is: (deployment: { status: string; stage: string | null; approvalId: string | null }) => boolean,
) {
  for (let tries = 0; tries < 200; tries += 1) {
    const { body } = await who.get(`/api/deployments/${id}`);
    if (is(body)) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { body } = await who.get(`/api/deployments/${id}`);
  throw new Error(`The deployment stays as it is: ${JSON.stringify(body)}`);
}

/** Approves the open request of a deployment as this person. */
export async function approve(manager: Client, approvalId: string) {
  const { body } = await manager.get(`/api/approvals/${approvalId}`);
  return manager.post(`/api/approvals/${approvalId}/decide`, { decision: 'approve', hash: body.hash });
}

/** The order of a deployment of the agent. */
export const order = (hash: string, environment: string, replaces: string | null = null) => ({
  agentId: 'payer',
  hash,
  environment,
  strategy: 'auto-rollback',
  replaces,
});

/** Deploys with the manager’s approval, up to the switch. */
export async function deployed(
  people: { operator: Client; manager: Client },
  given: ReturnType<typeof order> & { stickyBy?: readonly string[] },
) {
  const { operator, manager } = people;
  const ordered = await operator.post('/api/deployments', given);
  expect(ordered.status, JSON.stringify(ordered.body)).toBe(201);
  const { id } = ordered.body;
  const waiting = await until(operator, id, ({ approvalId }) => approvalId !== null);
  expect((await approve(manager, waiting.approvalId ?? '')).status).toBe(200);
  return until(operator, id, ({ status, stage }) => status === 'completed' || stage === 'watch');
}
