import { existsSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;
const open: Socket[] = [];
const logged: string[] = [];

beforeAll(async () => {
  ctx = await startTestContext({ log: pino({}, { write: (line: string) => void logged.push(line) }) });
  tenant = await ctx.newTenant();
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await ctx?.stop();
});

/** Opens a connection and says this much of a request; `heard` is what came back until the server hung up. */
function send(text: string): { socket: Socket; received: Promise<string> } {
  const { hostname, port } = new URL(ctx.url);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const ended = new Promise<string>((resolve) => {
    socket.on('error', () => resolve(received));
    socket.on('close', () => resolve(received));
  });
  socket.write(text);
  return { socket, received: ended };
}

async function othersAreServed(): Promise<void> {
  const admin = tenant.as('administrator');
  const answers = await Promise.all([
    admin.get('/healthz'),
    admin.get('/readyz'),
    admin.get('/api/plans'),
    admin.post('/api/plans', { name: `Plan ${crypto.randomUUID()}`, type: 'bonus-plan' }),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 201]);
}

const head = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nHost: ${new URL(ctx.url).host}\r\nContent-Type: application/json\r\n${more}`;

test('a thousand clients that never finish their request keep nobody else waiting', async () => {
  const { cookie, token } = tenant.as('administrator');
  const signedIn = `Cookie: ${cookie}\r\nX-Session-Token: ${token}\r\n`;
  for (let at = 0; at < 250; at += 1) {
    send('');
    send(`POST /api/plans HTTP/1.1\r\nHost:`);
    send(head('/api/plans', `${signedIn}Content-Length: 1000000\r\n\r\n{"name":`));
    send(head('/api/auth/login', 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"use'));
  }
  await othersAreServed();
  for (const socket of open.splice(0)) socket.destroy();
  await othersAreServed();
});

test('a client that reads nothing of its answers keeps nobody else waiting', async () => {
  const { cookie } = tenant.as('administrator');
  const request = `GET /api/openapi.json HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`;
  for (let at = 0; at < 20; at += 1) send(request.repeat(20)).socket.pause();
  await othersAreServed();
  for (const socket of open.splice(0)) socket.destroy();
});

test('ten thousand headers, a header of a megabyte and two lengths are refused, not read', async () => {
  const headers = Array.from({ length: 10_000 }, (_, at) => `X-${at}: ${at}\r\n`).join('');
  const many = send(head('/api/plans', `${headers}\r\n`));
  const long = send(head('/api/plans', `X-Long: ${'x'.repeat(1_000_000)}\r\n\r\n`));
  const twice = send(head('/api/auth/login', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'));
  const smuggled = send(
    head('/api/auth/login', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
  );
  const answers = await Promise.all([many, long, twice, smuggled].map(({ received }) => received));
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['431', '431', '400', '400']);
  for (const answer of answers) {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toContain('x-frame-options: SAMEORIGIN');
    expect(head).toContain('x-content-type-options: nosniff');
    const { error, code, requestId } = JSON.parse(body);
    expect(error).toMatch(/headers|not a valid HTTP request/);
    expect(['TOO_LARGE', 'BAD_INPUT']).toContain(code);
    expect(head).toContain(`x-request-id: ${requestId}`);
  }
  await othersAreServed();
});

test('a body said to be larger than allowed is refused before it is sent', async () => {
  const large = send(head('/api/auth/login', 'Content-Length: 1000000000\r\nConnection: close\r\n\r\n{'));
  expect(await large.received).toMatch(/^HTTP\/1\.1 413 /);
  await othersAreServed();
});

test('an upload that is broken off is no defect of ours, and leaves no file', async () => {
  const { cookie, token } = tenant.as('administrator');
  const signedIn = `Cookie: ${cookie}\r\nX-Session-Token: ${token}\r\n`;
  const form =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="deals.csv"\r\n\r\nid,amount\r\n';
  const { socket } = send(
    `POST /api/imports/upload HTTP/1.1\r\nHost: x\r\n${signedIn}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n${form}`,
  );
  const folder = join(ctx.ctx.settings.dataDir, 'uploads');
  const files = () => (existsSync(folder) ? readdirSync(folder).length : 0);
  await vi.waitUntil(() => files() === 1);
  socket.destroy();
  await vi.waitUntil(() => files() === 0);
  await othersAreServed();
  expect(logged.filter((line) => line.includes('defect'))).toEqual([]);
});

test('no limit on time or size is switched off', () => {
  const { server } = ctx.app;
  expect(server.requestTimeout).toBeGreaterThan(0);
  expect(server.headersTimeout).toBeGreaterThan(0);
  expect(server.headersTimeout).toBeLessThanOrEqual(60_000);
  expect(server.timeout).toBeGreaterThan(0);
  expect(server.keepAliveTimeout).toBeGreaterThan(0);
});
