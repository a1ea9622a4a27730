import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';
import { join, newPerson } from '../people/people.fixture.ts';

let ctx: TestContext;
let paid: PaidWorkspace;
let runId: string;
let mia: Client;

/** Mia led Bob until the year before the period, Ann until the middle of January, and leads Cid since the day after it. */
beforeAll(async () => {
  ctx = await sharedTestContext();
  paid = await paidWorkspace(ctx);
  runId = (await paid.calculate()).id;
  await paid.sql(
    `UPDATE reporting_lines SET to_date = '2023-12-31' WHERE tenant_id = $1 AND participant_id = 'bob'`,
  );
  await paid.sql(
    `UPDATE reporting_lines SET to_date = '2024-01-15' WHERE tenant_id = $1 AND participant_id = 'ann'`,
  );
  await paid.sql(
    `INSERT INTO reporting_lines (tenant_id, participant_id, manager_id, from_date) VALUES ($1, 'cid', 'mia', '2024-04-01')`,
  );
  // what each list shows of its own kind
  await paid.sql(
    `INSERT INTO territory_assignments (tenant_id, participant_id, territory, from_date, to_date)
     SELECT $1, id, 'North', '2024-01-01', '2024-03-31' FROM participants WHERE tenant_id = $1`,
  );
  await paid.sql(`UPDATE plan_assignments SET to_date = '2024-03-31' WHERE tenant_id = $1`);
  for (const participantId of ['ann', 'bob', 'cid']) {
    const claim = {
      calculationId: runId,
      participantId,
      componentId: null,
      expected: null,
      reason: 'Too little',
    };
    expect((await paid.admin.post('/api/disputes', claim)).status).toBe(201);
  }
  mia = paid.tenant.as('manager');
});
afterAll(() => ctx?.stop());

async function people(path: string): Promise<string[]> {
  const { status, body } = await mia.get(path);
  expect(status, path).toBe(200);
  return [
    ...new Set(body.rows.map((row: { participantId: string }) => row.participantId) as string[]),
  ].sort();
}

test.each([
  ['/api/statements', ['ann', 'mia']],
  ['/api/quotas', ['ann', 'mia']],
  ['/api/territories', ['ann', 'mia']],
  ['/api/assignments', ['ann', 'mia']],
  ['/api/disputes', ['ann']],
])('[ACCESS-3] %s shows a manager the rows of the days they led the participant', async (path, expected) => {
  expect(await people(path)).toEqual(expected);
});

test('[ACCESS-3] a run’s lines and statements show the team of its period, not today’s', async () => {
  expect(await people(`/api/calculations/${runId}/payouts`)).toEqual(['ann', 'mia']);
  const seen = async (id: string) => (await mia.get(`/api/statements/${runId}/${id}`)).status;
  expect(await Promise.all(['ann', 'bob', 'cid', 'mia'].map(seen))).toEqual([200, 404, 404, 200]);
  for (const file of ['.pdf', '.csv', '.xlsx', '.json'])
    expect((await mia.get(`/api/statements/${runId}/cid${file}`)).status, file).toBe(404);
  const { body } = await paid.admin.get(`/api/calculations/${runId}/payouts`);
  const line = (id: string) => {
    const row = body.rows.find(({ participantId }: { participantId: string }) => participantId === id);
    return `/api/calculations/${runId}/payouts/${id}/${row.componentId}`;
  };
  expect((await mia.get(line('ann'))).status).toBe(200);
  expect((await mia.get(line('cid'))).status).toBe(404);
  expect((await mia.get(`${line('cid')}/credits`)).status).toBe(404);
});

test('[ACCESS-3] a deal is shown to the manager who led somebody it credits on its day', async () => {
  const { body } = await mia.get('/api/deals');
  expect(body.rows.map((deal: { id: string }) => deal.id)).toEqual(['d1']);
  expect(body.total).toBe(1);
  const status = async (id: string) => (await mia.get(`/api/deals/${id}`)).status;
  expect(await Promise.all(['d1', 'd2', 'd6'].map(status))).toEqual([200, 404, 404]);
});

test('[ACCESS-42] a role for the team of a participant reads what its leader reads, and no more', async () => {
  const roles = [{ role: 'comp-admin', teamOf: 'mia' }];
  const wrong = await paid.admin.post(
    '/api/people/invitations',
    newPerson('viewer', { roles: [{ role: 'comp-admin', teamOf: 'zoe' }] }),
  );
  expect([wrong.status, wrong.body.error]).toEqual([400, 'There is no participant “zoe”.']);
  const who = await join(
    ctx,
    await paid.admin.post('/api/people/invitations', newPerson('viewer', { roles })),
  );
  const paths = [
    ...[
      '/api/quotas',
      '/api/territories',
      '/api/assignments',
      '/api/disputes',
      '/api/deals',
      '/api/participants',
    ],
    ...['/api/statements', `/api/calculations/${runId}/payouts`],
  ];
  for (const path of paths)
    expect([path, (await who.get(path)).body]).toEqual([path, (await mia.get(path)).body]);
  for (const id of ['ann', 'bob', 'cid'])
    expect((await who.get(`/api/statements/${runId}/${id}`)).status).toBe(id === 'ann' ? 200 : 404);
  for (const path of ['/api/imports', '/api/calculations', '/api/people'])
    expect([path, (await who.get(path)).status]).toEqual([path, 403]);
  expect((await who.post(`/api/calculations`, {})).status).toBe(403);
  const me = (await who.get('/api/auth/me')).body;
  expect([me.roles, me.teamRoles]).toEqual([[], ['comp-admin']]);
  const { id } = me.user;
  expect((await paid.admin.get(`/api/people/${id}`)).body.roles).toEqual([
    { role: 'comp-admin', from: null, to: null, teamOf: 'mia', teamName: expect.any(String) },
  ]);
});

test('[ACCESS-3] people are shown by the team of today', async () => {
  const { body } = await mia.get('/api/participants');
  expect(body.rows.map((row: { id: string }) => row.id).sort()).toEqual(['cid', 'mia']);
});

test('[ACCESS-3] what a payee would earn is told for periods in which they were in the team', async () => {
  const ask = (participantId: string, period: string) =>
    mia.post('/api/what-if', { planId: paid.planId, participantId, period, furtherDeals: [] });
  expect((await ask('cid', '2024-Q1')).status).toBe(404);
  expect((await ask('ann', '2024-Q1')).status).toBe(200);
});

test('[ACCESS-3] assignments are those of people one may see, which a viewer may not', async () => {
  expect((await paid.tenant.as('viewer').get('/api/assignments')).status).toBe(403);
  const { body } = await paid.tenant.as('sales-rep').get('/api/assignments');
  expect(body.rows.map((row: { participantId: string }) => row.participantId)).toEqual(['ann']);
});
