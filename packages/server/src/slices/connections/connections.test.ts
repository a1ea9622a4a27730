import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;
beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({
    administrator: { participantId: null },
    'agent-developer': { participantId: null },
    'agent-operator': { participantId: null },
    'sales-rep': { participantId: null },
  });
});
afterAll(() => ctx?.stop());

const secret = 'canary-of-the-vault';
const chat = {
  kind: 'chat',
  address: 'https://hooks.example.com/v1',
  authMethod: 'bearer',
  config: {},
  secret,
};
const developer = () => tenant.as('agent-developer');
const made = async (more: object) => {
  const answer = await developer().post('/api/connections', { ...chat, ...more });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
};

/** Opens what is stored by hand: what the API never does. */
const rows = async (sql: string, values: unknown[] = []) => (await ctx.ctx.db.owner.query(sql, values)).rows;

describe('a connection', () => {
  it('[CONN-6] says when its secret was set, and never the secret', async () => {
    const created = await made({ name: 'Team chat' });
    expect(created).toMatchObject({
      id: 'team-chat',
      secret: { lastSetAt: expect.any(String), lastUsedAt: null, keyVersion: 1 },
    });
    const answers = [
      created,
      (await developer().get('/api/connections/team-chat')).body,
      (await developer().get('/api/connections', { search: 'team' })).body,
      (await developer().put('/api/connections/team-chat', { ...chat, ...created, secret })).body,
    ];
    expect(answers[3]).toMatchObject({ revision: 2, secret: { keyVersion: 2 } });
    expect(JSON.stringify(answers)).not.toContain(secret);
  });

  it('[DATA-credentials_vault-01] [DATA-credentials_vault-02] [DATA-credentials_vault-03] [CONF-DATA-08] keeps it sealed', async () => {
    await made({ name: 'Sealed' });
    const [row] = await rows(
      `SELECT c.* FROM credentials_vault c JOIN application_registry a USING (tenant_id, credential_id) WHERE a.name = 'Sealed'`,
    );
    expect(row).toMatchObject({
      algorithm: 'AES-256-GCM',
      rotation_status: 'active',
      encrypted_blob: null,
      kms_key_id: null,
      key_version: 1,
      rotation_at: null,
      expires_at: null,
      is_active: true,
      purpose: expect.stringMatching(/^chat https:\/\/hooks\.example\.com:443\/\S* by bearer$/),
      environment: 'dev',
    });
    expect(row.cipher_text).toHaveLength(256);
    await expect(
      rows(`UPDATE credentials_vault SET encrypted_blob = cipher_text WHERE credential_id = $1`, [
        row.credential_id,
      ]),
    ).rejects.toThrow('credentials_vault_one_way');
  });

  it('[DATA-application_registry-01] [DATA-application_registry-02] [DATA-application_registry-03] has the stated columns and defaults', async () => {
    await made({ name: 'Registered', provider: 'Somebody', description: 'What for' });
    const [row] = await rows(`SELECT * FROM application_registry WHERE name = 'Registered'`);
    expect(row).toMatchObject({
      application_id: 'registered',
      type: 'chat',
      provider: 'Somebody',
      base_url: chat.address,
      auth_method: 'bearer',
      capabilities: [],
      risk_level: 'medium',
      data_classification: 'internal',
      is_active: true,
      description: 'What for',
    });
  });

  it('[CONN-5] whoever changes where the secret goes gives it anew', async () => {
    const created = await made({ name: 'Moving' });
    const path = `/api/connections/${created.id}`;
    const { secret: _, ...said } = { ...created, address: 'https://evil.example.com/v1' };
    expect(await developer().put(path, said)).toMatchObject({
      status: 400,
      body: { issues: [{ rule: 'CONN-5', path: 'secret' }] },
    });
    expect(
      await developer().put(path, { ...said, address: chat.address, environment: 'prod' }),
    ).toMatchObject({
      status: 400,
    });
    const otherPath = { ...said, address: 'https://hooks.example.com/v2' };
    expect(await developer().put(path, otherPath)).toMatchObject({
      status: 400,
      body: { issues: [{ rule: 'CONN-5', path: 'secret' }] },
    });
    const stays = await developer().put(path, { ...said, address: chat.address, name: 'Moved' });
    expect(stays).toMatchObject({ status: 200, body: { name: 'Moved', secret: { keyVersion: 1 } } });
    expect(await developer().put(path, { ...said, secret })).toMatchObject({ status: 409 });
    expect(await developer().put(path, { ...said, revision: 2, secret })).toMatchObject({
      status: 200,
      body: { secret: { keyVersion: 2 } },
    });
  });

  it('[CONN-3] a way of signing in needs its secret, and none has none', async () => {
    const { secret: _, ...without } = chat;
    const post = (body: object) => developer().post('/api/connections', { name: 'Unsound', ...body });
    expect(await post(without)).toMatchObject({
      status: 400,
      body: { issues: [{ rule: 'CONN-3', path: 'secret' }] },
    });
    expect(await post({ ...chat, authMethod: 'none' })).toMatchObject({ status: 400 });
    expect(await post({ ...chat, secret: 'short' })).toMatchObject({ status: 400 });
    expect(await post({ ...chat, address: 'ftp://x' })).toMatchObject({
      status: 400,
      body: { issues: [{ rule: 'CONN-2' }] },
    });
    expect(await post({ ...chat, secret: 'two\r\nlines' })).toMatchObject({ status: 400 });
    const open = await made({ name: 'Open', authMethod: 'none', secret: undefined });
    expect(open.secret).toBeNull();
  });

  it('is called by one name only, is removed with its secret, and is then not there', async () => {
    const created = await made({ name: 'Short-lived' });
    expect(await developer().post('/api/connections', { ...chat, name: 'Short-lived' })).toMatchObject({
      status: 409,
    });
    const before = await rows('SELECT count(*)::int AS n FROM credentials_vault');
    expect(await developer().post(`/api/connections/${created.id}/remove`)).toMatchObject({ status: 200 });
    const after = await rows('SELECT count(*)::int AS n FROM credentials_vault');
    expect(after[0].n).toBe(before[0].n - 1);
    for (const path of ['', '/remove', '/test']) {
      const address = `/api/connections/${created.id}${path}`;
      const answer = path === '' ? await developer().get(address) : await developer().post(address);
      expect(answer).toMatchObject({ status: 404 });
    }
  });

  it('[ACCESS-1] is tried by operators, changed by developers, unknown to reps', async () => {
    const { id } = await made({ name: 'Guarded' });
    const operator = tenant.as('agent-operator');
    expect(await operator.get(`/api/connections/${id}`)).toMatchObject({ status: 200 });
    expect(await operator.post(`/api/connections/${id}/remove`)).toMatchObject({ status: 403 });
    // nobody is called: the operator of this installation allows no host
    expect(await operator.post(`/api/connections/${id}/test`)).toMatchObject({
      status: 200,
      body: { works: false, message: expect.stringContaining('ATTAIN_ALLOWED_HOSTS') },
    });
    expect(await tenant.as('sales-rep').get('/api/connections')).toMatchObject({ status: 403 });
  });
});

describe('[CONN-6] a secret that was moved by hand', () => {
  const test = async (id: string) => (await developer().post(`/api/connections/${id}/test`)).body;

  /** Writes one connection's sealed secret into another's row. */
  const moveSecret = (to: string, from: string) =>
    rows(
      `UPDATE credentials_vault c SET cipher_text = o.cipher_text, iv = o.iv, auth_tag = o.auth_tag, wrapped_key = o.wrapped_key,
         secret_id = o.secret_id FROM credentials_vault o, application_registry a, application_registry b
        WHERE a.application_id = $1 AND a.credential_id = c.credential_id AND b.application_id = $2 AND b.credential_id = o.credential_id`,
      [to, from],
    );

  it('can’t be decrypted for another address, another connection or another workspace', async () => {
    const closed = { works: false, message: expect.stringContaining('can’t be decrypted') };
    const one = await made({ name: 'One' });
    const two = await made({ name: 'Two', secret: 'another-secret' });
    const other = await ctx.newTenant({ 'agent-developer': { participantId: null } });
    const theirs = { ...chat, name: 'Theirs' };
    expect(await other.as('agent-developer').post('/api/connections', theirs)).toMatchObject({ status: 201 });
    const lead = (address: string) =>
      rows('UPDATE application_registry SET base_url = $2 WHERE application_id = $1', [one.id, address]);
    await lead('https://evil.example.com');
    expect(await test(one.id)).toEqual(closed);
    await lead(chat.address);
    expect((await test(one.id)).message).toContain('ATTAIN_ALLOWED_HOSTS');
    await moveSecret(one.id, two.id);
    expect(await test(one.id)).toEqual(closed);
    await moveSecret(one.id, 'theirs');
    expect(await test(one.id)).toEqual(closed);
    expect((await test(two.id)).message).toContain('ATTAIN_ALLOWED_HOSTS');
  });
});
