import { setTimeout } from 'node:timers/promises';
import { permissionWords, type Role, scopeOf } from '@attain/domain/access/permissions';
import { GALLERY } from '@attain/domain/agents/gallery/gallery';
import { decimal } from '@attain/domain/base/decimal';
import { money } from '@attain/domain/base/figures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSample } from '../../sample/load-sample.ts';
import { runSampleAgents } from '../../sample/run-sample-agents.ts';
import { sampleWorkspace } from '../../sample/workspace.ts';
import { type Client, signInClient } from '../../testing/client.ts';
import { settled } from '../../testing/settled.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';

const password = 'a long sample password';
let ctx: TestContext;
let admin: Client;
/** Nobody asks for more than their own rights: finance runs what concerns pay, the designer what simulates. */
let finance: Client;
const people = new Map<Role, Client>();
/** Whose line was changed behind the engine's back. */
let changedRun: string;

beforeAll(async () => {
  ctx = await startTestContext();
  // the small company of the sample: one plan, a dozen people, a year of deals
  const tenants = sampleWorkspace()
    .tenants.filter(({ key }) => key === 'brennhagen')
    .map((tenant) => ({ ...tenant, accounts: [...tenant.accounts, ...others] }));
  const logins = tenants.flatMap(({ name, accounts }) =>
    accounts.map(({ username, role }) => ({ username, password, workspace: name, role })),
  );
  await loadSample(ctx.ctx, logins, { tenants, guests: [] });
  admin = await signInClient(ctx.url, 'brennhagen-admin', password);
  finance = await signInClient(ctx.url, 'brennhagen-finance', password);
  people.set('administrator', admin).set('finance', finance);
  for (const { role, username } of others) people.set(role, await signInClient(ctx.url, username, password));
  // the calculations of the sample are under way in the background
  const { rows } = (await admin.get('/api/calculations', { limit: 1000 })).body;
  for (const { id } of rows) await settled(admin, `/api/calculations/${id}`, ['completed']);
});
afterAll(() => ctx?.stop());

/** The roles of the first company that the second has nobody for. */
const others = (
  [
    ...(['plan-designer', 'agent-developer', 'agent-operator', 'compliance-officer'] as const),
    ...(['auditor', 'viewer', 'manager', 'sales-rep', 'tenant-admin'] as const),
  ] satisfies Role[]
).map((role) => ({ username: `another-${role}`, displayName: `B. ${role}`, role, participantId: null }));

async function ended(started: { body: { id: string } }) {
  for (;;) {
    const run = await admin.get(`/api/workflow-runs/${started.body.id}`);
    if (run.body.status === 'waiting' && run.body.waitingFor !== null) return run.body;
    if (['completed', 'failed', 'cancelled'].includes(run.body.status)) return run.body;
    await setTimeout(50);
  }
}
const run = async (agent: string, by: Client = finance) =>
  ended(await by.post(`/api/agents/${agent}/runs`, { input: {} }));
const brought = async (agent: string) => {
  const { body } = await admin.get('/api/agents');
  return body.rows.find(({ id }: { id: string }) => id === agent);
};
const plan = 'FY25 Field sales plan';

describe('[GAL-24] [GAL-42] the agents of the sample workspace', () => {
  test('[GAL-27] [GAL-30] [GAL-37] are there with published workflows, idle, and nothing is said of runs that never were', async () => {
    const { body } = await admin.get('/api/agents');
    expect(body.rows.map(({ id }: { id: string }) => id).sort()).toEqual(
      GALLERY.map(({ agentId }) => agentId).sort(),
    );
    for (const row of body.rows)
      expect(row).toMatchObject({
        runnable: true,
        status: 'idle',
        lastRun: null,
        savings: null,
        accuracy: null,
      });
  });

  test('[GALL-2] commission-calculator calculates, and computes every line again', async () => {
    const done = await run('commission-calculator');
    expect(done).toMatchObject({ status: 'completed', error: null });
    const calculation = await admin.get(`/api/calculations/${done.output.calculations[0].run}`);
    expect(done.output).toMatchObject({
      savings: null,
      accuracy: '1',
      processed: calculation.body.dealCount,
    });
    expect(calculation.body.dealCount).toBeGreaterThan(0);
    expect(done.output.summary).toContain(
      `${plan} 2025-Q4 ${money(decimal(calculation.body.total), 'EUR')} EUR`,
    );
    expect(await brought('commission-calculator')).toMatchObject({
      status: 'completed',
      accuracy: '1',
      processedDeals: done.output.processed,
      summary: done.output.summary,
    });
  });

  test('[GALL-2] payout-validator finds nothing wrong, tells finance, and disputes a line that was changed', async () => {
    const right = await run('payout-validator');
    expect(right).toMatchObject({ status: 'completed', output: { accuracy: '1', savings: '0' } });
    const { run: runId } = right.output.calculations[0];
    const owner = ctx.ctx.db.owner;
    const changed = await owner.query<{ id: string; runId: string }>(
      `UPDATE payout_lines SET amount = amount + 25 WHERE (run_id, participant_id) IN (SELECT l.run_id, l.participant_id FROM payout_lines l
         JOIN calculation_runs r ON r.id = l.run_id WHERE l.run_id = $1 OR r.id = (SELECT same_as FROM calculation_runs WHERE id = $1) LIMIT 1)
       RETURNING participant_id AS id, run_id AS "runId"`,
      [runId],
    );
    expect(changed.rowCount).toBe(1);
    changedRun = changed.rows[0]?.runId ?? '';
    const wrong = await run('payout-validator');
    expect(wrong.output).toMatchObject({ savings: '25' });
    expect(Number(wrong.output.accuracy)).toBeLessThan(1);
    const disputes = await admin.get('/api/disputes', { status: 'open' });
    expect(disputes.body.rows).toMatchObject([
      { participantId: changed.rows[0]?.id, workflowRunId: wrong.id },
    ]);
    const notices = await finance.get('/api/notices');
    expect(notices.body.rows.map(({ title }: { title: string }) => title)).toEqual([
      'Payouts differ on recalculation',
      'Payouts verified',
    ]);
  });

  test('[GALL-5] dispute-resolver answers what is disputed once finance approves, and has nothing to do after that', async () => {
    const waiting = await run('dispute-resolver');
    expect(waiting).toMatchObject({ status: 'waiting' });
    const own = await finance.get('/api/tasks', { runId: waiting.id });
    const rejected = await finance.post(`/api/tasks/${own.body.rows[0].id}/decide`, { decision: 'approved' });
    expect([rejected.status, rejected.body.error]).toEqual([
      403,
      'You started this run, so another user must approve it.',
    ]);
    const tasks = await admin.get('/api/tasks', { runId: waiting.id });
    const [task] = tasks.body.rows;
    expect(task).toMatchObject({ title: 'Disputes to resolve: 1', decisions: ['approved', 'rejected'] });
    expect(task.instructions).toContain('upheld');
    expect((await admin.post(`/api/tasks/${task.id}/decide`, { decision: 'approved' })).status).toBe(200);
    const done = await ended({ body: waiting });
    expect(done).toMatchObject({ status: 'completed', output: { savings: null } });
    expect(done.output.summary).toBe('Disputes answered: 1, dismissed: 0, upheld: 1.');
    const [dispute] = (await admin.get('/api/disputes')).body.rows;
    expect(dispute).toMatchObject({ status: 'resolved', outcome: 'upheld' });
    expect(dispute.resolution.reason).toContain('does not match');
    await ctx.ctx.db.owner.query(
      'UPDATE payout_lines SET amount = amount - 25 WHERE participant_id = $1 AND run_id = $2',
      [dispute.participantId, changedRun],
    );
    const again = await run('dispute-resolver');
    expect(again.output).toMatchObject({ processed: 0, summary: 'There are no open disputes.' });
  });

  test('[GALL-2] [MEAS-4] attainment-calculator measures who reached quota', async () => {
    const done = await run('attainment-calculator');
    expect(done).toMatchObject({ status: 'completed', error: null });
    const [{ attainment, lines }] = done.output.plans;
    expect(attainment.lines).toBe(lines);
    expect(attainment.atOrAbove100 + attainment.below50).toBeLessThanOrEqual(attainment.lines);
    expect(done.output).toMatchObject({
      accuracy: '1',
      summary: expect.stringContaining(`median ${attainment.medianPercent}%`),
    });
  });

  test.each([
    ['[GALL-4] [MEAS-2]', 'quota-plan-architect', 'Quota accuracy: '],
    ['[GALL-4] [MEAS-3]', 'territory-plan-optimizer', 'Territory balance: '],
  ])('%s %s measures, and proposes with the calculation as evidence', async (_, agent, said) => {
    const done = await run(agent);
    expect(done).toMatchObject({ status: 'completed', error: null, output: { savings: null } });
    expect(done.output.summary).toContain(said);
    expect(Number(done.output.accuracy)).toBeGreaterThan(0);
    expect(Number(done.output.accuracy)).toBeLessThanOrEqual(1);
    const own = await proposed(done.id);
    expect(own).toMatchObject([{ status: 'open', evidence: [{ kind: 'calculation' }], planName: plan }]);
  });

  test.each([
    ['[GALL-3] [SIM-7]', 'plan-structure-designer', 'structures of'],
    ['[GALL-3] [SIM-2]', 'spiff-experimenter', '% costs'],
  ])('%s %s simulates, and its proposal has the simulation it rests on', async (_, agent, said) => {
    const designer = people.get('plan-designer') as Client;
    const done = await run(agent, designer);
    expect(done).toMatchObject({ status: 'completed', error: null });
    expect(done.output.summary).toContain(said);
    const rows: { simulation?: string; error?: string }[] = done.output.structures ?? done.output.rates;
    const own = await proposed(done.id);
    const simulated = rows.filter(({ simulation }) => simulation !== undefined);
    expect(simulated.length, JSON.stringify(rows)).toBe(rows.length);
    expect(own.length, JSON.stringify(rows)).toBe(1);
    for (const one of own) {
      const simulation = await settled(admin, `/api/simulations/${one.evidence[0].id}`, ['completed']);
      expect(one.evidence[0].hash).toBe(simulation.body.resultHash);
      expect(one.projectedSavings).toMatch(/^-?\d/);
    }
    const saved = agent === 'plan-structure-designer' ? Number(own[0].projectedSavings) : 0;
    expect(Number(done.output.savings)).toBe(saved);
    if (agent === 'plan-structure-designer') expect(saved).toBeGreaterThan(0);
  });
});

describe('[AGENT-12] who may not run an agent', () => {
  test('[WF-35] every role of the workspace against every agent: the card names what is lacking, and no run begins', async () => {
    const before = await admin.get('/api/workflow-runs', { limit: 1000 });
    for (const [role, client] of people) {
      const { status, body } = await client.get('/api/agents');
      expect(status, role).toBe(scopeOf([role], 'read:agents') === null ? 403 : 200);
      for (const agent of body.rows ?? []) {
        const lacking = agent.needs.filter((one: 'read:plans') => scopeOf([role], one) === null);
        if (lacking.length === 0 && scopeOf([role], 'run:agents') !== null) {
          expect(['administrator', 'finance', 'plan-designer']).toContain(role);
          continue;
        }
        const rejected = await client.post(`/api/agents/${agent.id}/runs`, {});
        expect([rejected.status, role, agent.id]).toEqual([403, role, agent.id]);
        if (scopeOf([role], 'run:agents') === null) continue;
        for (const one of lacking)
          expect(rejected.body.error).toContain(permissionWords[one as 'read:plans']);
        // its workflow says the same to who starts it from the canvas
        const { needs } = (await admin.get(`/api/workflows/${agent.workflowId}`)).body;
        expect(needs).toEqual(agent.needs);
        expect(rejected.body.error).toContain('can run it: ');
      }
    }
    const after = await admin.get('/api/workflow-runs', { limit: 1000 });
    expect(after.body.rows.length).toBe(before.body.rows.length);
  });

  test('who runs agents sees, and stops, no runs but their own', async () => {
    const designer = people.get('plan-designer') as Client;
    const { rows } = (await designer.get('/api/workflow-runs', { limit: 1000 })).body;
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ startedBy }: { startedBy: string }) => startedBy))).toEqual(
      new Set(['B. plan-designer']),
    );
    const own = await designer.get(`/api/workflow-runs/${rows[0].id}`);
    expect(own.body).toMatchObject({ id: rows[0].id, mine: true });
    await run('dispute-resolver');
    const everybodys = (await finance.get('/api/workflow-runs', { limit: 1000 })).body.rows;
    const foreign = everybodys.find(
      ({ startedBy }: { startedBy: string }) => startedBy !== 'B. plan-designer',
    );
    for (const path of ['', '/log'])
      expect((await designer.get(`/api/workflow-runs/${foreign.id}${path}`)).status).toBe(404);
    const stop = await designer.post(`/api/workflow-runs/${foreign.id}/cancel`, {});
    expect([stop.status, stop.body.error]).toEqual([
      403,
      expect.stringContaining('permission to run workflows'),
    ]);
    expect((await designer.get('/api/tasks', { whose: 'all' })).status).toBe(403);
  });
});

test('[WF-46] what a run read of pay is shown to who may read pay; who operates runs sees how it stands, and takes nothing over', async () => {
  const { id } = await run('attainment-calculator');
  for (const role of ['agent-developer', 'agent-operator'] as const) {
    const client = people.get(role) as Client;
    const seen = await client.get(`/api/workflow-runs/${id}`, { values: 'whole' });
    expect(seen.body, role).toMatchObject({ status: 'completed', mine: false, input: null, output: null });
    expect(seen.body.withheld).toContain('view payouts');
    expect(seen.body.steps.length).toBeGreaterThan(1);
    for (const { input, output } of seen.body.steps) expect([input, output]).toEqual([null, null]);
    const again = await client.post(`/api/workflow-runs/${id}/rerun`, {});
    const [{ node }] = seen.body.steps;
    const retry = await client.post(`/api/workflow-runs/${id}/retry`, { node });
    expect([again.status, retry.status, again.body.error]).toEqual([403, 403, seen.body.withheld]);
    const value = await client.get(`/api/workflow-runs/${id}/values/run/out`);
    expect([value.status, value.body.error]).toEqual([403, seen.body.withheld]);
  }
  for (const role of ['administrator', 'auditor'] as const) {
    const seen = await people.get(role)?.get(`/api/workflow-runs/${id}`);
    expect(seen?.body, role).toMatchObject({ withheld: null, output: { accuracy: '1' } });
  }
});

test('[RUNS-26] the runs of the sample are executed, once, over its data, as soon as its pay is there', async () => {
  const before = (await admin.get('/api/workflow-runs', { limit: 1000 })).body.rows.length;
  await runSampleAgents(ctx.ctx, 'brennhagen');
  await runSampleAgents(ctx.ctx, 'brennhagen');
  const { rows } = (await admin.get('/api/workflow-runs', { limit: 1000 })).body;
  expect(rows.length - before).toBe(5);
  for (const { id } of rows.slice(0, 5)) {
    const done = await ended({ body: { id } });
    expect(done).toMatchObject({ status: 'completed', error: null, version: 1 });
    expect(
      done.steps.filter(({ status }: { status: string }) => status === 'success').length,
    ).toBeGreaterThan(1);
  }
});

/** What a run has proposed. */
async function proposed(runId: string) {
  const { body } = await admin.get('/api/suggestions', { limit: 100 });
  return body.rows.filter(({ workflowRunId }: { workflowRunId: string }) => workflowRunId === runId);
}
