import { setTimeout } from 'node:timers/promises';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { NODE_TYPES } from '@attain/domain/workflows/nodes/node-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishNode } from '../../../activities/one-node.fixture.ts';
import { systemClock } from '../../../base/clock.ts';
import type { Answer, Client } from '../../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../../testing/start-test-context.ts';

const minute = 60_000;
let ctx: TestContext;
let tenant: TestTenant;
/** How far the clock of the house is ahead. */
let aheadMs = 0;
const nobody = { participantId: null };

beforeAll(async () => {
  const now = () => new Date(systemClock.now().getTime() + aheadMs);
  ctx = await startTestContext({ clock: { ...systemClock, now } });
  tenant = await ctx.newTenant({ 'agent-developer': nobody, finance: nobody, manager: nobody });
});
afterAll(() => ctx?.stop());

const form: JsonValue = [
  { name: 'found', label: 'What was found', type: 'text', required: true },
  { name: 'grade', type: 'choice', options: ['A', 'B'], required: false },
];

/** Starts a run that asks a person at once, and finds the task it made. */
async function ask(type: string, config: JsonObject, port: string) {
  const dev = tenant.as('agent-developer');
  const id = await publishNode(dev, {
    name: `Ask by ${type} ${Object.keys(config).join()}`,
    type,
    config,
    port,
  });
  const run = await dev.post(`/api/workflows/${id}/runs`, { input: { payee: 'Ann' } });
  const tasks = await dev.get('/api/tasks', { whose: 'all', runId: run.body.id });
  return { runId: run.body.id as string, task: tasks.body.rows[0] };
}

async function until(read: () => Promise<Answer>, wanted: string): Promise<Answer['body']> {
  for (;;) {
    const { body } = await read();
    if (body.status === wanted) return body;
    expect(['running', 'waiting', 'pending', 'escalated']).toContain(body.status);
    await setTimeout(50);
  }
}

const run = (id: string) => () => tenant.as('agent-developer').get(`/api/workflow-runs/${id}`);

/** Lets what is due by then be due now. */
async function later(minutes: number, runId: string): Promise<void> {
  aheadMs = minutes * minute;
  await ctx.ctx.db.owner.query(
    `UPDATE run_timers SET due_at = due_at - make_interval(mins => $1) WHERE run_id = $2`,
    [minutes, runId],
  );
}

const human = NODE_TYPES.filter(({ working }) => working === 'task');

describe('[CANVAS-10] [CANVAS-12] every node for people', () => {
  it('is one of the stated ones', () => {
    expect(human.map(({ type }) => type).sort()).toEqual(
      'approval approval_request document_review escalation human_review interview manual_input review_task'.split(
        ' ',
      ),
    );
  });

  it.each(human.map((one) => [one.type, one] as const))(
    '%s makes a task with its form in the queue, due in 60 minutes; what is answered resumes the run',
    async (type, { label, outputs }) => {
      const decisions = outputs.map(({ name }) => name).filter((name) => !['out', 'expired'].includes(name));
      const [decision] = decisions;
      const asked: JsonObject =
        type === 'approval_request' ? { assignee: tenant.usernameOf('finance') } : { queue: 'finance' };
      const { runId, task } = await ask(
        type,
        { ...asked, form, instructions: 'Look at {{ input.payee }}.' },
        decision ?? 'out',
      );
      expect(task).toMatchObject({
        type,
        title: label,
        instructions: 'Look at Ann.',
        status: 'pending',
        priority: 'medium',
        decisions,
        form,
        input: { payee: 'Ann' },
        queue: null,
        assignee: null,
        expiresAt: null,
        ...asked,
      });
      const slack = Date.parse(task.dueAt) - Date.parse(task.createdAt) - 60 * minute;
      expect(Math.abs(slack)).toBeLessThan(minute);
      const finance: Client = tenant.as('finance');
      expect((await finance.get(`/api/tasks/${task.id}`)).status).toBe(200);
      expect((await tenant.as('manager').get(`/api/tasks/${task.id}`)).status).toBe(404);
      const decide = (values: JsonObject) =>
        finance.post(`/api/tasks/${task.id}/decide`, {
          values,
          ...(decision ? { decision } : {}),
          comment: 'seen',
        });
      expect((await decide({})).status).toBe(400);
      expect((await decide({ found: 'x', grade: 'Z' })).status).toBe(400);
      expect((await decide({ found: 'nothing', grade: 'A' })).body).toMatchObject({ status: 'completed' });
      expect(await until(run(runId), 'completed')).toMatchObject({
        output: {
          values: { found: 'nothing', grade: 'A' },
          comment: 'seen',
          ...(decision ? { decision } : {}),
        },
      });
    },
  );

  it('is escalated after its SLA to whom it names, once, and expires by a port of its own', async () => {
    const config = {
      queue: 'finance',
      slaMinutes: 30,
      expiresAfterMinutes: 90,
      escalateTo: tenant.usernameOf('manager'),
    };
    const { runId, task } = await ask('human_review', config, 'expired');
    expect(Math.round((Date.parse(task.expiresAt) - Date.parse(task.createdAt)) / minute)).toBe(90);
    const read = () => tenant.as('agent-developer').get(`/api/tasks/${task.id}`);
    await later(31, runId);
    const escalated = await until(read, 'escalated');
    expect(escalated).toMatchObject({ assignee: tenant.usernameOf('manager') });
    const manager = tenant.as('manager');
    expect((await manager.get('/api/tasks')).body.rows).toMatchObject([{ id: task.id, status: 'escalated' }]);
    expect(
      (await tenant.as('finance').post(`/api/tasks/${task.id}/decide`, { decision: 'approved' })).status,
    ).toBe(403);
    await later(91, runId);
    await until(run(runId), 'completed');
    expect(await until(read, 'expired')).toMatchObject({ status: 'expired' });
    expect((await manager.post(`/api/tasks/${task.id}/decide`, { decision: 'approved' })).status).toBe(409);
  });
});
