import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { EMPTY_WORKFLOW, type Workflow, type WorkflowNode } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fireSchedules } from '../../../runs/schedules/fire-schedules.ts';
import type { Client } from '../../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../../testing/start-test-context.ts';
import { fireEvents } from './fire-events.ts';
import { triggerSchedules } from './trigger-schedules.ts';

let ctx: TestContext;
let tenant: TestTenant;
let dev: Client;
let workflowId: string;
/** How far the clock of this house is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  const now = () => new Date(Date.now() + aheadMs);
  ctx = await startTestContext({ clock: { now, today: () => now().toISOString().slice(0, 10) } });
  const nobody = { participantId: null };
  tenant = await ctx.newTenant({ 'agent-developer': nobody, viewer: nobody, administrator: nobody });
  dev = tenant.as('agent-developer');
  workflowId = await publish('Twice', [
    node('begin', 'start', { fields: [{ name: 'n', type: 'number', required: false }] }),
    node('double', 'calculator', { formula: 'input.n * 2' }),
    node('finish', 'end', { result: 'nodes.double' }),
  ]);
});
afterAll(() => ctx?.stop());

const node = (id: string, type: string, config: WorkflowNode['config'] = {}): WorkflowNode => ({
  id,
  type,
  title: id,
  config,
  position: { x: 0, y: 0 },
});

/** Workflow whose nodes follow each other. */
function chain(name: string, nodes: readonly WorkflowNode[]): Workflow {
  const edges = nodes.slice(1).map((to, at) => ({
    id: `e${at}`,
    from: { node: nodes[at]?.id ?? '', port: 'out' },
    to: { node: to.id, port: 'in' },
  }));
  return { ...EMPTY_WORKFLOW, name, nodes, edges };
}

/** Publishes such a workflow: a new one, or the next version of one. */
async function publish(name: string, nodes: readonly WorkflowNode[], before?: string): Promise<string> {
  const document = chain(name, nodes);
  const revision = before && (await dev.get(`/api/workflows/${before}`)).body.revision;
  const saved = before
    ? await dev.put(`/api/workflows/${before}`, { revision, document })
    : await dev.post('/api/workflows', { name, document });
  expect(saved.body).toMatchObject({ problems: [] });
  const { id, documentHash } = saved.body;
  expect((await dev.post(`/api/workflows/${id}/versions`, { documentHash })).status).toBe(200);
  return id;
}

const make = async (workflow: string, name: string, when: object) => {
  const made = await dev.post(`/api/workflows/${workflow}/triggers`, { name, when });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
};
/** What the person the triggers run as may do from now on. */
const withRoles = (roles: string) =>
  ctx.ctx.db.owner.query(
    `UPDATE memberships SET roles = $2 WHERE user_id = (SELECT id FROM users WHERE username = $1)`,
    [tenant.usernameOf('agent-developer'), roles],
  );
const runsOf = async (workflow: string) =>
  (await dev.get('/api/workflow-runs', { workflowId: workflow })).body.rows;
const triggerOf = async (workflow: string, id: string) =>
  (await dev.get(`/api/workflows/${workflow}/triggers`)).body.rows.find(
    (row: { id: string }) => row.id === id,
  );

type Change = {
  secret?: string;
  timestamp?: string;
  signed?: string;
  /** The Idempotency-Key. */
  key?: string;
  headers?: Record<string, string>;
};

/** Sends a delivery as its sender does, or with something wrong about it. */
async function deliver(trigger: { address: string; secret: string }, body: string, change: Change = {}) {
  const timestamp = change.timestamp ?? String((Date.now() + aheadMs) / 1000);
  const mac = createHmac('sha256', change.secret ?? trigger.secret).update(
    `${timestamp}${change.key ? `:${change.key}:` : '.'}${change.signed ?? body}`,
  );
  const headers = {
    'content-type': 'application/json',
    'attain-timestamp': timestamp,
    'attain-signature': `sha256=${mac.digest('hex')}`,
    ...(change.key ? { 'idempotency-key': change.key } : {}),
    ...change.headers,
  };
  const answer = await fetch(`${ctx.url}${trigger.address}`, { method: 'POST', body, headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, never>, headers };
}

describe('a webhook', () => {
  it('[WF-41] starts a run with what was sent, and waits for its end when it says so; its secret is shown once', async () => {
    const waits = await make(workflowId, 'Waits', { kind: 'webhook', synchronous: true });
    expect(waits).toMatchObject({
      secret: /^whs_/.exec(waits.secret)?.input,
      address: expect.stringMatching(/^\/hooks\/.{32}$/),
    });
    const shown = await triggerOf(workflowId, waits.id);
    expect(shown).not.toHaveProperty('secret');
    const answered = await deliver(waits, '{"n":21}');
    expect(answered).toMatchObject({
      status: 200,
      body: { status: 'completed', output: 42 },
    });
    const leaves = await make(workflowId, 'Leaves', { kind: 'webhook' });
    const accepted = await deliver(leaves, '{"n":1.5}');
    expect(accepted).toMatchObject({ status: 202 });
    const run = await dev.get(`/api/workflow-runs/${accepted.body.runId}`);
    expect(run.body).toMatchObject({
      status: 'completed',
      output: 3,
      trigger: 'webhook',
      startedBy: 'agent-developer',
    });
    expect((await triggerOf(workflowId, leaves.id)).lastOutcome).toContain(accepted.body.runId);
  });

  it('[WF-41] refuses what is unsigned, old, changed or sent again, and what its workflow cannot be started with', async () => {
    const hook = await make(workflowId, 'Careful', { kind: 'webhook' });
    const before = (await runsOf(workflowId)).length;
    const old = String(Date.now() / 1000 - 301);
    for (const [change, body, status] of [
      [{ secret: 'whs_guessed' }, '{}', 403],
      [{ timestamp: old }, '{}', 403],
      [{ timestamp: String(Date.now() / 1000 + 400) }, '{}', 403],
      [{ timestamp: 'now' }, '{}', 403],
      [{ signed: '{"n":1}' }, '{"n":2}', 403],
      [{ headers: { 'attain-signature': '' } }, '{}', 403],
      [{ headers: { 'content-type': 'text/plain' } }, '{}', 400],
      [{}, '{"n":"many"}', 400],
      [{}, '{"n":', 400],
      [{}, '{"__proto__":{"n":1}}', 400],
      [{}, '{"n":"\\u0000"}', 400],
      [{}, `${'['.repeat(70)}${']'.repeat(70)}`, 400],
      [{}, JSON.stringify({ n: 1, long: 'x'.repeat(300_000) }), 413],
    ] as const) {
      const answer = await deliver(hook, body, change);
      expect([answer.status, body.slice(0, 40)]).toEqual([status, body.slice(0, 40)]);
    }
    const text = await deliver(hook, '{}', { headers: { 'content-type': 'text/plain' } });
    expect(text.body.error).toBe('The input does not match the workflow’s parameters.');
    const unknown = await deliver(hook, '{}', { headers: { 'content-type': 'image/png' } });
    expect(unknown.body.error).toContain('Send JSON, with Content-Type: application/json');
    expect((await deliver({ ...hook, address: '/hooks/nobody' }, '{}')).status).toBe(404);
    expect((await runsOf(workflowId)).length).toBe(before);
    const first = await deliver(hook, '{"n":5}');
    const again = await deliver(hook, '{"n":5}', { headers: first.headers });
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body).toEqual({ runId: first.body.runId, repeated: true });
    await dev.post(`/api/workflow-triggers/${hook.id}/disable`);
    expect((await deliver(hook, '{"n":6}')).status).toBe(409);
    await dev.post(`/api/workflow-triggers/${hook.id}/enable`);
    const renewed = await dev.post(`/api/workflow-triggers/${hook.id}/secret`);
    expect((await deliver(hook, '{"n":7}')).status).toBe(403);
    expect((await deliver({ ...hook, secret: renewed.body.secret }, '{"n":7}')).status).toBe(202);
    expect((await runsOf(workflowId)).length).toBe(before + 2);
  });

  it('[WF-41] many at the same moment start one run each; what comes twice among them starts one', async () => {
    const id = await publish('Many', [node('begin', 'start'), node('finish', 'end', { result: 'input' })]);
    const hook = await make(id, 'Many', { kind: 'webhook', synchronous: true });
    const stamp = String(Date.now() / 1000);
    const bodies = Array.from({ length: 140 }, (_, n) => JSON.stringify({ n: n % 90 }));
    const answers = await Promise.all(bodies.map((body) => deliver(hook, body, { timestamp: stamp })));
    expect(answers.filter(({ body }) => !('repeated' in body))).toHaveLength(90);
    expect(answers.filter(({ body }) => 'repeated' in body)).toHaveLength(50);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const outputs = answers.flatMap(({ body }) => ('output' in body ? [JSON.stringify(body.output)] : []));
    expect(new Set(outputs).size).toBe(90);
    expect(await runsOf(id)).toHaveLength(90);
  });

  it('[WF-41] a repeated delivery is answered with the run it started, and leaves nothing in the log', async () => {
    const hook = await make(workflowId, 'Repeated', { kind: 'webhook' });
    const first = await deliver(hook, '{"n":5}');
    const entries = async () => {
      await ctx.ctx.db.sequencer.settle(tenant.tenantId);
      const { rows } = await ctx.ctx.db.owner.query<{ size: string }>(
        'SELECT size FROM audit_heads WHERE tenant_id = $1',
        [tenant.tenantId],
      );
      return Number(rows[0]?.size);
    };
    const before = await entries();
    for (let time = 0; time < 5; time += 1) {
      const again = await deliver(hook, '{"n":5}', { headers: first.headers });
      expect(again.body).toEqual({ runId: first.body.runId, repeated: true });
    }
    expect(await entries()).toBe(before);
  });

  it('[WF-41] an Idempotency-Key names the delivery: signed again it starts nothing new, and equal bodies start a run each', async () => {
    const hook = await make(workflowId, 'Keyed', { kind: 'webhook' });
    const timestamp = String(Date.now() / 1000);
    const one = await deliver(hook, '{"n":5}', { key: 'evt_1', timestamp });
    const other = await deliver(hook, '{"n":5}', { key: 'evt_2', timestamp });
    expect([one.status, other.status]).toEqual([202, 202]);
    expect(other.body.runId).not.toBe(one.body.runId);
    const later = await deliver(hook, '{"n":5}', { key: 'evt_1', timestamp: String(Date.now() / 1000 + 2) });
    expect(later.body).toEqual({ runId: one.body.runId, repeated: true });
    // a captured delivery is not another one under another key
    const forged = await deliver(hook, '{"n":5}', {
      headers: { ...one.headers, 'idempotency-key': 'evt_3' },
    });
    expect(forged.status).toBe(403);
  });

  it('[WF-41] is called with POST, and says how large a body may be', async () => {
    const hook = await make(workflowId, 'Plain', { kind: 'webhook' });
    const got = await fetch(`${ctx.url}${hook.address}`);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await got.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    const large = await deliver(hook, JSON.stringify({ n: 1, long: 'x'.repeat(300_000) }));
    expect([large.status, large.body.error]).toEqual([413, expect.stringContaining('262144 bytes')]);
  });

  it('[WF-43] starts nothing for an account that is disabled, nor do its schedules and events', async () => {
    const disabled = (is: boolean) =>
      ctx.ctx.db.owner.query('UPDATE users SET disabled = $2 WHERE username = $1', [
        tenant.usernameOf('agent-developer'),
        is,
      ]);
    const id = await publish('Disabled', [node('begin', 'start'), node('finish', 'end')]);
    const hook = await make(id, 'Hook', { kind: 'webhook' });
    await make(id, 'Clock', { kind: 'schedule', cron: '* * * * *', timeZone: 'UTC', missed: 'once' });
    await make(id, 'Event', { kind: 'event', event: 'workflow.published' });
    await disabled(true);
    const admin = tenant.as('administrator');
    const document = chain('Sets it off', [node('begin', 'start'), node('finish', 'end')]);
    const other = await admin.post('/api/workflows', { name: document.name, document });
    const { documentHash } = other.body;
    await admin.post(`/api/workflows/${other.body.id}/versions`, { documentHash });
    expect((await deliver(hook, '{}')).status).toBe(403);
    aheadMs += 120_000;
    await fireSchedules(ctx.ctx, [triggerSchedules]);
    await fireEvents(ctx.ctx);
    aheadMs -= 120_000;
    await disabled(false);
    const { rows } = (await admin.get('/api/workflow-runs', { workflowId: id })).body;
    expect(rows).toEqual([]);
    expect((await triggerOf(id, hook.id)).isEnabled).toBe(true);
    expect((await deliver(hook, '{}')).status).toBe(202);
  });

  it('[WF-41] starts what holds at that moment, whatever held for the delivery before', async () => {
    const returning = (what: string) => [
      node('begin', 'start'),
      node('finish', 'end', { result: `"${what}"` }),
    ];
    const id = await publish('Newest', returning('old'));
    const hook = await make(id, 'Newest', { kind: 'webhook', synchronous: true });
    const outputs = async () =>
      (await Promise.all(['{"n":1}', '{"n":2}'].map((body) => deliver(hook, body)))).map((answer) =>
        'output' in answer.body ? answer.body.output : answer.status,
      );
    expect(await outputs()).toEqual(['old', 'old']);
    await publish('Newest', returning('new'), id);
    expect(await outputs()).toEqual(['new', 'new']);
    await withRoles('{viewer}');
    expect(await outputs()).toEqual([403, 403]);
    await withRoles('{agent-developer}');
    expect(await outputs()).toEqual(['new', 'new']);
    await dev.post(`/api/workflow-triggers/${hook.id}/disable`);
    expect(await outputs()).toEqual([409, 409]);
  });

  it('[WF-41] that waits answers with the run when its end takes longer, and with the end when it comes in time', async () => {
    const id = await publish('Slow', [
      node('begin', 'start'),
      node('rest', 'wait', { mode: 'signal', signal: 'go' }),
      node('finish', 'end', { result: '"done"' }),
    ]);
    const hurried = await make(id, 'Hurried', { kind: 'webhook', synchronous: true, waitSeconds: 1 });
    expect(await deliver(hurried, '{}')).toMatchObject({ status: 202 });
    const patient = await make(id, 'Patient', { kind: 'webhook', synchronous: true, waitSeconds: 20 });
    const answer = deliver(patient, '{"p":1}');
    while ((await runsOf(id)).length < 2) await setTimeout(20);
    const [run] = await runsOf(id);
    await dev.post(`/api/workflow-runs/${run.id}/signals/go`, { value: null });
    expect(await answer).toMatchObject({ status: 200, body: { status: 'completed', output: 'done' } });
  });
});

describe('a schedule', () => {
  it('[WF-40] [I13] fires each instant once, however many look; missed ones once or not at all; and is refused when it never happens', async () => {
    const id = await publish('By the clock', [
      node('begin', 'start'),
      node('finish', 'end', { result: 'input' }),
    ]);
    const zone = { kind: 'schedule', timeZone: 'Europe/Berlin' };
    const once = await make(id, 'Once', { ...zone, cron: '30 8 * * *', missed: 'once' });
    const skip = await make(id, 'Skip', { ...zone, cron: '30 8 * * *', missed: 'skip' });
    expect(once.upcoming).toHaveLength(5);
    const written = { cron: '30 8 * * *', timeZone: 'Europe/Berlin' };
    const shown = (schedule: object) =>
      dev.get('/api/workflow-triggers/upcoming', { ...written, ...schedule });
    expect((await shown({})).body).toEqual({ upcoming: once.upcoming });
    for (const [path, value] of [
      ['cron', '30 8 * *'],
      ['cron', '0 0 31 2 *'],
      ['timeZone', 'Mars/Olympus'],
    ] as const)
      expect((await shown({ [path]: value })).body.issues).toMatchObject([
        { rule: 'WF-40', path: `when.${path}` },
      ]);
    expect(once.nextAt.slice(0, 16)).toBe(once.upcoming[0].slice(0, 16));
    const look = (toMs: number) => {
      aheadMs = toMs - Date.now();
      return Promise.all([1, 2, 3, 4].map(() => fireSchedules(ctx.ctx, [triggerSchedules])));
    };
    const second = Date.parse(once.upcoming[1]);
    const day = 86_400_000;
    await look(second + 1_000);
    await look(second + 2_000);
    expect((await runsOf(id)).map((run: { trigger: string }) => run.trigger)).toEqual([
      'schedule',
      'schedule',
    ]);
    // an hour late at least, though clocks may be changed within these days
    await look(second + 3 * day + 7_200_000);
    aheadMs = 0;
    const runs = await runsOf(id);
    expect(runs).toHaveLength(3);
    const inputs = await Promise.all(
      runs.map(
        async (run: { id: string }) =>
          (await dev.get(`/api/workflow-runs/${run.id}`)).body.input.scheduledFor,
      ),
    );
    expect(new Set(inputs).size).toBe(2);
    expect((await triggerOf(id, skip.id)).lastOutcome).toContain('Skipped');
    for (const cron of ['61 * * * *', '* * * * * *', '0 0 31 2 *', '@daily', 'often'])
      expect(
        (await dev.post(`/api/workflows/${id}/triggers`, { name: cron, when: { ...zone, cron } })).status,
      ).toBe(400);
    const off = { name: 'Off', when: { ...zone, cron: '* * * * *' }, isEnabled: false };
    expect((await dev.post(`/api/workflows/${id}/triggers`, off)).body).toMatchObject({
      isEnabled: false,
      nextAt: null,
    });
    const nowhere = { ...zone, cron: '* * * * *', timeZone: 'Europe/Atlantis' };
    expect((await dev.post(`/api/workflows/${id}/triggers`, { name: 'x', when: nowhere })).status).toBe(400);
  });
});

describe('[WF-100] a schedule whose latest run is in progress', () => {
  const minutely = { kind: 'schedule', cron: '* * * * *', timeZone: 'UTC', missed: 'once' };
  const inputs = async (workflow: string) => {
    const runs = await runsOf(workflow);
    const details = await Promise.all(
      runs.map(({ id }: { id: string }) => dev.get(`/api/workflow-runs/${id}`)),
    );
    return details.map(({ body }) => body.input.scheduledFor).sort();
  };
  /** Moves the clock to a moment and waits until all that is due then was handled, by whichever look. */
  const look = async (atMs: number, triggers: readonly { workflowId: string; id: string }[]) => {
    aheadMs = atMs - Date.now();
    const handled = async () => {
      await fireSchedules(ctx.ctx, [triggerSchedules]);
      const rows = await Promise.all(triggers.map(({ workflowId: of, id }) => triggerOf(of, id)));
      return rows.every(({ nextAt }) => Date.parse(nextAt) > atMs);
    };
    await expect.poll(handled).toBe(true);
  };
  const waitingFlow = (name: string) =>
    publish(name, [
      node('begin', 'start'),
      node('hold', 'wait', { mode: 'signal', signal: 'go' }),
      node('finish', 'end'),
    ]);
  const goOn = async (workflow: string) => {
    for (const { id, status } of await runsOf(workflow))
      if (status === 'waiting') await dev.post(`/api/workflow-runs/${id}/signals/go`, {});
  };

  it('skips further instants, or lets one wait for its end, or starts another run', async () => {
    const flows = await Promise.all(
      (['allow', 'skip', 'queue'] as const).map(async (overlap) => {
        const id = await waitingFlow(`Overlap ${overlap}`);
        return make(id, overlap, { ...minutely, overlap });
      }),
    );
    const [allow, skip, queue] = flows.map((flow) => flow.workflowId) as [string, string, string];
    const first = Math.max(...flows.map(({ nextAt }) => Date.parse(nextAt)));
    await Promise.all(
      flows.map(({ id }) =>
        ctx.ctx.db.owner.query('UPDATE workflow_triggers SET next_at = $2 WHERE id = $1', [
          id,
          new Date(first),
        ]),
      ),
    );
    const instant = (minutes: number) => new Date(first + minutes * 60_000).toISOString();
    for (const minute of [0, 1, 2]) await look(first + minute * 60_000 + 1_000, flows);
    expect(await inputs(allow)).toEqual([instant(0), instant(1), instant(2)]);
    expect(await inputs(skip)).toEqual([instant(0)]);
    expect(await inputs(queue)).toEqual([instant(0)]);
    const queued = await triggerOf(queue, flows[2]?.id);
    expect([Date.parse(queued.queuedFor), queued.lastOutcome]).toEqual([
      first + 60_000,
      expect.stringContaining('Skipped'),
    ]);
    await goOn(queue);
    await goOn(skip);
    await expect.poll(() => inputs(queue)).toEqual([instant(0), instant(1)]);
    expect(await inputs(skip)).toEqual([instant(0)]);
    await look(first + 3 * 60_000 + 1_000, flows);
    expect(await inputs(skip)).toEqual([instant(0), instant(3)]);
    // it still waits after the schedule was changed
    const changed = { name: 'queue', when: { ...minutely, overlap: 'skip' } };
    expect((await dev.put(`/api/workflow-triggers/${flows[2]?.id}`, changed)).body.queuedFor).not.toBeNull();
    aheadMs = 0;
    for (const { id } of flows) await dev.post(`/api/workflow-triggers/${id}/disable`);
    expect((await triggerOf(queue, flows[2]?.id)).queuedFor).toBeNull();
  });

  it('makes up for past instants on demand, each once, one after the other unless runs may overlap', async () => {
    const id = await waitingFlow('Made up for');
    const { id: trigger, nextAt } = await make(id, 'Daily', {
      ...minutely,
      cron: '0 6 * * *',
      overlap: 'skip',
    });
    const day = 86_400_000;
    const span = (days: number) => ({
      from: new Date(Date.parse(nextAt) - days * day).toISOString(),
      to: new Date(Date.parse(nextAt) - day + 1).toISOString(),
    });
    const address = `/api/workflow-triggers/${trigger}/backfill`;
    await dev.post(address, span(1));
    await expect.poll(() => inputs(id)).toEqual([span(1).from]);
    // an instant that comes meanwhile waits: only the schedule's own run makes it skip one
    await look(Date.parse(nextAt) + 1_000, [{ workflowId: id, id: trigger }]);
    aheadMs = 0;
    const live = new Date(nextAt).toISOString();
    await goOn(id);
    await expect.poll(() => inputs(id)).toEqual([span(1).from, live]);
    await goOn(id);
    expect((await dev.get(address, span(4))).body).toMatchObject({ count: 3, first: span(4).from });
    for (const wrong of [
      span(1),
      span(200),
      { ...span(4), to: nextAt },
      { from: span(4).to, to: span(4).from },
    ])
      expect((await dev.post(address, wrong)).body.issues).toMatchObject([{ rule: 'WF-100' }]);
    expect((await tenant.as('viewer').post(address, span(4))).status).toBe(403);
    expect((await dev.post(address, span(4))).body).toMatchObject({ backfillLeft: 3 });
    expect((await dev.post(address, span(4))).status).toBe(409);
    await expect.poll(() => inputs(id)).toHaveLength(3);
    expect((await triggerOf(id, trigger)).backfillLeft).toBe(2);
    await goOn(id);
    await expect.poll(() => inputs(id)).toHaveLength(4);
    expect((await dev.post(`${address}/stop`)).body).toMatchObject({ backfillLeft: 0 });
    await goOn(id);
    const when = { ...minutely, cron: '0 6 * * *', overlap: 'allow' };
    await dev.put(`/api/workflow-triggers/${trigger}`, { name: 'Daily', when });
    await dev.post(address, span(4));
    await expect.poll(async () => (await triggerOf(id, trigger)).backfillLeft).toBe(0);
    const made = [4, 3, 2, 1, 0].map((days) => new Date(Date.parse(nextAt) - days * day).toISOString());
    expect(await inputs(id)).toEqual(made);
    await dev.post(`/api/workflow-triggers/${trigger}/disable`);
  });
});

describe('a schedule that a running process had no time for', () => {
  it('[WF-40] fires late, each instant once, though it skips what was missed', async () => {
    const id = await publish('Late', [node('begin', 'start'), node('finish', 'end')]);
    const late = await make(id, 'Late', {
      kind: 'schedule',
      cron: '* * * * *',
      timeZone: 'UTC',
      missed: 'skip',
    });
    await fireSchedules(ctx.ctx, [triggerSchedules]);
    const { owner } = ctx.ctx.db;
    await owner.query(
      `UPDATE installation_settings SET value = jsonb_set(value, '{since}', to_jsonb((value->>'since')::float8 - 600000))
        WHERE name = 'schedules-watched'`,
    );
    await owner.query(`UPDATE workflow_triggers SET next_at = next_at - interval '4 minutes' WHERE id = $1`, [
      late.id,
    ]);
    const first = Date.parse(late.nextAt) - 240_000;
    while ((await runsOf(id)).length < 4)
      await Promise.all([1, 2, 3].map(() => fireSchedules(ctx.ctx, [triggerSchedules])));
    const runs = await runsOf(id);
    const inputs = await Promise.all(
      runs.map(async (run: { id: string }) => (await dev.get(`/api/workflow-runs/${run.id}`)).body.input),
    );
    const instants = inputs.map(({ scheduledFor }) => Date.parse(scheduledFor)).sort((a, b) => a - b);
    expect(instants.slice(0, 4)).toEqual([0, 1, 2, 3].map((minute) => first + minute * 60_000));
    expect(new Set(instants).size).toBe(runs.length);
    await dev.post(`/api/workflow-triggers/${late.id}/disable`);
  });
});

describe('an event', () => {
  it('[WF-42] starts exactly one run for each act, however many look, and none for what came before or while it was off', async () => {
    const id = await publish('On publication', [
      node('begin', 'start'),
      node('finish', 'end', { result: 'input' }),
    ]);
    const trigger = await make(id, 'Published', { kind: 'event', event: 'workflow.published' });
    const look = () => Promise.all([1, 2, 3].map(() => fireEvents(ctx.ctx)));
    await look();
    expect(await runsOf(id)).toHaveLength(0);
    const other = await publish('Another one', [node('begin', 'start'), node('finish', 'end')]);
    await look();
    while ((await runsOf(id)).length < 1) await setTimeout(20);
    await look();
    const [run, ...more] = await runsOf(id);
    expect(more).toEqual([]);
    const read = await dev.get(`/api/workflow-runs/${run.id}`);
    expect(read.body).toMatchObject({
      trigger: 'event',
      input: { event: { action: 'workflow.published', object: { type: 'workflow', id: other } } },
    });
    await dev.post(`/api/workflow-triggers/${trigger.id}/disable`);
    await publish('A third one', [node('begin', 'start'), node('finish', 'end')]);
    await dev.post(`/api/workflow-triggers/${trigger.id}/enable`);
    await look();
    expect(await runsOf(id)).toHaveLength(1);
  });
});

describe('who may', () => {
  it('[WF-43] only who publishes workflows changes triggers or sees where they listen; who may run no more, runs no more', async () => {
    const hook = await make(workflowId, 'Guarded', { kind: 'webhook' });
    const viewer = tenant.as('viewer');
    const seen = await viewer.get(`/api/workflows/${workflowId}/triggers`);
    expect(seen.body.rows.every((row: { address: string | null }) => row.address === null)).toBe(true);
    expect((await viewer.post(`/api/workflow-triggers/${hook.id}/disable`)).status).toBe(403);
    const taken = await dev.post(`/api/workflows/${workflowId}/triggers`, {
      name: 'Guarded',
      when: { kind: 'webhook' },
    });
    expect(taken.status).toBe(409);
    const other = await dev.put(`/api/workflow-triggers/${hook.id}`, {
      name: 'Guarded',
      when: { kind: 'event', event: 'plan.activated' },
    });
    expect(other.status).toBe(409);
    await withRoles('{viewer}');
    expect((await deliver(hook, '{"n":1}')).status).toBe(403);
    await withRoles('{agent-developer}');
    expect((await deliver(hook, '{"n":1}', { timestamp: String(Date.now() / 1000 - 1) })).status).toBe(202);
    await dev.post(`/api/workflow-triggers/${hook.id}/remove`);
    expect((await deliver(hook, '{"n":2}')).status).toBe(404);
  });
});
