import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { newDatabase, startTestContext, type TestContext } from '../../testing/start-test-context.ts';

/** Planted as every secret, so that it is found wherever one gets out; its signs are written differently everywhere. */
export const canary = 'canary"7Q:/+-secret';
/** Who signs in with it where a name is needed. */
export const username = 'reader of everything';

/** What the other side was told in one call. */
interface Calls {
  readonly method: string;
  readonly url: string;
  readonly authorization: string;
  readonly apiKey: string;
  readonly body: string;
}

/** An Attain with a connection of every kind, the others it is connected to, and everything they were told. */
export interface ConnectedContext {
  readonly ctx: TestContext;
  readonly admin: Client;
  /** The calls that arrived, in their order. */
  readonly seen: readonly Calls[];
  /** The owner of the connected database. */
  readonly owner: pg.Client;
  /** Everything Attain has written into its log. */
  logged(): string;
  stop(): Promise<void>;
}

/** Starts all of it; the application answers with everything it is told, the secret included. */
export async function startConnected(): Promise<ConnectedContext> {
  const seen: Calls[] = [];
  const target = echo(seen);
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const outside = await newDatabase(inject('ownerUrl'));
  const at = new URL(outside.url);
  // its socket is for Attain's own database; the connected one is reached like any other
  at.hostname = '127.0.0.1';
  const role = `reader_${at.pathname.slice(-12)}`;
  const owner = new pg.Client({ connectionString: outside.url });
  await owner.connect();
  await owner.query(`
    CREATE TABLE orders (id int PRIMARY KEY, customer text, amount numeric(12,2), on_day date, big bigint, facts jsonb);
    INSERT INTO orders SELECT n, 'C' || n, n * 1.10, '2024-01-01', 9007199254740993, '{"a":1}' FROM generate_series(1, 20) n;
    CREATE ROLE ${role} LOGIN PASSWORD '${canary}'; GRANT SELECT, INSERT, UPDATE, DELETE ON orders TO ${role};`);
  let log = '';
  const ctx = await startTestContext({
    env: { ATTAIN_ALLOWED_HOSTS: origin, ATTAIN_ALLOWED_DATABASES: at.host },
    log: pino(
      { level: 'trace' },
      new Writable({
        write(part, _encoding, written) {
          log += String(part);
          written();
        },
      }),
    ),
  });
  const admin = (await ctx.newTenant({ administrator: { participantId: null } })).as('administrator');
  for (const one of connectionsTo(origin, { address: `postgresql://${at.host}${at.pathname}`, role })) {
    const answer = await admin.post('/api/connections', { secret: canary, ...one });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  }
  return {
    ctx,
    admin,
    seen,
    owner,
    logged: () => log,
    stop: async () => {
      await ctx.stop();
      await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await owner.end();
      await outside.drop();
      target.close();
    },
  };
}

function connectionsTo(origin: string, database: { address: string; role: string }): object[] {
  const post = { method: 'POST', path: '/hooks/{secret}', body: '{"text":"{{ message }}"}' };
  const sql = { kind: 'database', address: database.address, authMethod: 'basic' };
  const config = { username: database.role, tls: 'off' };
  const everything = { allowedOperations: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'], backupPolicy: 'none' };
  const web = (name: string, kind: string, path: string, more: object = { authMethod: 'bearer' }) => ({
    name,
    kind,
    address: origin + path,
    ...more,
  });
  return [
    web('Any host', 'http', '/any'),
    web('Team chat', 'chat', '', { authMethod: 'path', config: { operations: { post } } }),
    web('Customers', 'crm', '/crm', { authMethod: 'basic', config: { username } }),
    web('Desk', 'ticket', '/fails', { authMethod: 'header', config: { header: 'X-Api-Key' } }),
    web('Papers', 'document', '/papers'),
    web('Bank', 'payment', '/unclear'),
    { name: 'Orders', ...sql, config },
    { name: 'Ledger', ...sql, config, database: { ...everything, accessLevel: 'read-write' } },
  ];
}

/** Two pages of deals in digits that no binary number keeps. */
function rowsOf(url: string): string {
  const id = url.includes('page=2') ? 'E2' : 'E1';
  const row = `{"id":"${id}","date":"2024-01-31","amount":12345678901234.123456,"currency":"USD","participant":"ann"}`;
  return url.includes('no=list') ? '{"items":{}}' : `{"items":[${row}]}`;
}

const json = (url: string) => ({
  'content-type': 'application/json',
  ...(url.includes('page=2') ? {} : { link: '</any/rows?page=2>; rel="next"' }),
});

function echo(seen: Calls[]): Server {
  return createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const { authorization = '', 'x-api-key': apiKey = '' } = headers;
      const calls = {
        method,
        url,
        authorization,
        apiKey: String(apiKey),
        body: Buffer.concat(parts).toString(),
      };
      seen.push(calls);
      if (method === 'GET' && url.startsWith('/any/rows'))
        return response.writeHead(200, json(url)).end(rowsOf(url));
      const status = url.startsWith('/fails') ? 422 : url.startsWith('/unclear') ? 502 : 200;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(calls));
    });
  });
}
