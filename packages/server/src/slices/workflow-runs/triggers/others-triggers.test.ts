import { EMPTY_WORKFLOW, type Workflow, type WorkflowNode } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../testing/client.ts';
import { startTestContext, type TestContext } from '../../../testing/start-test-context.ts';

let ctx: TestContext;
let admin: Client;
let dev: Client;

beforeAll(async () => {
  ctx = await startTestContext();
  const nobody = { participantId: null };
  const tenant = await ctx.newTenant({ administrator: nobody, 'agent-developer': nobody });
  admin = tenant.as('administrator');
  dev = tenant.as('agent-developer');
});
afterAll(() => ctx?.stop());

/** A step between a start and an end. */
function around(name: string, type: string, config: WorkflowNode['config']): Workflow {
  const node = (id: string, kind: string, settings: WorkflowNode['config'] = {}): WorkflowNode => ({
    id,
    type: kind,
    title: id,
    config: settings,
    position: { x: 0, y: 0 },
  });
  const link = (from: string, to: string) => ({
    id: `${from}-${to}`,
    from: { node: from, port: 'out' },
    to: { node: to, port: 'in' },
  });
  return {
    ...EMPTY_WORKFLOW,
    name,
    nodes: [node('begin', 'start'), node('step', type, config), node('finish', 'end')],
    edges: [link('begin', 'step'), link('step', 'finish')],
  };
}

/** Publishes the next version of a workflow, or its first one. */
async function publish(by: Client, document: Workflow, id?: string): Promise<string> {
  const revision = id && (await by.get(`/api/workflows/${id}`)).body.revision;
  const saved = id
    ? await by.put(`/api/workflows/${id}`, { revision, document })
    : await by.post('/api/workflows', { name: document.name, document });
  const { id: of, documentHash } = saved.body;
  expect(await by.post(`/api/workflows/${of}/versions`, { documentHash })).toMatchObject({ status: 200 });
  return of;
}

const webhook = async (workflow: string) =>
  (await admin.post(`/api/workflows/${workflow}/triggers`, { name: 'Hook', when: { kind: 'webhook' } })).body;
const triggerOf = async (workflow: string) =>
  (await admin.get(`/api/workflows/${workflow}/triggers`)).body.rows[0];

describe('[WF-43] nobody lends rights to a version they have not looked at', () => {
  const pure = around('Inner', 'calculator', { formula: '1' });
  const reads = around('Inner', 'database_read', { database: 'attain', query: 'payees' });

  it('a version that asks for more than its publisher may switches off what others have made start it', async () => {
    const inner = await publish(dev, pure);
    const outer = await publish(dev, around('Outer', 'sub_workflow', { workflow: inner }));
    const hook = await webhook(inner);
    await webhook(outer);
    await publish(dev, around('Inner', 'calculator', { formula: '2' }), inner);
    expect([await triggerOf(inner), await triggerOf(outer)]).toMatchObject([
      { isEnabled: true, lastOutcome: null },
      { isEnabled: true, lastOutcome: null },
    ]);
    await publish(dev, reads, inner);
    const lastOutcome = expect.stringContaining('published by a user without the rights');
    expect([await triggerOf(inner), await triggerOf(outer)]).toMatchObject([
      { isEnabled: false, lastOutcome },
      { isEnabled: false, lastOutcome },
    ]);
    const on = await dev.post(`/api/workflow-triggers/${hook.id}/enable`);
    const { runsAs } = (await triggerOf(inner)) as { runsAs: string };
    expect([on.body.isEnabled, runsAs === hook.runsAs]).toEqual([true, false]);
  });

  it('who renews the secret of a webhook lends it the own rights', async () => {
    const workflow = await publish(admin, { ...reads, name: 'Payees' });
    const hook = await webhook(workflow);
    const renewed = await dev.post(`/api/workflow-triggers/${hook.id}/secret`);
    expect(renewed.body.secret).toMatch(/^whs_/);
    expect(renewed.body.runsAs).not.toBe(hook.runsAs);
    // at once: each is told the one that they have lent their rights, and the last one counts
    const renew = (by: Client) => by.post(`/api/workflow-triggers/${hook.id}/secret`);
    const both = await Promise.all([renew(dev), renew(admin), renew(dev)]);
    expect(new Set(both.map(({ body }) => body.secret)).size).toBe(3);
  });
});
