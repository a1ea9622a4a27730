import type { Controls } from '@attain/contract/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { fillDisputes } from '../disputes/filled-disputes.fixture.ts';
import { postedPayments } from '../payments/paid-period.fixture.ts';
import { type PaidWorkspace, paidWorkspace } from '../payouts/paid-workspace.fixture.ts';
import { join, newPerson } from '../people/people.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

const read = async ({ admin }: PaidWorkspace): Promise<Controls> => {
  const answer = await admin.get('/api/audit/controls');
  expect(answer.status).toBe(200);
  return answer.body;
};

/** The cells of a control that aren't empty: the running month, or two months if the test runs over midnight. */
const cellsOf = ({ controls }: Controls, name: string) =>
  controls.find(({ control }) => control === name)?.months.filter(({ state }) => state !== 'empty') ?? [];

const found = ({ exceptions }: Controls, name: string) =>
  exceptions.filter(({ control }) => control === name);

/** Someone with a role that reads the log and nothing of pay. */
async function onlyReader({ admin }: PaidWorkspace): Promise<Client> {
  const cells = [{ permission: 'read:audit', scope: 'tenant' }];
  const role = (await admin.post('/api/roles', { name: 'Log', cells })).body;
  const who = await join(ctx, await admin.post('/api/people/invitations', newPerson()));
  const { id } = (await who.get('/api/auth/me')).body.user;
  const given = await admin.post(`/api/people/${id}/roles`, { roles: [], customRoles: [{ id: role.id }] });
  expect(given.status).toBe(200);
  return who;
}

test('[CTRL-1] [CTRL-2] [CTRL-3] payments count when posted, with what was paid out of date and who approved', async () => {
  const workspace = await paidWorkspace(ctx);
  await workspace.calculate();
  expect((await read(workspace)).controls.flatMap(({ months }) => months)).toHaveLength(66);
  expect(cellsOf(await read(workspace), 'payments')).toEqual([]);

  const run = await postedPayments(workspace, '2024-Q1');
  expect(cellsOf(await read(workspace), 'payments')).toEqual([
    { state: 'pass', acts: 1, exceptions: 0, failures: 0 },
  ]);

  await workspace.sql(
    `UPDATE payment_runs SET outdated = '{"reason": "Payroll is due", "calculations": []}' WHERE tenant_id = $1`,
  );
  const outdated = await read(workspace);
  expect(cellsOf(outdated, 'payments')).toMatchObject([{ state: 'exception', exceptions: 1 }]);
  expect(found(outdated, 'payments')).toMatchObject([
    {
      control: 'payments',
      kind: 'outdated',
      reason: 'Payroll is due',
      object: { type: 'payment', id: run.id, name: '2024-Q1' },
    },
  ]);

  await workspace.sql(`UPDATE payment_runs SET approved_by = created_by WHERE tenant_id = $1`);
  const failed = await read(workspace);
  expect(cellsOf(failed, 'payments')).toEqual([{ state: 'fail', acts: 1, exceptions: 1, failures: 1 }]);
  expect(found(failed, 'payments').map(({ kind }) => kind)).toEqual(['self-approved', 'outdated']);
  expect(failed.total).toBe(failed.exceptions.length);
  ctx.rewindsRowsOf(workspace.tenant.tenantId);
});

test('[CTRL-1] [CTRL-2] what one person asked for and decided is an exception, with the person and the act', async () => {
  const workspace = await paidWorkspace(ctx);
  // its administrator activated the plan alone
  const before = await read(workspace);
  expect(cellsOf(before, 'plans')).toMatchObject([{ state: 'exception', acts: 1, exceptions: 1 }]);
  const log = await workspace.admin.get('/api/audit', { action: 'plan.activated' });
  expect(log.body.rows[0].reason).toBe('single-person');
  const { rows } = (await workspace.admin.get('/api/approvals', { whose: 'all' })).body;
  expect(found(before, 'plans')).toMatchObject([
    {
      kind: 'single-person',
      action: null,
      person: log.body.rows[0].actor,
      object: { type: 'approval', id: rows[0].id, name: rows[0].summary },
    },
  ]);

  const approved = (kind: string, approvers: string) =>
    workspace.sql(
      `INSERT INTO attestation_records (tenant_id, user_id, action, hash, status, expires_at, decided_at, kind, subject_type, subject_id, summary, facts, approvers, excluded)
       SELECT $1, user_id, 'x', 'x', 'approved', now(), now(), $2, 'x', 'x', 'Release of Payer', '{}', ${approvers}, ARRAY[user_id] FROM memberships
        WHERE tenant_id = $1 ORDER BY user_id LIMIT 1`,
      [kind],
    );
  await approved('policy-activation', 'ARRAY[gen_random_uuid()]');
  expect(cellsOf(await read(workspace), 'agents')).toEqual([
    { state: 'pass', acts: 1, exceptions: 0, failures: 0 },
  ]);
  // a kind whose entry in the log names only the approval
  await approved('release-gate', 'ARRAY[user_id]');
  expect(cellsOf(await read(workspace), 'agents')).toMatchObject([{ acts: 2, exceptions: 1 }]);

  await workspace.sql(
    `INSERT INTO parallel_sign_offs (tenant_id, id, month, comparison_hash, compared, equal, note, signed_by, is_own_import, signed_at)
     SELECT $1, gen_random_uuid(), '2024-03', 'x', 1, 1, '', user_id, true, now() FROM memberships WHERE tenant_id = $1 LIMIT 1`,
  );
  expect(cellsOf(await read(workspace), 'parallel-runs')).toMatchObject([{ acts: 1, exceptions: 1 }]);
});

test('[CTRL-4] a dispute that is open for more than 30 days is an exception, and none once resolved', async () => {
  const workspace = await paidWorkspace(ctx);
  const run = await workspace.calculate();
  const { disputeId } = await fillDisputes(workspace, {
    calculationId: run.id,
    participantIds: ['ann', 'bob'],
  });
  expect(cellsOf(await read(workspace), 'disputes')).toMatchObject([{ state: 'pass', acts: 2 }]);
  await workspace.sql(
    `UPDATE disputes SET created_at = now() - interval '31 days' WHERE id = $2 AND tenant_id = $1`,
    [disputeId],
  );
  const open = await read(workspace);
  const [shown] = found(open, 'disputes');
  expect(shown).toMatchObject({ kind: 'open-dispute', object: { type: 'dispute', id: disputeId } });
  expect([shown?.person, shown?.object.name, shown?.reason]).not.toContain('');
  // readers of the log who don't read disputes
  const reader = await onlyReader(workspace);
  const { body } = await reader.get('/api/audit/controls');
  expect(found(body, 'disputes')).toEqual([
    { ...shown, person: '', reason: null, object: { ...shown?.object, name: '' } },
  ]);
  expect(found(body, 'plans').map(({ object }) => object.name)).toEqual(['']);
  await workspace.sql(`UPDATE disputes SET resolved_at = now() WHERE id = $2 AND tenant_id = $1`, [
    disputeId,
  ]);
  expect(found(await read(workspace), 'disputes')).toEqual([]);
});

test('[CTRL-1] the log with its newest signature, and what waits', async () => {
  const workspace = await paidWorkspace(ctx);
  // the upkeep of each minute may sign a newer head at any moment
  const { body: checkpoint } = await workspace.admin.get('/api/audit/checkpoint');
  const { log, waiting } = await read(workspace);
  expect(log.signed?.entries).toBeGreaterThanOrEqual(checkpoint.size);
  expect(log.signed?.entries).toBeLessThanOrEqual(log.entries);
  expect(waiting).toEqual({ count: 0, oldest: null });
  const finance = workspace.tenant.as('finance');
  const asked = await finance.post('/api/access-grants', {
    permission: 'read:audit',
    hours: 1,
    reason: 'Quarterly review',
  });
  expect(asked.status).toBeLessThan(300);
  expect((await read(workspace)).waiting).toMatchObject({ count: 1, oldest: expect.stringMatching(/Z$/) });
});
