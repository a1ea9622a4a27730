import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type SmtpServer, startSmtpServer } from '../../activities/mail/smtp-server.fixture.ts';
import { client } from '../../testing/client.ts';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;
let server: SmtpServer;
const nobody = { participantId: null };

beforeAll(async () => {
  server = await startSmtpServer();
  ctx = await startTestContext({
    env: {
      ATTAIN_ALLOWED_MAIL_SERVERS: server.place,
      ATTAIN_PUBLIC_URL: 'https://attain.example.com',
    },
  });
});
afterAll(async () => {
  await ctx?.stop();
  server?.close();
});
beforeEach(async () => {
  server.mails.length = 0;
  tenant = await ctx.newTenant({ administrator: nobody, 'tenant-admin': nobody, viewer: nobody });
});

const admin = () => tenant.as('administrator');
const until = <T>(look: () => Promise<T> | T) => vi.waitFor(look, { timeout: 20_000, interval: 50 });
const connect = (address = `smtp://${server.place}`) =>
  admin().post('/api/connections', {
    kind: 'email',
    name: 'Post',
    address,
    authMethod: 'basic',
    secret: 'let me in',
    config: { username: 'pay', from: 'Attain <pay@example.com>', tls: 'off' },
  });
/** Gives the person of a role an address; people of other tests keep theirs. */
const addressOf = async (role: 'administrator' | 'tenant-admin' | 'viewer') => {
  const address = `${role}.${tenant.tenantId}@example.com`;
  await ctx.ctx.db.owner.query('UPDATE users SET username = $1 WHERE username = $2', [
    address,
    tenant.usernameOf(role),
  ]);
  return address;
};
const turnOn = async () => {
  await connect();
  expect((await admin().put('/api/workspace/mail', { connectionId: 'post' })).status).toBe(200);
};
const askForRole = async (username: string) => {
  const { rows } = (await admin().get('/api/people')).body;
  const { id } = rows.find((row: { username: string }) => row.username === username);
  return admin().post(`/api/people/${id}/roles`, { roles: [{ role: 'manager' }] });
};
/** Headers of a mail are folded, and its text is quoted. */
const readable = (text: string) =>
  text
    .replaceAll('=\r\n', '')
    .replaceAll('=\n', '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

describe('[APR-11] mail about approvals', () => {
  test('goes to whoever can decide, with what it is about and a link, and to who asked once it is decided', async () => {
    const viewer = await addressOf('viewer');
    const other = await addressOf('tenant-admin');
    await turnOn();
    const asker = await addressOf('administrator');
    expect((await askForRole(viewer)).status).toBe(200);
    const [asked] = await until(() => {
      expect(server.mails).toHaveLength(1);
      return server.mails;
    });
    expect(asked?.to).toEqual([other]);
    const [request] = (await tenant.as('tenant-admin').get('/api/approvals')).body.rows;
    const text = readable(asked?.text ?? '');
    expect(text).toContain('Approval needed');
    expect(text).toContain(request.summary);
    expect(text).toContain(`https://attain.example.com/compensation/approvals?request=${request.id}`);
    const { hash } = (await tenant.as('tenant-admin').get(`/api/approvals/${request.id}`)).body;
    await tenant
      .as('tenant-admin')
      .post(`/api/approvals/${request.id}/decide`, { decision: 'approve', hash });
    const decided = await until(() => {
      const found = server.mails.find(({ to }) => to.includes(asker));
      expect(found).toBeDefined();
      return found;
    });
    expect(readable(decided?.text ?? '')).toContain('approved your request');
  });

  test('is not sent without a mail server, to a name that is no address, or to who wants none', async () => {
    const viewer = await addressOf('viewer');
    await askForRole(viewer);
    const count = async () =>
      (await ctx.ctx.db.owner.query('SELECT 1 FROM mails WHERE tenant_id = $1', [tenant.tenantId])).rowCount;
    expect(await count()).toBe(0);
    await turnOn();
    await askForRole(viewer);
    expect(await count()).toBe(0);
    await addressOf('tenant-admin');
    await tenant.as('tenant-admin').put('/api/auth/preferences', { mailNotices: false });
    await admin().post('/api/people/invitations', {
      displayName: 'Eve',
      username: 'eve',
      roles: [{ role: 'manager' }],
    });
    expect(await count()).toBe(0);
  });

  test('stops when the address of its connection changes, and says so', async () => {
    const viewer = await addressOf('viewer');
    await addressOf('tenant-admin');
    await turnOn();
    await ctx.ctx.db.owner.query(
      `UPDATE application_registry SET base_url = 'smtp://elsewhere.example.com' WHERE tenant_id = $1`,
      [tenant.tenantId],
    );
    await askForRole(viewer);
    const settings = await until(async () => {
      const { body } = await admin().get('/api/workspace/mail');
      expect(body.lastProblem).not.toBeNull();
      return body;
    });
    expect(settings.problem).toContain('address changed');
    expect(server.mails).toHaveLength(0);
  });

  test('is sent again after the server was busy, as the same message', async () => {
    await addressOf('administrator');
    await connect();
    server.mishap = 'busy';
    const isoMoment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    await admin().put('/api/workspace/mail', { connectionId: 'post' });
    await until(async () => {
      const { body } = await admin().get('/api/workspace/mail');
      expect(body).toMatchObject({
        waiting: 1,
        lastProblem: { at: isoMoment, reason: expect.stringContaining('later') },
      });
    });
    await ctx.ctx.db.owner.query(`UPDATE mails SET next_attempt_at = now() WHERE state = 'pending'`);
    await until(() => expect(server.mails).toHaveLength(1));
    await until(async () =>
      expect((await admin().get('/api/workspace/mail')).body).toMatchObject({
        waiting: 0,
        lastProblem: null,
        lastSentAt: isoMoment,
      }),
    );
  });

  test('needs the address of the installation, and a connection of the kind', async () => {
    const rejected = await admin().put('/api/workspace/mail', { connectionId: 'nothing' });
    expect(rejected).toMatchObject({ status: 400, body: { issues: [{ path: 'connectionId' }] } });
    expect((await tenant.as('viewer').get('/api/workspace/mail')).status).toBe(403);
  });
});

describe('[ACCESS-36] an invitation by mail', () => {
  const invite = (more: object) =>
    admin().post('/api/people/invitations', {
      displayName: 'Ann',
      username: `ann.${tenant.tenantId}@example.com`,
      roles: [{ role: 'viewer' }],
      sendMail: true,
      ...more,
    });

  test('holds the link that was shown, which no table holds', async () => {
    await turnOn();
    const made = await invite({});
    expect(made.status).toBe(200);
    const [sent] = await until(() => {
      expect(server.mails).toHaveLength(1);
      return server.mails;
    });
    expect(readable(sent?.text ?? '')).toContain(`https://attain.example.com${made.body.path}`);
    const stored = await ctx.ctx.db.owner.query(
      'SELECT to_jsonb(m) AS row FROM mails m WHERE tenant_id = $1',
      [tenant.tenantId],
    );
    expect(JSON.stringify(stored.rows)).not.toContain(made.body.path.replace('/join/', ''));
    const looked = await client(ctx.url, '', '').post('/api/join/look', {
      secret: made.body.path.replace('/join/', ''),
    });
    expect(looked).toMatchObject({ status: 200, body: { displayName: 'Ann' } });
  });

  test('waits for the approval of privileged roles, and is dropped once the invitation is withdrawn', async () => {
    await turnOn();
    const made = await invite({ roles: [{ role: 'finance' }] });
    expect(made.body.awaitsApproval).toBe(true);
    const state = async () =>
      (
        await ctx.ctx.db.owner.query<{ state: string; tries: number; isLater: boolean }>(
          'SELECT state, tries, next_attempt_at > created_at AS "isLater" FROM mails WHERE invitation_id = $1',
          [made.body.id],
        )
      ).rows[0];
    await until(async () => expect(await state()).toEqual({ state: 'pending', tries: 0, isLater: true }));
    await admin().post(`/api/people/invitations/${made.body.id}/revoke`, {});
    await ctx.ctx.db.owner.query(`UPDATE mails SET next_attempt_at = now() WHERE state = 'pending'`);
    await until(async () => expect(await state()).toMatchObject({ state: 'dropped' }));
    expect(server.mails).toHaveLength(0);
  });

  test('is rejected, with nothing stored, where it can’t be sent', async () => {
    expect(await invite({})).toMatchObject({ status: 400, body: { issues: [{ path: 'sendMail' }] } });
    await turnOn();
    expect(await invite({ username: 'ann' })).toMatchObject({ status: 400 });
    expect((await admin().get('/api/people?state=invited')).body.rows).toEqual([]);
  });
});
