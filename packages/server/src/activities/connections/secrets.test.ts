import type { JsonObject } from '@attain/domain/workflows/json-value';
import { NODE_TYPES } from '@attain/domain/workflows/nodes/node-types';
import { EMPTY_WORKFLOW, type Workflow } from '@attain/domain/workflows/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../base/ids.ts';
import { endpoints } from '../../security-tests/endpoints.fixture.ts';
import { referencesOf } from '../../slices/versions/version-references.ts';
import { publishNode, runNode } from '../one-node.fixture.ts';
import { type ConnectedContext, canary, startConnected, username } from './connected-context.fixture.ts';

/** How the secret could be written down. */
const forms = [
  canary,
  JSON.stringify(canary).slice(1, -1),
  encodeURIComponent(canary),
  Buffer.from(canary).toString('hex'),
  Buffer.from(canary).toString('base64').slice(0, 24),
  Buffer.from(`${username}:${canary}`).toString('base64').slice(30, 50),
];

let connected: ConnectedContext;
beforeAll(async () => {
  connected = await startConnected();
});
afterAll(() => connected?.stop());

let counted = 0;
function run(type: string, config: JsonObject) {
  counted += 1;
  return runNode(connected.admin, { name: `Step ${counted}`, type, config: { retries: 0, ...config } });
}
const last = () => connected.seen.at(-1);

describe('a step that signs in', () => {
  it('calls an API below its connection’s address, and nothing else', async () => {
    const ran = await run('api_call', {
      method: 'POST',
      url: '/orders?x=1',
      credential: 'Any host',
      body: '{"a": 1}',
    });
    expect(ran).toMatchObject({
      status: 'completed',
      output: { status: 200, body: { url: '/any/orders?x=1', body: '{"a":1}' } },
    });
    expect(last()?.authorization).toBe(`Bearer ${canary}`);
    const { length } = connected.seen;
    for (const url of [`http://127.0.0.1:1/any/x`, 'https://evil.example.com/any', '/../crm', '/..%2f../crm'])
      expect(await run('api_call', { url, credential: 'Any host' })).toMatchObject({ status: 'failed' });
    expect(connected.seen).toHaveLength(length);
  });

  it('posts to a chat, reads and changes a CRM, makes a document', async () => {
    const posted = await run('chat', {
      application: 'Team chat',
      channel: 'sales',
      message: 'Said "{{ input }}"',
    });
    expect(posted.status).toBe('completed');
    expect(last()?.url).toBe(`/hooks/${canary.split('/').map(encodeURIComponent).join('/')}`);
    expect(JSON.parse(last()?.body ?? '')).toEqual({ text: 'Said "{}"' });
    const update = { application: 'customers', action: 'update', object: 'opportunity', record: '7/8' };
    await run('crm', { ...update, values: [{ name: 'amount', value: '"10.50"' }] });
    expect(last()).toMatchObject({
      method: 'PATCH',
      url: '/crm/opportunity/7%2F8',
      body: '{"amount":"10.50"}',
    });
    expect(Buffer.from(String(last()?.authorization.slice(6)), 'base64').toString()).toBe(
      `${username}:${canary}`,
    );
    expect(await run('document', { application: 'Papers', action: 'read', document: 'd1' })).toMatchObject({
      output: { body: { method: 'GET', url: '/papers/documents/d1' } },
    });
  });

  it('says what was refused, and asks a person when money may have moved', async () => {
    const rejected = await run('ticket', { application: 'Desk', title: 'Help' });
    expect(rejected).toMatchObject({ status: 'failed', error: expect.stringContaining('answered 422') });
    expect(last()?.apiKey).not.toBe('');
    const started = await pay();
    expect(started).toMatchObject({ status: 'waiting' });
    expect(connected.seen.filter(({ url }) => url.startsWith('/unclear'))).toHaveLength(1);
  });

  const missing = 'No such';
  const through: Readonly<Record<string, JsonObject>> = {
    database_read: { database: missing, query: 'SELECT 1' },
    database_write: { database: missing, statement: 'DELETE FROM a' },
    api_call: { url: 'https://127.0.0.1/x', credential: missing },
    llm: { prompt: 'x', provider: missing },
    email: { to: 'a@example.com', subject: 'x', connection: missing },
    sms: { to: '+15550100', message: 'x', connection: missing },
    payment: { application: missing, payee: '"ann"', amount: '"1.00"', currency: 'USD' },
    crm: { application: missing, object: 'deal' },
    chat: { application: missing, channel: 'pay', message: 'x' },
    ticket: { application: missing, title: 'x' },
    document: { application: missing, document: 'x' },
    storage: { application: missing, key: 'x' },
  };

  it('[CONN-7] the table has every type that is connected to something', () => {
    const ofConnection = /^(connection\/.+|database|provider|credential)$/;
    const connectedTypes = NODE_TYPES.filter(({ config }) =>
      Object.values(config.properties).some(({ format }) => ofConnection.test(format ?? '')),
    );
    expect(connectedTypes.map(({ type }) => type).sort()).toEqual(Object.keys(through).sort());
  });

  it.each(Object.entries(through))(
    '[CONN-7] %s says that what it names is not configured, and as which kind',
    async (type, config) => {
      const failed = await run(type, config);
      expect(failed).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('“No such” is not configured'),
      });
      expect(failed.error).toContain('has no');
    },
  );

  it('[CONN-7] a connection of another kind is none', async () => {
    expect((await run('crm', { application: 'Team chat', object: 'deal' })).error).toContain(
      'no CRM connection',
    );
  });
});

/** Orders a payment whose outcome nobody knows; comes back when the run waits or has ended. */
async function pay() {
  const config = { application: 'Bank', payee: '"ann"', amount: '"100.00"', currency: 'USD' };
  const id = await publishNode(connected.admin, { name: 'Pay', type: 'payment', config });
  const started = await connected.admin.post(`/api/workflows/${id}/runs`, {});
  for (;;) {
    const { body } = await connected.admin.get(`/api/workflow-runs/${started.body.id}`);
    if (!['queued', 'running'].includes(body.status)) return body;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

describe('[CONN-9] a connected database', () => {
  const read = (query: string, more: JsonObject = {}) =>
    run('database_read', { database: 'Orders', query, ...more });
  const write = (statement: string, more: JsonObject = {}) =>
    run('database_write', { database: 'Ledger', statement, ...more });

  it('is read up to the limit, with bound values and exact types', async () => {
    const parameters = [
      { name: 'least', value: '2' },
      { name: 'name', value: `"C3' OR 1=1 --"` },
    ];
    const all = await read(
      'SELECT id, amount, on_day, big, facts FROM orders WHERE id >= :least ORDER BY id',
      { parameters, limit: 2 },
    );
    expect(all.output).toEqual([
      { id: 2, amount: '2.20', on_day: '2024-01-01', big: '9007199254740993', facts: { a: 1 } },
      { id: 3, amount: '3.30', on_day: '2024-01-01', big: '9007199254740993', facts: { a: 1 } },
    ]);
    expect((await read('SELECT id FROM orders WHERE customer = :name', { parameters })).output).toEqual([]);
  });

  it('is only read: what writes, comes twice or takes too long is refused', async () => {
    expect((await read('DELETE FROM orders RETURNING id')).error).toMatch(/syntax error|DELETE/);
    expect((await read('WITH gone AS (DELETE FROM orders RETURNING id) SELECT * FROM gone')).status).toBe(
      'failed',
    );
    expect((await read('SELECT 1; SELECT 2')).error).toContain('Only one statement');
    expect((await read('SELECT pg_sleep(20)', { timeoutSeconds: 1 })).error).toMatch(/timeout|timed out/);
    expect((await read('SELECT * FROM no_such_table')).error).toContain('no_such_table');
    expect(
      (await run('database_write', { database: 'Orders', statement: 'DELETE FROM orders' })).error,
    ).toContain('read-only');
    expect((await connected.owner.query('SELECT count(*)::int AS n FROM orders')).rows[0].n).toBe(20);
  });

  it('is fetched a few rows first, and all of them in their order', async () => {
    const many = await read('SELECT n FROM generate_series(1, 1000) n ORDER BY n', { limit: 1_000 });
    expect(many.output).toEqual(Array.from({ length: 1_000 }, (_, at) => ({ n: at + 1 })));
  });

  it.each([
    [
      'rows',
      `SELECT repeat('x', 1000000) FROM generate_series(1, 1000)`,
      /^The first 10 rows have more than 10000000/,
    ],
    ['one value', `SELECT repeat('x', 60000000)`, /^The database returned more than 30 MB/],
    [
      'many rows at last',
      `SELECT CASE WHEN n > 50 THEN repeat('x', 1000000) ELSE 'y' END FROM generate_series(1, 1000) n`,
      /^The database returned more than 30 MB/,
    ],
  ])('is broken off when %s would fill the memory', async (_what, query, error) => {
    expect((await read(query, { limit: 1_000, retries: 0 })).error).toMatch(error);
  });

  it('says so when its JSON is nested too deeply', async () => {
    const deep = `SELECT (repeat('[', 5000) || repeat(']', 5000))::json AS deep`;
    expect((await read(deep, { retries: 0 })).error).toMatch(/nested too deeply|more than 100 deep/);
  });

  it('is written in one transaction that is undone above the limit', async () => {
    const parameters = [{ name: 'id', value: '7' }];
    const one = await write('UPDATE orders SET customer = upper(:word) WHERE id = :id RETURNING customer', {
      parameters: [...parameters, { name: 'word', value: '"new"' }],
    });
    expect(one.output).toEqual({ changed: 1, rows: [{ customer: 'NEW' }] });
    expect((await write('DELETE FROM orders', { limit: 5 })).error).toContain('would change 20 rows');
    expect((await write('DROP TABLE orders')).error).toContain('Use one of INSERT');
    expect((await connected.owner.query('SELECT count(*)::int AS n FROM orders')).rows[0].n).toBe(20);
  });
});

describe('[CONN-20] a registered database', () => {
  const path = '/api/connections/ledger';
  const everything = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
  const register = async (change: object) => {
    const { body } = await connected.admin.get(path);
    const saved = await connected.admin.put(path, { ...body, secret: undefined, ...change });
    expect(saved).toMatchObject({ status: 200, body: change });
    return saved.body;
  };
  const rules = (allowedOperations: string[]) => ({
    database: { accessLevel: 'read-write', allowedOperations, backupPolicy: 'none' },
  });
  const ask = async (statement: string) => {
    const ran = await run('database_write', { database: 'Ledger', statement });
    return ran.status === 'completed' ? ran.status : ran.error;
  };

  it('allows the operations of its registry entry alone, in steps of both kinds', async () => {
    const saved = await register(rules(['UPDATE']));
    // what is omitted stays as it was
    const { database: _, secret: __, ...unsaid } = saved;
    expect((await connected.admin.put(path, unsaid)).body).toMatchObject(rules(['UPDATE']));
    const denied = (operation: string) => expect.stringContaining(`doesn’t allow ${operation}`);
    expect(await ask('DELETE FROM orders WHERE id = 1')).toEqual(denied('DELETE'));
    expect(await ask('UPDATE orders SET customer = customer WHERE id = 1')).toBe('completed');
    expect(await ask('UPDATE orders SET customer = customer RETURNING id')).toEqual(denied('SELECT'));
    expect((await run('database_read', { database: 'Ledger', query: 'SELECT 1' })).error).toEqual(
      denied('SELECT'),
    );
    await register(rules(everything));
    const upsert = `INSERT INTO orders (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET customer = 'C1'`;
    expect(await ask(upsert)).toBe('completed');
    await register(rules(['INSERT']));
    expect(await ask(upsert)).toEqual(denied('UPDATE'));
  });

  it('changes what agents refer to when its rules change', async () => {
    const { db } = connected.ctx.ctx;
    const { rows } = await db.owner.query<{ id: string }>(
      `SELECT tenant_id AS id FROM application_registry WHERE application_id = 'ledger'`,
    );
    const node = { id: 'write', name: 'Write', type: 'database_write', config: { database: 'ledger' } };
    const workflow = { ...EMPTY_WORKFLOW, nodes: [node] } as unknown as Workflow;
    const hash = async () =>
      (await db.within(rows[0]?.id ?? '', (tx) => referencesOf(tx, workflow))).connections[0]?.hash;
    await register(rules(['INSERT']));
    const before = await hash();
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    await register(rules(everything));
    expect(await hash()).not.toBe(before);
    await register(rules(['INSERT']));
    expect(await hash()).toBe(before);
  });

  it('in production, is written to only if it has backups', async () => {
    const { body } = await connected.admin.get(path);
    const wanted = { ...body, secret: canary, environment: 'prod', ...rules(everything) };
    expect(await connected.admin.put(path, wanted)).toMatchObject({
      status: 400,
      body: { issues: [{ rule: 'CONN-20', path: 'database.backupPolicy' }] },
    });
    await register(rules(everything));
  });

  it('[CONN-21] is used by nothing while it is switched off', async () => {
    await register({ isActive: false });
    const off = expect.stringContaining('is switched off');
    expect(await ask('UPDATE orders SET customer = customer')).toEqual(off);
    expect((await connected.admin.post(`${path}/test`)).body).toEqual({ works: false, message: off });
    await register({ isActive: true });
    expect(await ask('UPDATE orders SET customer = customer')).toBe('completed');
  });

  it('[CONN-23] lists the tables that its user sees once it was tested', async () => {
    expect((await connected.admin.get(`${path}/tables`)).body).toEqual({
      readAt: null,
      isComplete: true,
      tables: [],
    });
    const test = async () => (await connected.admin.post(`${path}/test`)).body;
    // what can't be listed does not make it fail
    await connected.owner.query('REVOKE SELECT ON information_schema.columns FROM PUBLIC');
    expect(await test()).toEqual({
      works: true,
      message: expect.stringMatching(/^Signed in .+ Its tables could not be listed: permission denied/),
    });
    expect((await connected.admin.get(`${path}/tables`)).body.readAt).toBeNull();
    await connected.owner.query('GRANT SELECT ON information_schema.columns TO PUBLIC');
    expect(await test()).toEqual({ works: true, message: expect.stringMatching(/PostgreSQL [\d.]+\.$/) });
    const { body } = await connected.admin.get(`${path}/tables`);
    const [orders] = body.tables;
    expect(body).toMatchObject({ readAt: expect.any(String), isComplete: true });
    expect([body.tables.length, orders.name, orders.columns[2]]).toEqual([
      ...[1, 'public.orders', { name: 'amount', type: 'numeric' }],
    ]);
    expect((await connected.admin.get(path)).body.database.tables).toBe(1);
    expect(await connected.admin.get('/api/connections/papers/tables')).toMatchObject({ status: 404 });
    // another database is not known yet
    const stored = (await connected.admin.get(path)).body;
    const address = stored.address.replace(/\/[^/]+$/, '/other');
    const moved = await connected.admin.put(path, { ...stored, address, secret: canary });
    expect(moved.body.database.tables).toBeNull();
    const back = (await connected.admin.get(path)).body;
    expect(
      await connected.admin.put(path, { ...back, address: stored.address, secret: canary }),
    ).toMatchObject({ status: 200 });
  });

  it('[CONN-25] that is limited is used by runs of its environment alone, whatever the kind of step', async () => {
    const { body } = await connected.admin.get(path);
    // a new one is limited to its own
    expect(body).toMatchObject({ environment: 'dev', database: { environment: 'dev' } });
    const read = {
      type: 'database_read',
      config: { database: 'Ledger', query: 'SELECT 1 AS one', retries: 0 },
    };
    const write = {
      type: 'database_write',
      config: { database: 'Ledger', statement: 'UPDATE orders SET customer = customer', retries: 0 },
    };
    const startIn = async (environment: string, { type, config }: typeof read | typeof write) => {
      const id = await publishNode(connected.admin, {
        name: `${type} in ${environment} ${newId()}`,
        type,
        config,
      });
      const set = 'UPDATE workflow_definitions SET environment = $2 WHERE workflow_id = $1';
      await connected.ctx.ctx.db.owner.query(set, [id, environment]);
      const { body: started } = await connected.admin.post(`/api/workflows/${id}/runs`, { input: {} });
      const shown = async () => (await connected.admin.get(`/api/workflow-runs/${started.id}`)).body;
      await expect.poll(async () => (await shown()).status, { timeout: 10_000 }).toMatch(/completed|failed/);
      const { status, error } = await shown();
      return status === 'completed' ? status : error;
    };
    await register(rules(everything));
    const denied =
      '“Ledger” is limited to runs in development, and this run is in production. Nothing was sent. Use a database of that environment, or change the limit in the agent builder, under Connections.';
    for (const step of [read, write]) {
      expect(await startIn('dev', step)).toBe('completed');
      expect(await startIn('prod', step)).toBe(denied);
    }
    // the limit is kept where it is omitted, follows the connection, and can be none
    const now = (await connected.admin.get(path)).body;
    const wrong = { ...now, secret: undefined, database: { ...now.database, environment: 'prod' } };
    expect(await connected.admin.put(path, wrong)).toMatchObject({
      status: 400,
      body: { issues: [{ rule: 'CONN-25', path: 'database.environment' }] },
    });
    await register({ database: { ...now.database, environment: null } });
    expect(await startIn('prod', read)).toBe('completed');
    await register(rules(everything));
    expect((await connected.admin.get(path)).body.database.environment).toBeNull();
    // its test is no run
    await register({ database: { ...now.database, environment: 'dev' } });
    expect((await connected.admin.post(`${path}/test`)).body.works).toBe(true);
  });
});

describe('Attain’s own records', () => {
  it('are read through the same door as everywhere, with the filters of their list', async () => {
    const plans = await run('database_read', { database: 'attain', query: 'plans', limit: 5 });
    expect(plans).toMatchObject({ status: 'completed', output: [] });
    const said = async (query: string, parameters: { name: string; value: string }[] = []) =>
      (await run('database_read', { database: 'attain', query, parameters })).error;
    expect(await said('users')).toContain('Available: deals');
    expect(await said('deals', [{ name: 'tenantId', value: '"x"' }])).toContain('no parameter “tenantId”');
    expect(await said('deals', [{ name: 'from', value: '"yesterday"' }])).toContain('from:');
    expect((await run('database_write', { database: 'attain', statement: 'draws' })).error).toContain(
      'participantId',
    );
  });

  it('are not read by somebody who may not', async () => {
    const tenant = await connected.ctx.newTenant({ 'agent-developer': { participantId: null } });
    const config = { database: 'attain', query: 'deals', retries: 0 };
    const ran = await runNode(tenant.as('agent-developer'), { name: 'Peek', type: 'database_read', config });
    expect(ran).toMatchObject({ status: 'failed', error: expect.stringContaining('view deals') });
  });
});

describe('[CONN-6] after all of this', () => {
  const found = (text: string) => forms.filter((form) => text.includes(form));

  it('the secret reached the other side, and is in no table, no answer and no line of the log', async () => {
    expect(found(JSON.stringify(connected.seen)).length).toBeGreaterThan(2);
    const works = await connected.admin.post('/api/connections/ledger/test');
    expect(works.body).toEqual({ works: true, message: expect.stringContaining('PostgreSQL') });
    const leaks: string[] = [];
    const tables = await connected.ctx.ctx.db.owner.query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind = 'r' AND n.nspname IN ('public', 'pgboss')`,
    );
    for (const { name } of tables.rows) {
      const { rows } = await connected.ctx.ctx.db.owner.query(
        `SELECT string_agg(t::text, ' ') AS text FROM ${name} t`,
      );
      if (found(rows[0].text ?? '').length > 0) leaks.push(name);
    }
    const runs = await connected.admin.get('/api/workflow-runs', { limit: 1000 });
    const ids = runs.body.rows.map(({ id }: { id: string }) => id);
    const paths = endpoints
      .filter(({ method, inPath }) => method === 'GET' && inPath.length === 0)
      .map(({ path }) => `/api${path}`);
    for (const id of ids) paths.push(`/api/workflow-runs/${id}`, `/api/workflow-runs/${id}/log`);
    for (const path of [...paths, '/api/connections/customers', '/api/audit/export']) {
      const answer = await connected.admin.get(path);
      if (found(JSON.stringify(answer.body)).length > 0 || found(String(answer.body)).length > 0)
        leaks.push(path);
    }
    expect(ids.length).toBeGreaterThan(20);
    if (found(connected.logged()).length > 0) leaks.push('log');
    expect(leaks).toEqual([]);
    const used = await connected.admin.get('/api/connections/customers');
    expect(used.body.secret.lastUsedAt).toEqual(expect.any(String));
  });
});
