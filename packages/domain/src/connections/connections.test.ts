import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../workflows/json-value.ts';
import {
  type ConnectionDraft,
  checkConnection,
  destinationOf,
  secretDestinationOf,
} from './check-connection.ts';
import { connectionKinds, kindsOfConnection } from './connection-kinds.ts';
import { type DatabaseRules, freshRules } from './database-rules.ts';
import { fillCall } from './fill-call.ts';
import { standardCalls } from './standard-calls.ts';

const chat: ConnectionDraft = {
  kind: 'chat',
  address: 'https://hooks.example.com/services',
  authMethod: 'bearer',
  config: {},
};
const database: ConnectionDraft = {
  kind: 'database',
  address: 'postgresql://db.example.com/sales',
  authMethod: 'basic',
  config: { username: 'reader' },
};

const faults = (draft: ConnectionDraft) => {
  const checked = checkConnection(draft);
  return checked.ok ? [] : checked.problems.map(({ rule, path }) => `${rule} ${path}`);
};

describe('a connection', () => {
  test('[CONN-1] has the defaults of its kind, and nothing else', () => {
    expect(checkConnection(database)).toEqual({
      ok: true,
      value: {
        config: { username: 'reader', tls: 'verify' },
        destination: 'postgresql://db.example.com:5432/sales by basic, tls verify',
      },
    });
    expect(faults({ ...database, config: { username: 'x', password: 'y' } })).toEqual([
      'CONN-1 config.password',
    ]);
  });

  test.each([
    'https://name:secret@example.com',
    'https://example.com?token=x',
    'https://example.com#x',
    'https://exa mple.com',
    'postgresql://example.com/x',
    'file:///etc/passwd',
    'https://example.com:99999',
    'example.com',
    '',
  ])('[CONN-2] %s is no address of an application', (address) => {
    expect(faults({ ...chat, address })).toEqual(['CONN-2 address']);
  });

  test('[CONN-20] a database that is read-only allows reading alone, and one in production that is written to has backups', () => {
    const rules = (more: Partial<DatabaseRules>, environment = 'dev') =>
      faults({ ...database, environment, database: { ...freshRules, ...more } });
    const writing = { accessLevel: 'read-write', allowedOperations: ['SELECT', 'UPDATE'] } as const;
    expect(rules({})).toEqual([]);
    expect(rules({ allowedOperations: ['SELECT', 'DELETE'] })).toEqual([
      'CONN-20 database.allowedOperations',
    ]);
    expect(rules({ allowedOperations: [] })).toEqual(['CONN-20 database.allowedOperations']);
    expect(rules(writing)).toEqual([]);
    expect(rules(writing, 'prod')).toEqual(['CONN-20 database.backupPolicy']);
    expect(rules({ ...writing, backupPolicy: 'none' }, 'prod')).toEqual(['CONN-20 database.backupPolicy']);
    expect(rules({ ...writing, backupPolicy: 'daily' }, 'prod')).toEqual([]);
    expect(faults({ ...chat, database: freshRules })).toEqual(['CONN-20 database']);
  });

  test('[CONN-25] a database is limited to its own environment or to none', () => {
    const limited = (environment: DatabaseRules['environment']) =>
      faults({ ...database, environment: 'staging', database: { ...freshRules, environment } });
    expect(limited(null)).toEqual([]);
    expect(limited('staging')).toEqual([]);
    expect(limited('prod')).toEqual(['CONN-25 database.environment']);
  });

  test('[CONN-2] a database is named by its address', () => {
    expect(faults({ ...database, address: 'postgresql://db.example.com' })).toEqual(['CONN-2 address']);
  });

  test('[CONN-26] a bucket is named by its address, and signs with an access key or not at all', () => {
    const bucket = { kind: 'storage', authMethod: 'aws', config: { username: 'AKIA' } } as const;
    const at = (address: string, more: object = {}) => faults({ ...bucket, address, ...more });
    expect(checkConnection({ ...bucket, address: 'https://s3.example.com/exports' })).toMatchObject({
      value: { config: { username: 'AKIA', signingRegion: 'us-east-1' } },
    });
    expect(at('https://exports.s3.example.com')).toEqual([]);
    for (const path of ['/a%2fb', '/a//b', '/a b', '/a?x', '/(a)'])
      expect(at(`https://s3.example.com${path}`), path).toEqual(['CONN-2 address']);
    expect(at('https://s3.example.com/a', { config: {} })).toEqual(['CONN-3 config.username']);
    expect(at('https://s3.example.com/a', { config: {}, authMethod: 'none' })).toEqual([]);
    expect(at('https://s3.example.com/a', { authMethod: 'bearer' })).toEqual(['CONN-3 authMethod']);
  });

  test('[CONN-2] a file of SQLite is named alone, and has neither sign-in nor encryption', () => {
    const file = { ...database, authMethod: 'none', config: {} } as const;
    expect(checkConnection({ ...file, address: 'SQLite://local/sales-2024.db' })).toMatchObject({
      value: { config: {}, destination: 'sqlite://local/sales-2024.db by none' },
    });
    for (const path of [
      '',
      '/',
      '/.',
      '/..',
      '/../a.db',
      '/a/b.db',
      '/%2e%2e',
      '/a%2fb',
      '//a.db',
      '/.a',
      '/a b',
    ])
      expect(faults({ ...file, address: `sqlite://local${path}` }), path).toEqual(['CONN-2 address']);
    for (const host of ['elsewhere', 'local:80', '', 'a@local'])
      expect(faults({ ...file, address: `sqlite://${host}/a.db` }), host).toEqual(['CONN-2 address']);
    const address = 'sqlite://local/a.db';
    expect(faults({ ...file, address, authMethod: 'basic' })).toEqual(['CONN-3 authMethod']);
    expect(faults({ ...database, authMethod: 'none' })).toEqual(['CONN-3 authMethod']);
  });

  test('[CONN-3] has the values its sign-in method needs', () => {
    expect(faults({ ...chat, authMethod: 'basic' })).toEqual(['CONN-3 config.username']);
    expect(faults({ ...database, config: {} })).toEqual(['CONN-3 config.username']);
    expect(faults({ ...chat, authMethod: 'header' })).toEqual(['CONN-3 config.header']);
    expect(faults({ ...chat, authMethod: 'header', config: { header: 'Host' } })).toEqual([
      'CONN-3 config.header',
    ]);
    expect(faults({ ...database, authMethod: 'bearer' })).toEqual(['CONN-3 authMethod']);
  });

  test('[CONN-4] a rewritten call can be read', () => {
    const post = (call: JsonObject) =>
      faults({ ...chat, config: { operations: { post: { method: 'POST', ...call } } } });
    expect(post({ path: '/x', body: '{"text":"{{ message }}"}' })).toEqual([]);
    expect(post({ path: '/x', body: '{"text": {{ message }} }' })).toEqual([
      'CONN-4 config.operations.post.body',
    ]);
    expect(post({ path: '/{{ a', body: '' })).toEqual(['CONN-4 config.operations.post.path']);
    expect(post({ path: '/{secret}', body: '' })).toEqual(['CONN-4 config.operations.post.path']);
    expect(post({ path: 'x' })).toEqual(['CONN-1 config.operations.post.path']);
  });

  test('[CONN-5] alike addresses have one destination, others another', () => {
    expect(destinationOf('HTTPS://Example.com/a')).toBe(destinationOf('https://example.com:443/b'));
    expect(destinationOf('http://example.com')).not.toBe(destinationOf('https://example.com'));
    expect(destinationOf('https://example.com:8443')).not.toBe(destinationOf('https://example.com'));
  });

  test('[CONN-5] a secret is for one path, way of signing in, header and encryption', () => {
    const at = (change: object) =>
      secretDestinationOf({
        address: 'https://example.com/a',
        authMethod: 'header',
        config: { header: 'X-Key', tls: 'verify' },
        ...change,
      });
    expect(at({ address: 'https://EXAMPLE.com:443/a/' })).toBe(at({}));
    expect(at({ config: { header: 'x-key', tls: 'verify', from: 'Pay' } })).toBe(at({}));
    const elsewhere = [
      { address: 'https://example.com/b' },
      { address: 'https://example.com:8443/a' },
      { authMethod: 'path' },
      { config: { header: 'X-Other', tls: 'verify' } },
      { config: { header: 'X-Key', tls: 'off' } },
    ];
    for (const change of elsewhere) expect(at(change), JSON.stringify(change)).not.toBe(at({}));
  });

  test('[CONN-13] OAuth 2.0 needs client and token address, and the secret is bound to that', () => {
    const draft = { ...chat, authMethod: 'oauth2' as const };
    const config = { clientId: 'attain', tokenUrl: 'https://login.example.com/token' };
    expect(checkConnection({ ...draft, config })).toEqual({
      ok: true,
      value: {
        config: { ...config, clientAuth: 'header' },
        destination:
          'https://hooks.example.com:443/services by oauth2, token from https://login.example.com/token',
      },
    });
    expect(faults(draft)).toEqual(['CONN-13 config.tokenUrl', 'CONN-13 config.clientId']);
    for (const tokenUrl of [
      'postgresql://login.example.com/token',
      'https://a:b@login.example.com/',
      'login',
    ])
      expect(faults({ ...draft, config: { ...config, tokenUrl } })).toEqual(['CONN-13 config.tokenUrl']);
    expect(checkConnection({ ...chat, config })).toMatchObject({ ok: true, value: { config: {} } });
  });

  test.each(connectionKinds)('the example of %s is an address of its kind', (kind) => {
    const { example, auth, config } = kindsOfConnection[kind];
    const needed = Object.fromEntries(['username', ...config.required].map((field) => [field, 'x']));
    const [authMethod = 'none'] = auth;
    const given =
      authMethod === 'basic' || authMethod === 'aws'
        ? needed
        : Object.fromEntries(config.required.map((field) => [field, 'x']));
    expect(faults({ kind, address: example, authMethod, config: given })).toEqual([]);
  });
});

describe('[CONN-8] a call', () => {
  const values = {
    object: 'opp/1',
    record: '..%2f',
    values: { amount: '10.50', won: true },
    message: 'He said "hi"',
  };

  test('has every value encoded in its path, and with its type in its body', () => {
    const crm = standardCalls.crm?.update;
    if (!crm) throw new Error('CRM is not updated.');
    expect(fillCall(crm, values)).toEqual({
      ok: true,
      value: { method: 'PATCH', path: '/opp%2F1/..%252f', body: '{"amount":"10.50","won":true}' },
    });
  });

  test('filled-in values cannot escape their place', () => {
    const call = {
      method: 'POST',
      path: '/x',
      body: '{"text":"Note: {{ message }}","to":"{{ channel }}"}',
    } as const;
    expect(fillCall(call, values)).toEqual({
      ok: true,
      value: { method: 'POST', path: '/x', body: '{"text":"Note: He said \\"hi\\"","to":null}' },
    });
  });

  test.each([[''], ['.'], ['..'], [' '], [null]])(
    'needs every value of its path: %j is refused',
    (record) => {
      const crm = standardCalls.crm?.read;
      if (!crm) throw new Error('CRM is not read.');
      expect(fillCall(crm, { object: 'deal', record }).ok).toBe(false);
    },
  );

  test('is there for every operation of every kind', () => {
    for (const kind of connectionKinds)
      expect(Object.keys(standardCalls[kind] ?? {})).toEqual(kindsOfConnection[kind].operations);
  });
});
