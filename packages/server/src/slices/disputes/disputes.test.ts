import { decimal } from '@attain/domain/base/decimal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { notifyExpired } from '../approvals/notify-expired.ts';
import {
  checkImport,
  type PaidWorkspace,
  paidWorkspace,
  storeImport,
} from '../payouts/paid-workspace.fixture.ts';

let ctx: TestContext;
let work: PaidWorkspace;
let calculationId: string;

beforeAll(async () => {
  ctx = await sharedTestContext();
  work = await paidWorkspace(ctx);
  calculationId = (await work.calculate()).id;
});
afterAll(() => ctx?.stop());

const bookingsOf = (participantId: string) => ({ calculationId, participantId, componentId: 'bookings' });

describe('a dispute', () => {
  it('[DISP-9] is upheld by an adjustment once that is approved, and goes back to the reviewers if it is rejected', async () => {
    const rep = work.tenant.as('sales-rep');
    const opened = await rep.post('/api/disputes', { ...bookingsOf('ann'), reason: 'My deal is missing.' });
    const path = `/api/disputes/${opened.body.id}`;
    const resolve = (outcome: string, amount: string) =>
      work.admin.post(`${path}/resolve`, {
        outcome,
        reason: 'It was imported late.',
        adjustment: { amount },
      });
    expect((await resolve('dismissed', '120')).status).toBe(400);
    expect((await resolve('upheld', '0')).status).toBe(400);
    expect((await rep.get(path)).body).toMatchObject({ status: 'open', adjustmentId: null });
    const proposed = { status: 'assigned', waitingOn: 'approver', outcome: null, resolution: null };
    const first = await resolve('upheld', '110');
    expect(first.body).toMatchObject({ ...proposed, consequence: null });
    const finance = work.tenant.as('finance');
    const asked = async () =>
      (await finance.get('/api/approvals', { kind: 'adjustment', status: 'open' })).body.rows.filter(
        ({ status }: { status: string }) => status === 'open',
      );
    const [request] = await asked();
    const decide = (of: { id: string; hash: string }, decision: string, reason?: string) =>
      finance.post(`/api/approvals/${of.id}/decide`, { decision, hash: of.hash, reason });
    const detail = (await finance.get(`/api/approvals/${request.id}`)).body;
    expect(detail.facts).toMatchObject({ dispute: { id: opened.body.id } });
    expect(detail.facts.figures[0]).toMatchObject({ label: 'Disputed pay', change: '110.00' });
    expect([
      (await resolve('upheld', '90')).body.code,
      (await work.admin.post(`${path}/resolve`, { outcome: 'dismissed', reason: 'No.' })).body.code,
    ]).toEqual(['CONFLICT', 'CONFLICT']);
    // while it waits neither side's message passes the turn, and the payee reads nothing of it
    expect((await rep.post(`${path}/messages`, { message: 'Any news?' })).body.waitingOn).toBe('approver');
    expect((await rep.get(path)).body).toMatchObject({ ...proposed, adjustment: null, proposals: [] });
    const waits = { amount: '110.00', reason: 'It was imported late.', status: 'submitted', votes: [] };
    expect((await work.admin.get(path)).body.proposals).toMatchObject([waits]);
    expect((await decide(request, 'reject', 'The amount is too small.')).status).toBe(200);
    expect((await work.admin.get(path)).body).toMatchObject({
      ...{ ...proposed, waitingOn: 'reviewer' },
      adjustment: { amount: '110.00', status: 'rejected' },
      proposals: [
        { status: 'rejected', votes: [{ decision: 'reject', reason: 'The amount is too small.' }] },
      ],
    });
    expect((await rep.get(path)).body.proposals).toEqual([]);
    const { body } = await resolve('upheld', '120');
    expect(body).toMatchObject(proposed);
    expect((await work.admin.get(path)).body.adjustment).toEqual({
      id: body.adjustmentId,
      amount: '120.00',
      currency: 'USD',
      status: 'submitted',
      periodKey: null,
    });
    const waiting = await asked();
    expect(waiting).toMatchObject([
      { summary: 'Dispute for Ann Example', amount: '120.00', mayDecide: true },
    ]);
    await decide(waiting[0], 'approve');
    expect((await rep.get(path)).body).toMatchObject({
      ...{ status: 'resolved', outcome: 'upheld', consequence: 'adjustment' },
      resolution: { reason: 'It was imported late.' },
      adjustment: { amount: '120.00', status: 'approved' },
      proposals: [],
    });
    const { resolution, proposals } = (await work.admin.get(path)).body;
    const [rejected, last] = proposals;
    const [{ by, at }] = last.votes;
    expect(proposals).toMatchObject([{ status: 'rejected' }, { status: 'approved' }]);
    expect(rejected.votes[0].by).toBe(by);
    expect(resolution).toMatchObject({ by: last.by, approvals: [{ by, at: expect.any(String) }] });
    expect(Date.parse(resolution.at)).toBe(Date.parse(last.at));
    expect(Date.parse(resolution.approvals[0].at)).toBe(Date.parse(at));
    expect(Date.parse(at)).toBeGreaterThan(Date.parse(resolution.at));
    const log = (await work.admin.get('/api/audit', { objectId: last.adjustmentId })).body.rows;
    expect(log.map(({ action }: { action: string }) => action)).toEqual(['adjustment.approved']);
    const notices = (await rep.get('/api/notices', { limit: 50 })).body.rows;
    expect(notices.map(({ message }: { message: string }) => message)).toContain(
      'It was imported late.\nThe next payments pay the adjustment.',
    );
    // it was resolved once: what upheld it stays
    const late = await work.admin.post(`/api/adjustments/${body.adjustmentId}/withdraw`);
    expect([late.status, late.body.error]).toEqual([
      409,
      'A dispute was upheld by this adjustment. Enter the opposite amount instead.',
    ]);
  });

  it('[DISP-9] that is withdrawn withdraws the adjustment that waits, and an expired one waits for no one', async () => {
    const rep = work.tenant.as('sales-rep');
    const propose = async (reason: string) => {
      const { id } = (await rep.post('/api/disputes', { ...bookingsOf('ann'), reason })).body;
      const adjustment = { amount: '75' };
      const body = { outcome: 'upheld', reason: 'It was imported late.', adjustment };
      return (await work.admin.post(`/api/disputes/${id}/resolve`, body)).body;
    };
    const withdrawn = await propose('My deal is missing.');
    await rep.post(`/api/disputes/${withdrawn.id}/withdraw`, { reason: 'I found it.' });
    const [newest] = (await work.admin.get('/api/adjustments', { limit: 1 })).body.rows;
    expect(newest).toMatchObject({ id: withdrawn.adjustmentId, status: 'withdrawn' });
    const again = await propose('My deal is still missing.');
    const finance = work.tenant.as('finance');
    expect((await finance.post(`/api/adjustments/${again.adjustmentId}/withdraw`)).status).toBe(200);
    expect((await work.admin.get(`/api/disputes/${again.id}`)).body).toMatchObject({
      ...{ waitingOn: 'reviewer', status: 'assigned', proposals: [{ status: 'withdrawn', votes: [] }] },
    });
    const notices = (await work.admin.get('/api/notices', { limit: 50 })).body.rows;
    expect(notices.map(({ title }: { title: string }) => title)).toContain(
      'Dispute to decide again: Ann Example, Bookings, 2024-Q1',
    );
    await rep.post(`/api/disputes/${again.id}/withdraw`, { reason: 'I found it.' });
    const late = await propose('A split is wrong.');
    await work.sql(
      `UPDATE attestation_records SET expires_at = now() WHERE tenant_id = $1 AND subject_id = '${late.adjustmentId}'`,
    );
    const path = `/api/disputes/${late.id}`;
    await notifyExpired(ctx.ctx);
    const ofExpired = (await work.admin.get('/api/notices', { limit: 50 })).body.rows.map(
      ({ title }: { title: string }) => title,
    );
    expect(ofExpired).toContain('Expired: Dispute for Ann Example, $75.00');
    expect((await work.admin.get(path)).body.proposals).toMatchObject([{ status: 'expired' }]);
    expect((await work.admin.get(path)).body).toMatchObject({ waitingOn: 'reviewer', status: 'assigned' });
    const asked = await work.admin.post(`${path}/messages`, { message: 'Which split?' });
    expect(asked.body.waitingOn).toBe('payee');
    const none = { outcome: 'upheld', reason: 'True, but below the minimum.', consequence: 'none' };
    expect((await work.admin.post(`${path}/resolve`, none)).body).toMatchObject({
      ...{ outcome: 'upheld', consequence: 'none', waitingOn: 'payee' },
    });
  });

  it('[DISP-9] [DISP-14] that is upheld by records shows what the newest calculation pays instead, and is not paid twice', async () => {
    const own = await paidWorkspace(ctx);
    const run = await own.calculate();
    const claim = { calculationId: run.id, participantId: 'bob', componentId: 'bookings' };
    const opened = await own.admin.post('/api/disputes', { ...claim, reason: 'A deal of March is missing.' });
    const path = `/api/disputes/${opened.body.id}`;
    const other = await own.admin.post('/api/disputes', {
      ...{ ...claim, componentId: null, reason: 'A deal of March is missing.' },
    });
    const proposed = await own.admin.post(`/api/disputes/${other.body.id}/resolve`, {
      ...{ outcome: 'upheld', reason: 'It was imported late.', adjustment: { amount: '500' } },
    });
    await own.admin.post(`${path}/resolve`, { outcome: 'upheld', reason: 'It comes with the next import.' });
    expect((await own.admin.get(path)).body).toMatchObject({ consequence: 'records', correction: null });
    await own.addDeal({
      ...{ id: 'late', date: '2024-03-01', amount: '10000.00', participantId: 'bob', product: 'Bikes' },
    });
    const again = await own.calculate();
    const line = async (id: string) =>
      (await own.admin.get(`/api/calculations/${id}/payouts`)).body.rows.find(
        (row: { participantId: string; componentId: string }) =>
          row.participantId === 'bob' && row.componentId === 'bookings',
      ).amount;
    const [before, after] = [await line(run.id), await line(again.id)];
    expect(after).not.toBe(before);
    expect((await own.admin.get(path)).body.correction).toEqual({
      calculationId: again.id,
      pays: after,
      change: decimal(after).minus(decimal(before)).toFixed(2),
    });
    // an adjustment that was meant for the earlier pay would pay it twice
    const finance = own.tenant.as('finance');
    const { rows } = (await finance.get('/api/approvals', { kind: 'adjustment' })).body;
    expect(rows).toMatchObject([{ subject: { id: proposed.body.adjustmentId } }]);
    const decide = (decision: string) =>
      finance.post(`/api/approvals/${rows[0].id}/decide`, { decision, hash: rows[0].hash, reason: 'Twice.' });
    const approved = await decide('approve');
    expect([approved.status, approved.body.error]).toEqual([
      409,
      expect.stringContaining('A newer calculation changed the disputed pay'),
    ]);
    expect((await decide('reject')).status).toBe(200);
  });

  it('[DISP-10] is answered with the record that gives the expected pay, and paid again it gives it', async () => {
    const { admin, tenant } = work;
    const quota = { of: 'quota', participantId: 'bob', unit: '$', from: '2024-01-01', to: '2024-03-31' };
    const tried = (change: object) =>
      admin.post(`/api/calculations/${calculationId}/recalculations`, { change, reason: 'as a trial' });
    const smaller = await tried({ ...quota, after: { amount: '20000' } });
    const expected = smaller.body.lines[0].after;
    const opened = await admin.post('/api/disputes', {
      ...bookingsOf('bob'),
      ...{ expected, dealId: 'd6', reason: 'My quota was lowered in March.' },
    });
    const { body } = await admin.get(`/api/disputes/${opened.body.id}/answer`);
    expect(body.why).toEqual([
      {
        ...{ componentId: 'bookings', componentName: 'Bookings', isCounted: false },
        message: 'The deal credits other people.',
      },
    ]);
    const hit = body.causes.hits.find(({ message }: { message: string }) => message.startsWith('A quota'));
    expect(hit.pays).toBe(expected);
    for (const { change, pays } of body.causes.hits) {
      expect(pays).toBe(expected);
      const own = (await tried(change)).body.lines.find(
        (one: { participantId: string; componentId: string }) =>
          one.participantId === 'bob' && one.componentId === 'bookings',
      );
      expect(own.after).toBe(expected);
    }
    const rep = await tenant.as('sales-rep').get(`/api/disputes/${opened.body.id}/answer`);
    expect(rep.status).toBe(403);
    await admin.post(`/api/disputes/${opened.body.id}/withdraw`, { reason: 'It was a trial.' });
  });

  it('[DISP-10] finds a deal that arrived after the calculation, and names the closest where nothing fits', async () => {
    const { admin } = work;
    await work.addDeal({ id: 'late', amount: '10000', participantId: 'cid' });
    const late = await admin.post(`/api/calculations/${calculationId}/recalculations`, {
      change: {
        of: 'deal',
        id: 'late',
        after: { date: '2024-02-01', amount: '10000', currency: 'USD', participantId: 'cid' },
      },
      reason: 'as a trial',
    });
    const expected = late.body.lines.find(
      ({ componentId }: { componentId: string }) => componentId === 'bookings',
    ).after;
    const open = async (amount: string) => {
      const claim = { ...bookingsOf('cid'), expected: amount, reason: 'A deal is missing.' };
      const { id } = (await admin.post('/api/disputes', claim)).body;
      const answer = (await admin.get(`/api/disputes/${id}/answer`)).body;
      await admin.post(`/api/disputes/${id}/withdraw`, { reason: 'It was a trial.' });
      return answer.causes;
    };
    expect((await open(expected)).hits[0]).toMatchObject({
      message: 'Deal late of $10,000.00 counted and credited to Łukasz Żółć 王',
      pays: expected,
    });
    expect(await open('-999999')).toMatchObject({ hits: [], nearest: { pays: '0.00' } });
  });

  it('[DISP-1] [DISP-3] is opened by the rep with what was paid, assigned, and resolved once with the reason', async () => {
    const rep = work.tenant.as('sales-rep');
    const finance = work.tenant.as('finance');
    const line = await rep.get(`/api/calculations/${calculationId}/payouts/ann/bookings`);
    const opened = await rep.post('/api/disputes', {
      ...bookingsOf('ann'),
      expected: '5000.00',
      reason: 'My deal of January is missing.',
    });
    expect(opened.status).toBe(201);
    expect(opened.body).toMatchObject({
      status: 'open',
      paid: line.body.amount,
      expected: '5000.00',
      currency: 'USD',
      periodKey: '2024-Q1',
      participantName: 'Ann Example',
      componentName: 'Bookings',
      workflowRunId: null,
      outcome: null,
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
      status: 'resolved',
      outcome: 'dismissed',
      resolution: { by: 'finance', reason },
    });
    expect((await rep.get(path)).body).toEqual({
      ...resolved.body,
      ...{ adjustment: null, proposals: [], correction: null, messages: [], files: [] },
    });
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

  it('[DISP-5] [DISP-6] is a conversation: each side is notified in turn, and outsiders can’t write', async () => {
    const paid = await paidWorkspace(ctx);
    const run = (await paid.calculate()).id;
    const [rep, finance] = [paid.tenant.as('sales-rep'), paid.tenant.as('finance')];
    const titlesOf = async (who: typeof rep) =>
      (await who.get('/api/notices')).body.rows
        .map(({ title }: { title: string }) => title)
        .filter((title: string) => title.includes('ispute'));
    const about = 'Ann Example, Bookings, 2024-Q1';
    const opened = await rep.post('/api/disputes', {
      calculationId: run,
      participantId: 'ann',
      componentId: 'bookings',
      category: 'missing-deal',
      dealId: 'd9',
      expected: '4000',
      reason: 'A deal is missing.',
    });
    expect(opened.body).toMatchObject({ category: 'missing-deal', dealId: 'd9', waitingOn: 'reviewer' });
    expect([await titlesOf(finance), await titlesOf(rep)]).toEqual([[`Dispute to review: ${about}`], []]);
    const path = `/api/disputes/${opened.body.id}`;
    const asked = await finance.post(`${path}/messages`, { message: 'Which customer is it?' });
    expect(asked.body).toMatchObject({
      waitingOn: 'payee',
      messages: [{ by: 'finance', message: 'Which customer is it?' }],
    });
    expect(await titlesOf(rep)).toEqual([`New message on a dispute: ${about}`]);
    const answered = await rep.post(`${path}/messages`, { message: 'Kestrel.' });
    expect(answered.body.waitingOn).toBe('reviewer');
    expect((await rep.get(path)).body.messages).toHaveLength(2);
    const [listed] = (await rep.get('/api/disputes', { withMessages: 'true' })).body.rows;
    expect(listed.messages.map(({ message }: { message: string }) => message)).toEqual([
      'Which customer is it?',
      'Kestrel.',
    ]);
    expect((await rep.get('/api/disputes')).body.rows[0].messages).toBeUndefined();
    const manager = paid.tenant.as('manager');
    expect((await manager.post(`${path}/messages`, { message: 'Hurry.' })).status).toBe(403);
    await finance.post(`${path}/resolve`, { outcome: 'upheld', reason: 'It was imported late.' });
    expect(await titlesOf(rep)).toContain(`Dispute upheld: ${about}`);
    expect((await rep.post(`${path}/messages`, { message: 'Thanks.' })).status).toBe(409);
  });

  it('[DISP-4] is withdrawn by its opener only, and ends without an outcome', async () => {
    const opened = await work.admin.post('/api/disputes', { ...bookingsOf('cid'), reason: 'A doubt.' });
    const path = `/api/disputes/${opened.body.id}/withdraw`;
    const reason = 'It was right.';
    expect((await work.tenant.as('finance').post(path, { reason })).status).toBe(403);
    expect((await work.admin.post(path, { reason })).body).toMatchObject({
      status: 'resolved',
      outcome: null,
      withdrawnAt: expect.any(String),
    });
    expect((await work.admin.post(path, { reason })).status).toBe(409);
  });

  it('[DISP-7] [DISP-8] says first where a deal stands, and nothing else about deals of others', async () => {
    const paid = await paidWorkspace(ctx);
    const run = (await paid.calculate()).id;
    const rep = paid.tenant.as('sales-rep');
    const check = async (dealId: string) =>
      (await rep.get('/api/disputes/check', { calculationId: run, participantId: 'ann', dealId })).body
        .rows[0];
    expect(await check('d1')).toEqual({
      found: 'counted',
      message: 'This deal is in the pay: Bike bonus pays $1,200.00, Bookings pays $700.00.',
    });
    expect(await check('nothing')).toBeUndefined();
    expect(await check('d6')).toEqual({
      found: 'not-credited',
      message: 'This deal credits other people, not this payee.',
    });
    await paid.addDeal({ id: 'april', date: '2024-04-02', amount: '10', participantId: 'ann' });
    expect(await check('april')).toMatchObject({ found: 'outside-period' });
    await paid.addDeal({ id: 'late', date: '2024-03-30', amount: '10', participantId: 'ann' });
    expect(await check('late')).toMatchObject({ found: 'changed-since' });
    // nothing is said of what deals of others would pay
    expect(await check('d6')).not.toHaveProperty('wouldPay');
    const hold = { participantId: 'ann', dealId: 'd1', percent: '100', reason: 'Cash is not in' };
    expect((await paid.admin.post('/api/holds', hold)).status).toBe(201);
    expect(await check('d1')).toMatchObject({ found: 'held' });
    const bob = { calculationId: run, participantId: 'bob', dealId: 'd5' };
    expect((await rep.get('/api/disputes/check', bob)).status).toBe(404);
  });

  it('[DISP-13] says what a deal would have paid, which is what the calculation pays with it', async () => {
    const paid = await paidWorkspace(ctx);
    const run = (await paid.calculate()).id;
    const rep = paid.tenant.as('sales-rep');
    const check = async (dealId: string) =>
      (
        await rep.get('/api/disputes/check', {
          ...{ calculationId: run, participantId: 'ann', componentId: 'bookings', dealId },
        })
      ).body.rows[0];
    const payOf = async (id: string) => {
      const { body } = await rep.get(`/api/statements/${id}/ann`);
      const amounts = body.lines.map(({ componentId, amount }: { componentId: string; amount: string }) => [
        componentId,
        Number(amount),
      ]);
      return Object.fromEntries(amounts) as Record<string, number>;
    };
    const before = await payOf(run);
    await paid.addDeal({ id: 'april', date: '2024-04-02', amount: '1000', participantId: 'ann' });
    const outside = await check('april');
    expect(outside.wouldPay.message).toMatch(
      /^If it had closed in 2024-Q1, it would have paid \$[\d.,]+ more\.$/,
    );
    await paid.addDeal({ id: 'late', date: '2024-03-31', amount: '1000', participantId: 'ann' });
    const late = await check('late');
    expect(late.wouldPay).toEqual({
      ...outside.wouldPay,
      message: outside.wouldPay.message.replace('If it had closed in 2024-Q1, it', 'With it, 2024-Q1'),
    });
    const after = await payOf((await paid.calculate()).id);
    const sum = (pay: Record<string, number>) => Object.values(pay).reduce((all, one) => all + one, 0);
    expect(Number(late.wouldPay.pays)).toBeCloseTo(after.bookings ?? 0, 2);
    expect(Number(late.wouldPay.gain)).toBeCloseTo(sum(after) - sum(before), 2);
  });

  it('[DISP-7] [DISP-8] finds an opportunity that is no deal yet, for those who see it elsewhere', async () => {
    const paid = await paidWorkspace(ctx);
    const calculation = (await paid.calculate()).id;
    const rows = [
      'o1,ann,Negotiation,60,2024-04-15',
      'o2,ann,Closed Lost,0,',
      'o3,bob,Proposal,30,',
      'o4,ann,Won,100,2024-02-01',
    ];
    const csv = `opportunity_id,owner,stage,probability,close_date\n${rows.join('\n')}\n`;
    await storeImport(paid.admin, await checkImport(paid.admin, 'opportunities', csv));
    const check = async (role: Parameters<typeof paid.tenant.as>[0], dealId: string) =>
      (
        await paid.tenant
          .as(role)
          .get('/api/disputes/check', { calculationId: calculation, participantId: 'ann', dealId })
      ).body.rows;
    expect(await check('sales-rep', 'o1')).toEqual([
      {
        found: 'opportunity',
        message: 'This is an open opportunity in stage Negotiation. Expected close: Apr 15, 2024.',
      },
    ]);
    expect((await check('sales-rep', 'o2'))[0].message).toContain('lost opportunity in stage Closed Lost');
    expect((await check('sales-rep', 'o4'))[0].message).toContain('The won deal is not imported yet.');
    expect(await check('sales-rep', 'o3')).toEqual([]);
    expect(await check('manager', 'o3')).toEqual([
      { found: 'not-credited', message: 'This opportunity belongs to another person, not this payee.' },
    ]);
    await paid.addDeal({ id: 'o1', date: '2024-03-30', amount: '10', participantId: 'ann' });
    expect(await check('sales-rep', 'o1')).toMatchObject([{ found: 'changed-since' }]);
  });

  it('[DISP-11] [DISP-12] is searched and counted, and marked if its reviewer calculated the pay', async () => {
    const paid = await paidWorkspace(ctx);
    const run = (await paid.calculate()).id;
    const open = async (participantId: string, dealId: string) =>
      (
        await paid.admin.post('/api/disputes', {
          ...{ calculationId: run, participantId, componentId: 'bookings', dealId },
          reason: 'A deal is missing.',
        })
      ).body;
    const [ann, bob] = [await open('ann', 'd-77'), await open('bob', 'd-88')];
    const finance = paid.tenant.as('finance');
    const figures = async () => (await finance.get('/api/disputes/figures')).body;
    expect(await figures()).toEqual({ open: 2, pastDue: 0, medianAgeDays: 0, decided: 0, upheld: 0 });
    await paid.sql(
      `UPDATE disputes SET created_at = created_at - interval '10 days' WHERE tenant_id = $1 AND participant_id = 'ann'`,
    );
    expect(await figures()).toMatchObject({ open: 2, pastDue: 1, medianAgeDays: 5 });
    const found = async (search: string) =>
      (await finance.get('/api/disputes', { search })).body.rows.map(({ id }: { id: string }) => id);
    expect(await found('Ann Ex')).toEqual([ann.id]);
    expect(await found('D-88')).toEqual([bob.id]);
    expect(await found('bookings, field sales, 2024-Q1')).toEqual([bob.id, ann.id]);
    expect(await found('yachts')).toEqual([]);
    const assign = (who: 'administrator' | 'finance', id: string) =>
      finance.post(`/api/disputes/${id}/assign`, { assignee: paid.tenant.usernameOf(who) });
    expect((await assign('administrator', ann.id)).body.reviewerCalculated).toBe(true);
    expect((await assign('finance', ann.id)).body.reviewerCalculated).toBe(false);
    const outcome = { outcome: 'upheld', reason: 'It was imported late.' };
    const resolved = await paid.admin.post(`/api/disputes/${ann.id}/resolve`, outcome);
    expect(resolved.body.reviewerCalculated).toBe(true);
    const withdrawn = await paid.admin.post(`/api/disputes/${bob.id}/withdraw`, { reason: 'It was right.' });
    expect(withdrawn.body.reviewerCalculated).toBe(false);
    expect(await figures()).toEqual({ open: 0, pastDue: 0, medianAgeDays: null, decided: 1, upheld: 1 });
    expect((await paid.tenant.as('manager').get('/api/disputes/figures')).status).toBe(403);
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
      outcome: 'upheld',
      reason: 'I agree with myself.',
    });
    expect(own).toMatchObject({ status: 403, body: { error: expect.stringContaining('own pay') } });
  });
});
