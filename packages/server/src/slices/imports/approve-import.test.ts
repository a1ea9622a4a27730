import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { settled } from '../../testing/settled.ts';
import { sharedTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let ctx: TestContext;
const nobody = { participantId: null };
beforeAll(async () => {
  ctx = await sharedTestContext();
});
afterAll(() => ctx?.stop());

type Kind = 'participants' | 'deals' | 'exchange-rates';

/** Uploads and checks; `named` makes the file another one. */
async function checkedFile(who: Client, kind: Kind, content: string): Promise<string> {
  const up = await who.upload('/api/imports/upload', { name: `${kind}.csv`, content }, { kind });
  expect(up.status, JSON.stringify(up.body)).toBe(201);
  const path = `/api/imports/${up.body.id}`;
  await who.post(`${path}/check`, { mapping: up.body.mapping });
  await settled(who, path, ['checked']);
  return path;
}

const peopleFile = (...ids: string[]) =>
  `id,name,hire date\n${ids.map((id) => `${id},Pat ${id},2020-01-01`).join('\n')}\n`;
const dealsFile = (...rows: string[]) => `id,date,amount,currency,participant\n${rows.join('\n')}\n`;
const limit = (by: Client, importLimits: object) =>
  by.put('/api/approval-rules', { rules: [], importLimits });
const requestOf = async (by: Client, id: string) => (await by.get(`/api/approvals/${id}`)).body;
async function decide(by: Client, id: string, decision = 'approve', reason?: string) {
  const { hash } = await requestOf(by, id);
  return by.post(`/api/approvals/${id}/decide`, { decision, hash, ...(reason && { reason }) });
}

/** Two people, stored without limits. */
async function workspace(): Promise<TestTenant> {
  const tenant = await ctx.newTenant({
    administrator: nobody,
    'comp-admin': nobody,
    finance: nobody,
    viewer: nobody,
  });
  const first = await checkedFile(tenant.as('comp-admin'), 'participants', peopleFile('ann', 'bob'));
  await tenant.as('comp-admin').post(`${first}/commit`);
  await settled(tenant.as('comp-admin'), first, ['committed']);
  return tenant;
}

const storedPeople = async (by: Client) => (await by.get('/api/participants')).body.total;

test('[APR-13] an import over the limit waits in the inbox with what changes, and its approval stores the rows', async () => {
  const tenant = await workspace();
  const [importer, finance] = [tenant.as('comp-admin'), tenant.as('finance')];
  expect((await limit(tenant.as('administrator'), { rows: 4, amount: null })).body.importLimits).toEqual({
    rows: 4,
    amount: null,
  });
  // two were imported today, so that three more are too many
  const path = await checkedFile(importer, 'participants', peopleFile('cid', 'dan', 'eve'));
  expect((await importer.get(path)).body).toMatchObject({ overLimit: 'rows', awaitsApproval: false });
  const asked = (await importer.post(`${path}/commit`)).body;
  expect(asked).toMatchObject({ status: 'checked', awaitsApproval: true });
  expect((await importer.post(`${path}/commit`)).status).toBe(409);
  expect(await storedPeople(finance)).toBe(2);
  const request = await requestOf(finance, asked.approvalId);
  expect(request).toMatchObject({
    kind: 'import',
    status: 'open',
    mayDecide: true,
    summary: 'Import of participants from participants.csv',
  });
  expect(request.facts.figures).toContainEqual(expect.objectContaining({ label: 'New records', after: '3' }));
  const [notice] = (await finance.get('/api/notices', { status: 'unread' })).body.rows;
  expect(notice.title).toContain('Import of participants');
  // who asked can't, nor can a role that approves nothing
  expect((await decide(importer, asked.approvalId)).status).toBe(403);
  expect((await decide(finance, asked.approvalId)).body.status).toBe('approved');
  await settled(importer, path, ['committed']);
  expect(await storedPeople(finance)).toBe(5);
  const log = (await tenant.as('administrator').get('/api/audit', { limit: 20 })).body.rows;
  const actions = log.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['import.approval-requested', 'import.approved', 'import.committed']),
  );
  // what was approved doesn't count for the rest of the day
  const small = await checkedFile(importer, 'participants', peopleFile('fay', 'gus'));
  expect((await importer.get(small)).body.overLimit).toBeNull();
});

test('[APR-6] [APR-13] a new check makes the request void, and a rejection stores nothing', async () => {
  const tenant = await workspace();
  const [importer, finance] = [tenant.as('comp-admin'), tenant.as('finance')];
  await limit(tenant.as('administrator'), { rows: 0, amount: null });
  const path = await checkedFile(importer, 'participants', peopleFile('cid'));
  const first = (await importer.post(`${path}/commit`)).body;
  await importer.post(`${path}/check`, { mapping: first.mapping });
  await settled(importer, path, ['checked']);
  expect(await requestOf(finance, first.approvalId)).toMatchObject({ status: 'void' });
  expect((await decide(finance, first.approvalId)).status).toBe(409);
  const second = (await importer.post(`${path}/commit`)).body;
  expect((await decide(finance, second.approvalId, 'reject', 'Wrong file')).body.status).toBe('rejected');
  expect((await importer.get(path)).body).toMatchObject({ status: 'checked', awaitsApproval: false });
  expect(await storedPeople(finance)).toBe(2);
  const third = (await importer.post(`${path}/commit`)).body;
  await importer.post(`${path}/cancel`);
  expect(await requestOf(finance, third.approvalId)).toMatchObject({ status: 'withdrawn' });
});

test('[APR-2] [APR-13] someone who mapped the file again, or is paid by it, can’t approve it', async () => {
  const tenant = await workspace();
  const [importer, finance, admin] = [
    tenant.as('comp-admin'),
    tenant.as('finance'),
    tenant.as('administrator'),
  ];
  await limit(admin, { rows: null, amount: '100' });
  const content = dealsFile('D1,2024-01-31,90,USD,ann', 'D2,2024-01-31,-20,USD,bob');
  const up = await importer.upload('/api/imports/upload', { name: 'deals.csv', content }, { kind: 'deals' });
  const path = `/api/imports/${up.body.id}`;
  await finance.post(`${path}/check`, { mapping: up.body.mapping });
  await settled(importer, path, ['checked']);
  // 70 in all, 110 without signs
  const asked = (await importer.post(`${path}/commit`)).body;
  expect(asked.awaitsApproval).toBe(true);
  const request = await requestOf(finance, asked.approvalId);
  expect(request).toMatchObject({ amount: '110.00', currency: 'USD', mayDecide: false });
  expect((await decide(finance, asked.approvalId)).status).toBe(403);
  await ctx.ctx.db.owner.query(
    `UPDATE memberships SET participant_id = 'bob' WHERE tenant_id = $1 AND 'administrator' = ANY (roles)`,
    [tenant.tenantId],
  );
  const stopped = await decide(admin, asked.approvalId);
  expect([stopped.status, stopped.body.error]).toEqual([403, expect.stringContaining('benefit')]);
  await ctx.ctx.db.owner.query('UPDATE memberships SET participant_id = NULL WHERE tenant_id = $1', [
    tenant.tenantId,
  ]);
  // mapped by someone else since, it is still their work
  await importer.post(`${path}/check`, { mapping: up.body.mapping });
  await settled(importer, path, ['checked']);
  const { approvalId } = (await importer.post(`${path}/commit`)).body;
  expect((await decide(finance, approvalId)).status).toBe(403);
  expect((await decide(admin, approvalId)).body.status).toBe('approved');
  await settled(importer, path, ['committed']);
});

test('[APR-13] what is stored is what was approved: records that changed meanwhile stop the import', async () => {
  const tenant = await workspace();
  const [importer, finance] = [tenant.as('comp-admin'), tenant.as('finance')];
  await limit(tenant.as('administrator'), { rows: 2, amount: null });
  const path = await checkedFile(importer, 'participants', peopleFile('cid'));
  const { approvalId } = (await importer.post(`${path}/commit`)).body;
  const other = await checkedFile(finance, 'participants', peopleFile('cid'));
  await finance.post(`${other}/commit`);
  await settled(finance, other, ['committed']);
  expect((await decide(finance, approvalId)).body.status).toBe('approved');
  const ended = await settled(importer, path, ['failed']);
  expect(ended.body.error).toContain('check the file again');
});

test('[APR-13] alone in a workspace, an importer approves, and the log says so; without anyone, nothing is stored', async () => {
  const alone = await ctx.newTenant({ administrator: nobody });
  const admin = alone.as('administrator');
  await limit(admin, { rows: 0, amount: null });
  const path = await checkedFile(admin, 'participants', peopleFile('ann'));
  expect((await admin.post(`${path}/commit`)).status).toBe(200);
  await settled(admin, path, ['committed']);
  const [entry] = (await admin.get('/api/audit', { action: 'import.commit-ordered' })).body.rows;
  expect(entry.reason).toBe('single-person');
  expect((await limit(admin, { rows: -1, amount: 'x' })).status).toBe(400);
  expect((await limit(admin, { rows: 1, amount: 'x' })).body.issues[0].path).toBe('importLimits.amount');
});

test('[APR-13] an import whose request was rejected, voided or expired has nothing to undo, and asks again', async () => {
  const tenant = await workspace();
  const [importer, finance] = [tenant.as('comp-admin'), tenant.as('finance')];
  await limit(tenant.as('administrator'), { rows: 2, amount: null });
  const path = await checkedFile(importer, 'participants', peopleFile('cid'));
  const ask = async () => (await importer.post(`${path}/commit`)).body.approvalId as string;
  const undo = async () => {
    const { status, body } = await importer.post(`${path}/undo`);
    return `${status} ${body.error}`;
  };
  const nothing = '409 Only stored imports can be undone. Cancel this one instead.';
  const first = await ask();
  expect(await undo()).toBe(nothing);
  await decide(finance, first, 'reject', 'Too many');
  expect(await undo()).toBe(nothing);
  await ask();
  const { mapping } = (await importer.get(path)).body;
  await importer.post(`${path}/check`, { mapping });
  await settled(importer, path, ['checked']);
  expect(await undo()).toBe(nothing);
  const last = await ask();
  await ctx.ctx.db.owner.query('UPDATE attestation_records SET expires_at = now() WHERE id = $1', [last]);
  expect(await undo()).toBe(nothing);
  expect((await requestOf(finance, last)).status).toBe('expired');
  expect(await storedPeople(finance)).toBe(2);
  // within the limits by now, it needs no approval
  await limit(tenant.as('administrator'), { rows: 3, amount: null });
  await importer.post(`${path}/commit`);
  await settled(importer, path, ['committed']);
  expect(await storedPeople(finance)).toBe(3);
});

test('[APR-13] what a snapshot removes counts like what it stores, and a snapshot over its own limit isn’t asked for', async () => {
  const tenant = await workspace();
  const [importer, finance] = [tenant.as('comp-admin'), tenant.as('finance')];
  const sales = [1, 2, 3].map((day) => `D${day},2024-03-0${day},${day}00,USD,ann`);
  const first = await checkedFile(importer, 'deals', dealsFile(...sales));
  await importer.post(`${first}/commit`);
  await settled(importer, first, ['committed']);
  await ctx.ctx.db.owner.query(
    `UPDATE imports SET committed_at = committed_at - interval '2 days' WHERE tenant_id = $1`,
    [tenant.tenantId],
  );
  await limit(tenant.as('administrator'), { rows: null, amount: '400' });
  const content = dealsFile(sales[0] ?? '');
  const up = await importer.upload('/api/imports/upload', { name: 'deals.csv', content }, { kind: 'deals' });
  const path = `/api/imports/${up.body.id}`;
  const check = async (maxPercent: number) => {
    const mapping = { ...up.body.mapping, snapshot: { of: 'all', maxPercent } };
    await importer.post(`${path}/check`, { mapping, profileName: up.body.profileName });
    return settled(importer, path, ['checked']);
  };
  await check(10);
  expect((await importer.post(`${path}/commit`)).body).toMatchObject({
    error: expect.stringContaining('2 of 3 records would be removed'),
  });
  // 100 in the file and 500 removed
  expect((await check(100)).body).toMatchObject({
    overLimit: 'amount',
    summary: { removal: { totals: [{ amount: '500', currency: 'USD', rows: 2 }] } },
  });
  const { approvalId } = (await importer.post(`${path}/commit`)).body;
  const request = await requestOf(finance, approvalId);
  expect(request).toMatchObject({ amount: '600.00', currency: 'USD' });
  expect(request.facts.figures).toContainEqual(
    expect.objectContaining({ label: 'Removed total', after: '500', currency: 'USD' }),
  );
  expect((await decide(finance, approvalId)).body.status).toBe('approved');
  await settled(importer, path, ['committed']);
  expect((await importer.get('/api/deals/D2')).status).toBe(404);
});

test('[APR-13] that rows with errors are skipped is shown to the approver, and is part of what is approved', async () => {
  const tenant = await workspace();
  const [importer, finance] = [tenant.as('comp-admin'), tenant.as('finance')];
  await limit(tenant.as('administrator'), { rows: 0, amount: null });
  const path = await checkedFile(importer, 'participants', `${peopleFile('cid')}dan,Dan,never\n`);
  const { mapping } = (await importer.get(path)).body;
  await importer.post(`${path}/check`, { mapping, skipBadRows: true });
  await settled(importer, path, ['checked']);
  const { approvalId } = (await importer.post(`${path}/commit`)).body;
  expect((await requestOf(finance, approvalId)).facts.figures).toContainEqual(
    expect.objectContaining({ label: 'Rows with errors, skipped', after: '1' }),
  );
  const sql = 'UPDATE imports SET skip_bad_rows = $2 WHERE id = $1';
  const change = (to: boolean) => ctx.ctx.db.owner.query(sql, [path.split('/').at(-1), to]);
  await change(false);
  expect((await decide(finance, approvalId)).status).toBe(409);
  await change(true);
  expect((await decide(finance, approvalId)).body.status).toBe('approved');
  await settled(importer, path, ['committed']);
  expect(await storedPeople(finance)).toBe(3);
});

test('[APR-13] undoing counts like importing: many small undos are no way around the limits', async () => {
  const tenant = await workspace();
  const [importer, finance] = [tenant.as('comp-admin'), tenant.as('finance')];
  const small = [];
  for (const one of ['cid', 'dan']) {
    const path = await checkedFile(importer, 'participants', peopleFile(one));
    await importer.post(`${path}/commit`);
    await settled(importer, path, ['committed']);
    small.push(path);
  }
  await ctx.ctx.db.owner.query(
    `UPDATE imports SET committed_at = committed_at - interval '2 days' WHERE tenant_id = $1`,
    [tenant.tenantId],
  );
  await limit(tenant.as('administrator'), { rows: 1, amount: null });
  const undone = [];
  for (const path of small.reverse()) undone.push((await importer.post(`${path}/undo`)).body);
  expect(undone).toMatchObject([
    { undone: expect.anything() },
    { error: expect.stringContaining('exceeds the limits of this workspace') },
  ]);
  expect(await storedPeople(finance)).toBe(3);
});
