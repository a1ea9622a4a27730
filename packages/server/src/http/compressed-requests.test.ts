import { brotliCompressSync } from 'node:zlib';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readSettings } from '../base/settings.ts';
import { buildApp } from './app.ts';

test('a compressed body is rejected without being unpacked', async () => {
  const app = await buildApp(readSettings({}), pino({ level: 'silent' }));
  app.post('/echo', async ({ body }) => body);
  const send = (headers: Record<string, string>, payload: string | Buffer) =>
    app.inject({
      method: 'POST',
      url: '/echo',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });
  const packed = await send({ 'content-encoding': 'br' }, brotliCompressSync('{"a":1}'));
  expect([packed.statusCode, packed.json().error]).toEqual([
    400,
    'Send the body without Content-Encoding. Compressed requests are not read.',
  ]);
  expect((await send({ 'content-encoding': 'identity' }, '{"a":1}')).json()).toEqual({ a: 1 });
  await app.close();
});
