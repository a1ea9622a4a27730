import type { Role } from '@attain/domain/access/permissions';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { EMPTY_WORKFLOW, type Workflow, type WorkflowNode } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishNode } from '../../../activities/one-node.fixture.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;
const person = { participantId: null };

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({
    administrator: person,
    'tenant-admin': person,
    'agent-developer': person,
    'agent-operator': person,
    finance: person,
    manager: person,
    'sales-rep': person,
    viewer: person,
    auditor: person,
  });
});
afterAll(() => ctx?.stop());

const secretText = 'Adaeze Nkosi 9481.26';

function node(id: string, type: string, config: JsonObject = {}): WorkflowNode {
  return { id, type, title: '', position: { x: 0, y: 0 }, config };
}

function chain(name: string, nodes: readonly WorkflowNode[]): Workflow {
  const edges = nodes.slice(1).map((to, at) => ({
    id: `e${at}`,
    from: { node: nodes[at]?.id ?? '', port: nodes[at]?.type === 'approval' ? 'approved' : 'out' },
    to: { node: to.id, port: 'in' },
  }));
  return { ...EMPTY_WORKFLOW, name, nodes: [...nodes], edges };
}

async function publish(document: Workflow, by: Role = 'agent-developer') {
  const made = await tenant.as(by).post('/api/workflows', { name: document.name, document });
  expect(made.status).toBe(201);
  const { id, documentHash } = made.body;
  return { id, answer: await tenant.as(by).post(`/api/workflows/${id}/versions`, { documentHash }) };
}

/** A run of the administrator that reads statements and hands pay to a task. */
async function payTask(name: string, task: JsonObject): Promise<{ runId: string; taskId: string }> {
  const { id, answer } = await publish(
    chain(name, [
      node('begin', 'start'),
      node('read', 'database_read', { database: 'attain', query: 'statements' }),
      node('pay', 'data_collection', { values: [{ name: 'pay', value: `"${secretText}"` }] }),
      node('ask', 'review_task', {
        title: 'Check {{ nodes.pay.pay }}',
        instructions: '{{ nodes.pay.pay }}',
        ...task,
      }),
      node('finish', 'end'),
    ]),
  );
  expect(answer.body).toMatchObject({ version: 1 });
  const run = await tenant.as('administrator').post(`/api/workflows/${id}/runs`, {});
  for (;;) {
    const { body } = await tenant.as('administrator').get('/api/tasks', { whose: 'all', runId: run.body.id });
    if (body.rows.length > 0) return { runId: run.body.id, taskId: body.rows[0].id };
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

describe('the values of a task', () => {
  it('[WF-46] are shown to the person who started the run and to those who may read what it reads, and withheld from others', async () => {
    const { runId, taskId } = await payTask('Pay for finance', { queue: 'finance' });
    const seen = async (role: Role) => {
      const { status, body } = await tenant.as(role).get(`/api/tasks/${taskId}`);
      return { status, text: JSON.stringify(body), withheld: body.withheld };
    };
    for (const role of ['administrator', 'finance', 'auditor'] as const) {
      const { text, withheld } = await seen(role);
      expect([role, text.includes(secretText), withheld]).toEqual([role, true, null]);
    }
    for (const role of ['agent-developer', 'agent-operator', 'viewer'] as const) {
      const { status, text, withheld } = await seen(role);
      expect([status, text.includes(secretText)]).toEqual([200, false]);
      expect(withheld).toContain('view statements');
      const list = await tenant.as(role).get('/api/tasks', { whose: 'all', runId });
      expect(list.body.rows).toMatchObject([
        { id: taskId, title: 'Review Task', input: null, instructions: '' },
      ]);
      expect(JSON.stringify(list.body)).not.toContain(secretText);
    }
    for (const role of ['sales-rep', 'manager'] as const) {
      expect((await seen(role)).status).toBe(404);
      const list = await tenant.as(role).get('/api/tasks');
      expect(list.body.rows.map(({ id }: { id: string }) => id)).not.toContain(taskId);
    }
  });

  it('[WF-61] are withheld from a queue whose members may not read them', async () => {
    const { taskId } = await payTask('Pay by post', { queue: 'agent-operator' });
    const { body } = await tenant.as('agent-operator').get(`/api/tasks/${taskId}`);
    expect(body).toMatchObject({
      id: taskId,
      input: null,
      withheld: expect.stringContaining('view statements'),
    });
    expect(JSON.stringify(body)).not.toContain(secretText);
  });

  it('[WF-61] are not approved by somebody from whom they are withheld, who may reject', async () => {
    const { taskId } = await payTask('Pay approved blind', { queue: 'agent-operator' });
    const decide = (role: Role, decision: string) =>
      tenant.as(role).post(`/api/tasks/${taskId}/decide`, { decision, comment: 'I cannot see it' });
    const blind = await decide('agent-operator', 'approved');
    expect([blind.status, blind.body.code]).toEqual([403, 'NOT_ALLOWED']);
    expect(blind.body.error).toContain('can’t approve values you can’t see');
    expect((await decide('agent-operator', 'rejected')).body).toMatchObject({ status: 'completed' });
  });

  it('[WF-61] of a notification reach only people who may read them; others learn that there is one', async () => {
    const { id } = await publish(
      chain('Pay by notice', [
        node('begin', 'start'),
        node('read', 'database_read', { database: 'attain', query: 'statements' }),
        node('tell', 'notification', {
          to: 'agent-developer, finance',
          title: secretText,
          message: `It is ${secretText}.`,
        }),
        node('finish', 'end'),
      ]),
    );
    const run = await tenant.as('administrator').post(`/api/workflows/${id}/runs`, {});
    const notice = async (role: Role) => {
      for (;;) {
        const { body } = await tenant.as(role).get('/api/notices');
        const one = body.rows.find(({ runId }: { runId: string }) => runId === run.body.id);
        if (one) return one;
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    };
    expect(await notice('finance')).toMatchObject({ title: secretText });
    const withheld = await notice('agent-developer');
    expect(withheld.title).toBe('A workflow sent you a message');
    expect(JSON.stringify(withheld)).not.toContain('9481');
  });
});

describe('the recipient of a task', () => {
  const ask = (config: JsonObject) =>
    publish(
      chain(`Ask ${JSON.stringify(config)}`.slice(0, 90), [
        node('begin', 'start'),
        node('ask', 'approval', config),
        node('finish', 'end'),
      ]),
    );

  it('[WF-60] has to be there when the workflow is published', async () => {
    const problems = async (config: JsonObject) => {
      const { answer } = await ask(config);
      expect([answer.status, answer.body.code]).toEqual([422, 'WORKFLOW_INVALID']);
      return answer.body.issues.map(({ rule, path }: { rule: string; path: string }) => `${rule} ${path}`);
    };
    expect(await problems({})).toEqual(['WF-60 nodes[1].config.queue']);
    expect(await problems({ queue: 'financ' })).toEqual(['WF-60 nodes[1].config.queue']);
    expect(await problems({ queue: 'viewer' })).toEqual(['WF-60 nodes[1].config.queue']);
    expect(await problems({ assignee: 'cfo.who.left' })).toEqual(['WF-60 nodes[1].config.assignee']);
    expect(await problems({ assignee: tenant.usernameOf('viewer') })).toEqual([
      'WF-60 nodes[1].config.assignee',
    ]);
    expect(await problems({ queue: 'finance', escalateTo: 'nobody.here' })).toEqual([
      'WF-60 nodes[1].config.escalateTo',
    ]);
    const { answer } = await ask({ queue: 'finance', escalateTo: 'administrator' });
    expect(answer.status).toBe(200);
  });

  it('[WF-60] who left after publishing is replaced by those who may reassign, never by everybody', async () => {
    const other = await ctx.newTenant({
      administrator: person,
      'agent-developer': person,
      'agent-operator': person,
      manager: person,
    });
    const dev = other.as('agent-developer');
    const id = await publishNode(dev, {
      name: 'Left',
      type: 'approval',
      port: 'approved',
      config: { assignee: other.usernameOf('manager'), title: 'Pay 1,000,000?' },
    });
    await ctx.ctx.db.owner.query('UPDATE users SET disabled = true WHERE username = $1', [
      other.usernameOf('manager'),
    ]);
    const run = await dev.post(`/api/workflows/${id}/runs`, {});
    const admin = other.as('administrator');
    const [task] = (await admin.get('/api/tasks')).body.rows;
    expect(task).toMatchObject({ runId: run.body.id, assignee: null, queue: null });
    expect(task.fallbackReason).toContain(other.usernameOf('manager'));
    expect((await admin.get('/api/notices')).body.rows).toMatchObject([
      { message: task.fallbackReason, taskId: task.id },
    ]);
    const operator = other.as('agent-operator');
    expect((await operator.get('/api/tasks')).body.rows).toEqual([]);
    expect((await operator.post(`/api/tasks/${task.id}/decide`, { decision: 'approved' })).status).toBe(403);
    const to = other.usernameOf('agent-operator');
    const moved = await admin.post(`/api/tasks/${task.id}/reassign`, { to, reason: 'The manager has left' });
    expect(moved.body).toMatchObject({ assignee: to, fallbackReason: null });
    expect((await operator.get('/api/notices')).body.rows).toMatchObject([
      {
        title: 'A task was assigned to you',
        taskId: task.id,
        message: expect.stringContaining('The manager has left'),
      },
    ]);
    const decided = await operator.post(`/api/tasks/${task.id}/decide`, { decision: 'approved' });
    expect(decided.body.status).toBe('completed');
    const log = await admin.get('/api/audit', { limit: 5 });
    expect(JSON.stringify(log.body)).toContain('task.reassigned');
  });

  it('[WF-60] is changed by administrators, and by the assignee; not by others, and not to somebody who cannot decide', async () => {
    const id = await publishNode(tenant.as('agent-developer'), {
      name: 'Delegate',
      type: 'approval',
      port: 'approved',
      config: { assignee: tenant.usernameOf('manager') },
    });
    const run = await tenant.as('agent-operator').post(`/api/workflows/${id}/runs`, {});
    const list = await tenant.as('agent-operator').get('/api/tasks', { whose: 'all', runId: run.body.id });
    const taskId = list.body.rows[0].id;
    const move = (role: Role, verb: 'reassign' | 'delegate', to: Role) =>
      tenant.as(role).post(`/api/tasks/${taskId}/${verb}`, { to: tenant.usernameOf(to) });
    expect((await move('finance', 'reassign', 'finance')).status).toBe(403);
    expect((await move('finance', 'delegate', 'finance')).status).toBe(403);
    expect((await move('manager', 'delegate', 'viewer')).body).toMatchObject({
      issues: [{ rule: 'WF-60', path: 'to' }],
    });
    const toStarter = await move('manager', 'delegate', 'agent-operator');
    expect(toStarter.body.error).toContain('can’t approve it');
    const takers = await tenant.as('manager').get(`/api/tasks/${taskId}/takers`);
    const names = takers.body.rows.map(({ username }: { username: string }) => username);
    expect(names).toContain(tenant.usernameOf('finance'));
    expect(names).not.toContain(tenant.usernameOf('agent-operator'));
    expect(names).not.toContain(tenant.usernameOf('viewer'));
    expect((await move('manager', 'delegate', 'finance')).body.assignee).toBe(tenant.usernameOf('finance'));
    expect((await move('manager', 'delegate', 'finance')).status).toBe(403);
    expect((await move('tenant-admin', 'reassign', 'administrator')).status).toBe(200);
    const notices = async (role: Role) =>
      (await tenant.as(role).get('/api/notices')).body.rows
        .filter(({ runId }: { runId: string }) => runId === run.body.id)
        .map((one: { title: string; taskId: string | null }) => [one.title, one.taskId]);
    const assigned = ['A task was assigned to you', taskId];
    expect(await notices('manager')).toEqual([assigned]);
    expect(await notices('finance')).toEqual([['Your task was reassigned', null], assigned]);
    expect(await notices('administrator')).toEqual([assigned]);
    const decided = await tenant
      .as('administrator')
      .post(`/api/tasks/${taskId}/decide`, { decision: 'approved' });
    expect(decided.body.status).toBe('completed');
    expect((await move('administrator', 'reassign', 'finance')).status).toBe(409);
  });
});

describe('the approval of a run', () => {
  async function ownApproval(at: TestTenant): Promise<string> {
    const admin = at.as('administrator');
    const id = await publishNode(admin, {
      name: 'Own',
      type: 'approval',
      port: 'approved',
      config: { queue: 'finance' },
    });
    const run = await admin.post(`/api/workflows/${id}/runs`, {});
    const { body } = await admin.get('/api/tasks', { whose: 'all', runId: run.body.id });
    return body.rows[0].id;
  }

  it('[WF-63] is refused to the administrator who started it while somebody else could approve', async () => {
    const task = await ownApproval(tenant);
    const own = await tenant.as('administrator').post(`/api/tasks/${task}/decide`, { decision: 'approved' });
    expect([own.status, own.body.error]).toEqual([
      403,
      'You started this run, so another user must approve it.',
    ]);
  });

  it('[WF-63] is theirs where nobody else could, and the log marks it as decided by one person', async () => {
    const alone = await ctx.newTenant({ administrator: person, viewer: person });
    const task = await ownApproval(alone);
    const admin = alone.as('administrator');
    const own = await admin.post(`/api/tasks/${task}/decide`, { decision: 'approved' });
    expect(own.body.status).toBe('completed');
    const log = await admin.get('/api/audit', { limit: 3 });
    expect(JSON.stringify(log.body)).toContain('single-person');
  });
});
