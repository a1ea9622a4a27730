import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../base/settings.ts';
import { limitBodyTime } from './body-deadlines.ts';
import { answerBrokenRequests } from './broken-requests.ts';

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  const answerBroken = answerBrokenRequests(readSettings({}));
  app = Fastify({ clientErrorHandler: answerBroken });
  limitBodyTime(app, { totalMs: 300, silentMs: 1_500 }, answerBroken);
  app.post('/form', async () => 'taken');
  app.post('/upload', { config: { isUpload: true } }, async () => 'taken');
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app?.close());

/** Sends a JSON text of ten digits, one at a time; `upTo` fewer than all of them, and then silence. */
async function send(path: string, upTo = 10): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n`,
  );
  for (let at = 0; at < upTo && socket.writable; at += 1) {
    socket.write('1');
    await pause(100);
  }
  await closed;
  return received;
}

test('an upload may take longer than other bodies while its bytes keep arriving', async () => {
  const [upload, form] = await Promise.all([send('/upload'), send('/form')]);
  expect(upload).toMatch(/^HTTP\/1\.1 200 [\s\S]*taken$/);
  expect(form).toMatch(/^HTTP\/1\.1 408 /);
});

test('an upload that falls silent is ended with an answer of the usual shape and headers', async () => {
  const received = await send('/upload', 3);
  expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(received).toMatch(/x-frame-options: SAMEORIGIN/);
  expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toEqual({
    error: 'The request did not arrive in time. Send it again.',
    code: 'BAD_INPUT',
    requestId: expect.any(String),
  });
});

test('a request from inside the process, whose body is there at once, has no deadline', async () => {
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url: '/form', headers, payload: '1234567890' });
  expect(answer.statusCode).toBe(200);
  // past the deadline; an error in its timer would end the process
  await pause(400);
});
