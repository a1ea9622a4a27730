import type { Role } from '@attain/domain/access/permissions';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;

beforeAll(async () => {
  ctx = await startTestContext();
  const person = { participantId: null };
  tenant = await ctx.newTenant({
    'agent-developer': person,
    'agent-operator': person,
    finance: person,
    viewer: person,
    manager: person,
    administrator: person,
  });
});
afterAll(() => ctx?.stop());

const base = { title: '', position: { x: 0, y: 0 } };

/** A run that waits for an approval, started by the operator; `whose` names a person or a queue. */
async function waiting(name: string, whose: { assignee?: string; queue?: string } = {}): Promise<string> {
  const dev = tenant.as('agent-developer');
  const config = { title: 'Agree?', ...(whose.assignee ? {} : { queue: 'finance' }), ...whose };
  const document: Workflow = {
    ...EMPTY_WORKFLOW,
    name,
    nodes: [
      { ...base, id: 'begin', type: 'start', config: {} },
      { ...base, id: 'ask', type: 'approval', config },
      { ...base, id: 'yes', type: 'end', config: {} },
      { ...base, id: 'no', type: 'end', config: {} },
    ],
    edges: [
      { id: 'a', from: { node: 'begin', port: 'out' }, to: { node: 'ask', port: 'in' } },
      { id: 'b', from: { node: 'ask', port: 'approved' }, to: { node: 'yes', port: 'in' } },
      { id: 'c', from: { node: 'ask', port: 'rejected' }, to: { node: 'no', port: 'in' } },
    ],
  };
  const made = await dev.post('/api/workflows', { name, document });
  expect(made.body.problems).toEqual([]);
  await dev.post(`/api/workflows/${made.body.id}/versions`, { documentHash: made.body.documentHash });
  const run = await tenant.as('agent-operator').post(`/api/workflows/${made.body.id}/runs`, {});
  const tasks = await dev.get('/api/tasks', { runId: run.body.id, whose: 'all' });
  return tasks.body.rows[0].id;
}

const approve = (role: Role, task: string) =>
  tenant.as(role).post(`/api/tasks/${task}/decide`, { decision: 'approved' });

it('[AUTH-25] who started a run does not approve it, who may not decide reads who may, and somebody else decides', async () => {
  const task = await waiting('Four eyes', { queue: 'agent-operator' });
  const own = await approve('agent-operator', task);
  expect([own.status, own.body.error]).toEqual([
    403,
    'You started this run, so another user must approve it.',
  ]);
  const viewer = await approve('viewer', task);
  expect([viewer.status, viewer.body.error]).toEqual([403, expect.stringContaining('Roles that have it: ')]);
  const other = await approve('administrator', task);
  expect([other.status, other.body.status]).toEqual([200, 'completed']);
});

it('[WF-50] who rejects says why: without a reason the task stays open', async () => {
  const task = await waiting('Not without a reason');
  const reject = (comment?: string) =>
    tenant.as('finance').post(`/api/tasks/${task}/decide`, { decision: 'rejected', comment });
  for (const nothing of [undefined, ' \n']) {
    const issues = [{ rule: 'WF-50', path: 'comment' }];
    expect(await reject(nothing)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT', issues } });
  }
  expect((await tenant.as('finance').get(`/api/tasks/${task}`)).body.status).toBe('pending');
  expect((await reject('Too much')).body).toMatchObject({
    status: 'completed',
    result: { comment: 'Too much' },
  });
});

it('[AUTH-25] what is assigned to one person is decided by nobody else', async () => {
  const task = await waiting('Only finance', { assignee: tenant.usernameOf('finance') });
  const other = await approve('agent-operator', task);
  expect([other.status, other.body.error]).toEqual([403, 'This task is assigned to another user.']);
  expect((await approve('finance', task)).body.status).toBe('completed');
});

it('[AUTH-25] what waits in the queue of a role is decided there, or by who stands in for every queue', async () => {
  const task = await waiting('For finance', { queue: 'finance' });
  const other = await approve('manager', task);
  expect([other.status, other.body.error]).toEqual([
    403,
    'This task is for “finance”, and you don’t have that role.',
  ]);
  expect((await approve('finance', task)).body).toMatchObject({
    status: 'completed',
    startedBy: tenant.usernameOf('agent-operator'),
  });
  const designers = await waiting('For designers', { queue: 'plan-designer' });
  expect((await approve('finance', designers)).status).toBe(403);
  expect((await approve('administrator', designers)).body.status).toBe('completed');
});

it('[WF-103] a computed recipient takes the task; one that is blank or can’t leads to who may reassign it, never to all', async () => {
  const task = await waiting('Computed', {
    assignee: `{{ lower("${tenant.usernameOf('finance').toUpperCase()}") }}`,
  });
  expect((await approve('agent-operator', task)).status).toBe(403);
  expect((await approve('finance', task)).body.status).toBe('completed');
  for (const [name, whose, why] of [
    ['Blank', { assignee: '{{ "" }}' }, 'named no recipient'],
    ['Unknown', { assignee: '{{ "cfo.who.left" }}' }, '“cfo.who.left” is not an active user'],
    ['No role', { queue: '{{ "payroll" }}' }, 'There is no role “payroll”'],
  ] as const) {
    const lost = await waiting(name, whose);
    const { body } = await tenant.as('administrator').get(`/api/tasks/${lost}`);
    expect(body.fallbackReason).toContain(why);
    expect((await approve('finance', lost)).status).toBe(403);
  }
});
