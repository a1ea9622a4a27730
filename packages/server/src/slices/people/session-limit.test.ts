import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, signInClient } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';

let ctx: TestContext;

beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

test('[ACCESS-9] at the sixth sign-in the session unused for longest ends, and its browser is told why', async () => {
  const tenant = await ctx.newTenant({ administrator: { participantId: null } });
  const signedIn: Client[] = [tenant.as('administrator')];
  const signIn = () => signInClient(ctx.url, tenant.usernameOf('administrator'), tenant.password);
  while (signedIn.length < 5) signedIn.push(await signIn());
  // the first is the one in use, the third has been unused for longest
  const owner = ctx.ctx.db.owner;
  const stored = await owner.query<{ id: string }>(
    `SELECT encode(id_hash, 'hex') AS id FROM sessions WHERE tenant_id = $1 ORDER BY created_at`,
    [tenant.tenantId],
  );
  for (const [index, minutes] of [0, 5, 20, 4, 3].entries())
    await owner.query(
      `UPDATE sessions SET last_seen_at = now() - make_interval(mins => $2) WHERE encode(id_hash, 'hex') = $1`,
      [stored.rows[index]?.id, minutes],
    );
  signedIn.push(await signIn());
  const answers = await Promise.all(signedIn.map((client) => client.get('/api/auth/me')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 200, 200, 200]);
  expect(answers[2]?.body.error).toBe(
    'You were signed out because you signed in on more than 5 devices. Please sign in again.',
  );
  expect((await signedIn[0]?.get('/api/auth/sessions'))?.body.rows).toHaveLength(5);
  const { body } = await tenant.as('administrator').get('/api/audit');
  const closed = body.rows.filter(({ action }: { action: string }) => action === 'session.closed');
  expect(closed).toHaveLength(1);
});

test('[ACCESS-9] a session that was idle for too long says so; an unknown cookie says nothing', async () => {
  const tenant = await ctx.newTenant({ viewer: { participantId: null } });
  const owner = ctx.ctx.db.owner;
  await owner.query(`UPDATE sessions SET last_seen_at = now() - interval '31 minutes' WHERE tenant_id = $1`, [
    tenant.tenantId,
  ]);
  const idle = await tenant.as('viewer').get('/api/auth/me');
  expect(idle.body.error).toBe(
    'You were signed out because you were inactive for 30 minutes. Please sign in again.',
  );
  const unknown = await tenant.as('viewer').send('/api/auth/me', { headers: { cookie: 'sid=unknown' } });
  expect(unknown.body.error).toBe('Please sign in.');
});
