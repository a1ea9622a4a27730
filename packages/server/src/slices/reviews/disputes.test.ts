import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
let work: PaidWorkspace;
let calculationId: string;

beforeAll(async () => {
  ctx = await startTestContext();
  work = await paidWorkspace(ctx);
  calculationId = (await work.calculate()).id;
});
afterAll(() => ctx?.stop());

const bookingsOf = (participantId: string) => ({ calculationId, participantId, componentId: 'bookings' });

describe('a dispute', () => {
  it('[DISP-1] [DISP-3] is opened by the rep with what was paid, assigned, and resolved once with the reason', async () => {
    const rep = work.tenant.as('sales-rep');
    const finance = work.tenant.as('finance');
    const line = await rep.get(`/api/calculations/${calculationId}/payouts/ann/bookings`);
    const opened = await rep.post('/api/disputes', {
      ...bookingsOf('ann'),
      ...{ expected: '5000.00', reason: 'My deal of January is missing.' },
    });
    expect(opened.status).toBe(201);
    expect(opened.body).toMatchObject({
      ...{
        status: 'open',
        paid: line.body.amount,
        expected: '5000.00',
        currency: 'USD',
        periodKey: '2024-Q1',
      },
      ...{ participantName: 'Ann Example', componentName: 'Bookings', workflowRunId: null, outcome: null },
    });
    const path = `/api/disputes/${opened.body.id}`;
    expect(await rep.post(`${path}/resolve`, { outcome: 'upheld', reason: 'Mine.' })).toMatchObject({
      status: 403,
    });
    const nobody = await finance.post(`${path}/assign`, { assignee: work.tenant.usernameOf('sales-rep') });
    expect(nobody).toMatchObject({ status: 400, body: { issues: [{ rule: 'DISP-3' }] } });
    const assignee = work.tenant.usernameOf('finance');
    expect((await finance.post(`${path}/assign`, { assignee })).body).toMatchObject({
      status: 'assigned',
      assignee,
    });
    const reason = 'The deal was booked in April.';
    const resolved = await finance.post(`${path}/resolve`, { outcome: 'dismissed', reason });
    expect(resolved.body).toMatchObject({
      ...{ status: 'resolved', outcome: 'dismissed', resolution: { by: 'finance', reason } },
    });
    expect((await rep.get(path)).body).toEqual(resolved.body);
    for (const [move, body] of [
      ['resolve', { outcome: 'upheld', reason }],
      ['assign', { assignee }],
    ] as const)
      expect([move, (await finance.post(`${path}/${move}`, body)).status]).toEqual([move, 409]);
    const log = await work.admin.get('/api/audit', { objectId: opened.body.id });
    expect(log.body.rows.map((row: { action: string }) => row.action)).toEqual([
      'dispute.resolved',
      'dispute.assigned',
      'access.refused',
      'dispute.opened',
    ]);
  });

  it('[DISP-2] is not opened twice about the same pay, but about the whole statement and again once it is resolved', async () => {
    const first = await work.admin.post('/api/disputes', { ...bookingsOf('bob'), reason: 'Too little.' });
    const twice = await work.admin.post('/api/disputes', { ...bookingsOf('bob'), reason: 'Too little.' });
    expect([first.status, twice.status]).toEqual([201, 409]);
    const whole = { calculationId, participantId: 'bob', reason: 'All of it.' };
    const statement = await work.admin.get(`/api/statements/${calculationId}/bob`);
    const opened = await work.admin.post('/api/disputes', whole);
    expect(opened.body).toMatchObject({ componentId: null, componentName: null });
    expect(Number(opened.body.paid)).toBe(Number(statement.body.total));
    await work.admin.post(`/api/disputes/${first.body.id}/resolve`, { outcome: 'upheld', reason: 'Right.' });
    expect((await work.admin.post('/api/disputes', { ...bookingsOf('bob'), reason: 'Again.' })).status).toBe(
      201,
    );
  });

  it('[ACCESS-3] [DISP-3] reaches nobody whose pay one may not read, and nobody resolves their own', async () => {
    const rep = work.tenant.as('sales-rep');
    const manager = work.tenant.as('manager');
    expect((await rep.post('/api/disputes', { ...bookingsOf('bob'), reason: 'Not mine.' })).status).toBe(404);
    expect((await rep.post('/api/disputes', { ...bookingsOf('cid'), reason: 'Not mine.' })).status).toBe(404);
    const cid = await work.admin.post('/api/disputes', { ...bookingsOf('cid'), reason: 'Cid says so.' });
    const names = async (who: typeof rep) =>
      new Set(
        (await who.get('/api/disputes')).body.rows.map((row: { participantId: string }) => row.participantId),
      );
    expect(await names(rep)).toEqual(new Set(['ann']));
    expect(await names(manager)).toEqual(new Set(['ann', 'bob']));
    expect((await manager.get(`/api/disputes/${cid.body.id}`)).status).toBe(404);
    expect((await work.tenant.as('viewer').get('/api/disputes')).status).toBe(403);
    const nothing = { ...bookingsOf('cid'), componentId: 'yachts', reason: 'No such line.' };
    expect((await work.admin.post('/api/disputes', nothing)).status).toBe(404);
    expect((await work.admin.post('/api/disputes', { ...nothing, calculationId: newId() })).status).toBe(404);

    await work.sql(
      `UPDATE memberships SET participant_id = 'cid' WHERE tenant_id = $1 AND roles @> '{finance}'`,
    );
    const own = await work.tenant.as('finance').post(`/api/disputes/${cid.body.id}/resolve`, {
      ...{ outcome: 'upheld', reason: 'I agree with myself.' },
    });
    expect(own).toMatchObject({ status: 403, body: { error: expect.stringContaining('own pay') } });
  });
});
