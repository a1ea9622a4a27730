import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMaintenance } from '../../maintenance.ts';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { openConnection } from './open-connection.ts';

let ctx: TestContext;
let tenant: TestTenant;
const nobody = { participantId: null };
beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({ administrator: nobody, 'tenant-admin': nobody, 'agent-developer': nobody });
});
afterAll(() => ctx?.stop());

const developer = () => tenant.as('agent-developer');
const approver = () => tenant.as('tenant-admin');
const chat = (name: string, more: object) => ({
  ...{ kind: 'chat', name, address: 'https://hooks.example.com/v1', authMethod: 'bearer', config: {} },
  ...more,
});
/** The secret that a step gets now. */
const inUse = (id: string) =>
  openConnection(ctx.ctx, { tenantId: tenant.tenantId, kind: 'chat', name: id }, async ({ secret }) => [
    ...(secret ?? ''),
  ]).then((letters) => (letters as string[]).join(''));
const secretsOf = async () =>
  (await ctx.ctx.db.owner.query('SELECT count(*)::int AS count FROM credentials_vault')).rows[0].count;
async function decide(by: Client, approvalId: string, decision = 'approve') {
  const { hash } = (await approver().get(`/api/approvals/${approvalId}`)).body;
  return by.post(`/api/approvals/${approvalId}/decide`, { decision, hash, reason: 'checked' });
}

describe('[CONN-11] a secret is rotated in stages', () => {
  test('the new one is staged, then replaces the old one, which is destroyed', async () => {
    const { id } = (await developer().post('/api/connections', chat('Rotated', { secret: 'old-secret-1' })))
      .body;
    const before = await secretsOf();
    const path = `/api/connections/${id}/next-secret`;
    expect((await developer().post(`${path}/use`, {})).status).toBe(409);
    const staged = await developer().post(path, { secret: 'new-secret-2' });
    expect(staged.body).toMatchObject({
      secret: { keyVersion: 1 },
      next: { keyVersion: 2, approvalId: null },
    });
    expect(JSON.stringify(staged.body)).not.toContain('new-secret-2');
    expect([await inUse(id), await secretsOf()]).toEqual(['old-secret-1', before + 1]);
    // a second one replaces the first
    await developer().post(path, { secret: 'new-secret-3' });
    expect(await secretsOf()).toBe(before + 1);
    await developer().post(`${path}/discard`, {});
    expect([await inUse(id), await secretsOf()]).toEqual(['old-secret-1', before]);
    await developer().post(path, { secret: 'new-secret-4' });
    const used = await developer().post(`${path}/use`, {});
    expect(used.body).toMatchObject({ secret: { keyVersion: 2 }, next: null });
    expect([await inUse(id), await secretsOf()]).toEqual(['new-secret-4', before]);
  });
});

describe('[CONN-12] a second person approves secrets of production', () => {
  test('a new connection has no secret until then, and a rotation keeps the old one', async () => {
    const made = await developer().post(
      '/api/connections',
      chat('Live', { environment: 'prod', secret: 'first-secret' }),
    );
    const { id } = made.body;
    expect(made.body).toMatchObject({ secret: null, next: { approvalId: expect.any(String) } });
    await expect(inUse(id)).rejects.toThrow('waits for approval');
    const path = `/api/connections/${id}/next-secret`;
    expect((await developer().post(`${path}/use`, {})).status).toBe(409);
    const { approvalId } = made.body.next;
    const request = (await approver().get(`/api/approvals/${approvalId}`)).body;
    expect(request).toMatchObject({ kind: 'production-secret', summary: 'Secret for Live', mayDecide: true });
    expect(JSON.stringify(request)).not.toContain('first-secret');
    expect((await decide(developer(), approvalId)).status).toBe(403);
    expect((await decide(approver(), approvalId)).body.status).toBe('approved');
    expect(await inUse(id)).toBe('first-secret');
    const rotated = (await developer().post(path, { secret: 'second-secret' })).body;
    expect(await inUse(id)).toBe('first-secret');
    expect((await decide(approver(), rotated.next.approvalId, 'reject')).body.status).toBe('rejected');
    expect((await developer().get(`/api/connections/${id}`)).body).toMatchObject({ next: null });
    const again = (await developer().post(path, { secret: 'third-secret' })).body;
    const newest = (await developer().post(path, { secret: 'fourth-secret' })).body;
    expect((await decide(approver(), again.next.approvalId)).status).toBe(409);
    await decide(approver(), newest.next.approvalId);
    expect(await inUse(id)).toBe('fourth-secret');
  });

  test('a request that expires destroys its secret, and the person who entered it is notified', async () => {
    const made = await developer().post(
      '/api/connections',
      chat('Late', { environment: 'prod', secret: 'late-secret' }),
    );
    const { id, next } = made.body;
    const [before, request] = [await secretsOf(), () => approver().get(`/api/approvals/${next.approvalId}`)];
    await runMaintenance(ctx.ctx);
    expect(await secretsOf()).toBe(before);
    await ctx.ctx.db.owner.query(
      `UPDATE attestation_records SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [next.approvalId],
    );
    await runMaintenance(ctx.ctx);
    expect(await secretsOf()).toBe(before - 1);
    expect((await developer().get(`/api/connections/${id}`)).body).toMatchObject({
      secret: null,
      next: null,
    });
    expect((await request()).body.status).toBe('expired');
    expect((await decide(approver(), next.approvalId)).status).toBe(409);
    const unread = async (by: Client): Promise<string[]> => {
      const { rows } = (await by.get('/api/notices', { status: 'unread' })).body;
      const about = (one: { about: { id: string } | null }) => one.about?.id === next.approvalId;
      return rows.filter(about).map(({ title }: { title: string }) => title);
    };
    expect(await unread(developer())).toEqual(['The new secret of “Late” expired']);
    expect(await unread(approver())).toEqual([]);
    const [entry] = (
      await tenant.as('administrator').get('/api/audit', { action: 'connection.secret-discarded' })
    ).body.rows;
    expect([entry.object.id, entry.reason]).toEqual([id, 'expired']);
  });

  test('saving can’t put a secret into production either, and having no one else means alone', async () => {
    const { body } = await developer().post('/api/connections', chat('Moves', { secret: 'dev-secret' }));
    const { secret: _, next: __, ...said } = body;
    const saved = await developer().put(`/api/connections/${body.id}`, {
      ...said,
      environment: 'prod',
      secret: 'prod-secret',
    });
    expect(saved.body).toMatchObject({ secret: null, next: { approvalId: expect.any(String) } });
    await developer().post(`/api/connections/${body.id}/remove`, {});
    const gone = (await approver().get(`/api/approvals/${saved.body.next.approvalId}`)).body;
    expect(gone.status).toBe('withdrawn');
    const alone = await ctx.newTenant({ administrator: nobody });
    const made = await alone
      .as('administrator')
      .post('/api/connections', chat('Alone', { environment: 'prod', secret: 'only-secret' }));
    expect(made.body).toMatchObject({ secret: { keyVersion: 1 }, next: null });
    const [entry] = (await alone.as('administrator').get('/api/audit', { action: 'connection.created' })).body
      .rows;
    expect(entry.reason).toBe('single-person');
  });
});

test('[CONN-14] a connection that is limited to workflows opens for no other one, whatever secret it gets', async () => {
  const made = await developer().post('/api/workflows', { name: 'Posts to the desk' });
  expect(made.status).toBe(201);
  const plain = chat('Limited', {});
  const body = { ...plain, secret: 'limited-secret' };
  const wrong = await developer().post('/api/connections', { ...body, workflows: [made.body.id, 'no-such'] });
  expect([wrong.status, wrong.body.issues]).toEqual([
    400,
    [expect.objectContaining({ path: 'workflows.1', rule: 'CONN-14' })],
  ]);
  const { id } = (await developer().post('/api/connections', { ...body, workflows: [made.body.id] })).body;
  const open = (workflowId: string) => {
    const asked = { tenantId: tenant.tenantId, kind: 'chat', name: id, workflowId } as const;
    return openConnection(ctx.ctx, asked, async ({ secret }) => secret !== null);
  };
  expect(await open(made.body.id)).toBe(true);
  await expect(open('another')).rejects.toThrow('limited to other workflows');
  const path = `/api/connections/${id}/next-secret`;
  await developer().post(path, { secret: 'limited-secret-2' });
  await developer().post(`${path}/use`, {});
  await expect(open('another')).rejects.toThrow('limited to other workflows');
  const bound = await ctx.ctx.db.owner.query(
    `SELECT b.subject_id AS workflow, b.environment, b.credential_id = a.credential_id AS "isInUse"
       FROM credential_bindings b JOIN application_registry a USING (tenant_id) WHERE a.application_id = b.resource_id AND tenant_id = $1`,
    [tenant.tenantId],
  );
  expect(bound.rows).toEqual([{ workflow: made.body.id, environment: 'dev', isInUse: true }]);
  const saved = await developer().put(`/api/connections/${id}`, { ...plain, revision: 1, workflows: [] });
  expect([saved.status, saved.body.workflows]).toEqual([200, []]);
  expect(await open('another')).toBe(true);
  await developer().post(`/api/connections/${id}/remove`, {});
});
