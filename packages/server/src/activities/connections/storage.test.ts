import type { JsonObject } from '@attain/domain/workflows/json-value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { runNode } from '../one-node.fixture.ts';
import { startS3 } from './s3-server.fixture.ts';

const SECRET = "it's/a+secret=key";

describe('[CONN-26] [WF-117] an S3-compatible store', () => {
  let ctx: TestContext;
  let admin: Client;
  let server: Awaited<ReturnType<typeof startS3>>;

  const connect = async (name: string, more: object = {}) => {
    const saved = await admin.post('/api/connections', {
      ...{ name, kind: 'storage', authMethod: 'aws', secret: SECRET },
      address: `${server.origin}/exports`,
      config: { username: 'AKIATEST' },
      ...more,
    });
    expect(saved).toMatchObject({ status: 201 });
    return saved.body.id as string;
  };
  const tested = async (id: string) => (await admin.post(`/api/connections/${id}/test`, {})).body;

  beforeAll(async () => {
    server = await startS3('AKIATEST', SECRET);
    ctx = await startTestContext({ env: { ATTAIN_ALLOWED_HOSTS: server.origin } });
    admin = (await ctx.newTenant({ administrator: { participantId: null } })).as('administrator');
    await connect('Bucket');
  });
  afterAll(async () => {
    await ctx?.stop();
    server?.stop();
  });

  let made = 0;
  const run = (action: string, config: JsonObject, more: object = {}) =>
    runNode(admin, {
      name: `Bucket ${++made}`,
      type: 'storage',
      config: { application: 'Bucket', retries: 0, action, ...config },
      ...more,
    });

  test('is tested by listing one object', async () => {
    expect(await tested('bucket')).toEqual({
      works: true,
      message: expect.stringContaining('127.0.0.1 was reached'),
    });
    const wrong = await connect('Wrong', { secret: 'another secret' });
    expect(await tested(wrong)).toEqual({
      works: false,
      message: expect.stringContaining('SignatureDoesNotMatch'),
    });
    const gone = await connect('Gone', { address: `${server.origin}/none` });
    expect((await tested(gone)).message).toContain('NoSuchBucket: It is "NoSuchBucket".');
    const elsewhere = await connect('Elsewhere', { address: `${server.origin}/elsewhere` });
    expect(await tested(elsewhere)).toMatchObject({ works: false, message: expect.stringContaining('301') });
    const other = await connect('Other', { address: 'https://s3.example.com/exports' });
    expect((await tested(other)).message).toContain('s3.example.com is not an allowed host');
  });

  test.each([
    ['a plain key.json', 'json', { a: [1, 'ä'] }, 'application/json'],
    ["2024/Q1 (fin*l)!'~+&=?#%/ü.txt", 'text', 'Größe', 'text/plain; charset=utf-8'],
    ['a//b/', 'text', '', 'text/plain; charset=utf-8'],
  ])('an object named %s is written, read and deleted', async (key, bodyFormat, value, contentType) => {
    const named = (action: string, more: JsonObject = {}) =>
      run(action, { key: '{{ input.key }}', ...more }, { input: { key, value } });
    const written = await named('write', { bodyFormat, body: 'input.value' });
    expect([written.error, written.output]).toEqual([
      null,
      { key, etag: expect.stringMatching(/^[\da-f]{32}$/) },
    ]);
    expect(server.objects.get(key)?.type).toBe(contentType);
    expect((await named('read')).output).toEqual({
      ...{ key, contentType, body: value, etag: written.output.etag },
      modifiedAt: '2024-01-31T10:00:00.000Z',
    });
    expect((await named('delete')).output).toEqual({ key });
    expect(server.objects.has(key)).toBe(false);
    expect((await named('read')).error).toContain('404: NoSuchKey: It is "NoSuchKey".');
  });

  test('other content becomes a file, and a stored file is written unchanged', async () => {
    const bytes = Buffer.from([0, 255, 1, 2]);
    server.objects.set('logo.png', { bytes, type: 'image/png' });
    const copied = await run(
      'read',
      { key: 'logo.png' },
      {
        next: {
          type: 'storage',
          config: {
            application: 'Bucket',
            action: 'write',
            key: 'copy.png',
            bodyFormat: 'file',
            body: 'nodes.it.body',
          },
        },
      },
    );
    expect([copied.error, copied.output]).toEqual([null, { key: 'copy.png', etag: expect.any(String) }]);
    expect(server.objects.get('copy.png')).toEqual({ bytes, type: 'image/png' });
  });

  test('a list reads as many pages as it needs, up to its limit', async () => {
    for (let at = 0; at < 25; at += 1)
      server.objects.set(`many/a & b ${at + 100}`, { bytes: Buffer.from('x'), type: 'text/plain' });
    const before = server.seen.length;
    const all = await run('list', { prefix: 'many/a &', limit: 5_000 });
    expect(all.output).toMatchObject({ more: false });
    expect(all.output.objects).toHaveLength(25);
    expect(all.output.objects[24]).toEqual({
      ...{ key: 'many/a & b 124', bytes: 1, etag: expect.stringMatching(/^[\da-f]{32}$/) },
      modifiedAt: '2024-01-31T10:00:00.000Z',
    });
    expect(server.seen.length - before).toBe(3);
    const few = await run('list', { prefix: 'many/', limit: 12 });
    expect([few.output.objects.length, few.output.more]).toEqual([12, true]);
    expect((await run('list', { prefix: 'none/' })).output).toEqual({ objects: [], more: false });
  });

  test.each(['../other/x', 'a/./b', '/a', `${'x'.repeat(1_025)}`])('%s is no key', async (key) => {
    const before = server.seen.length;
    expect((await run('read', { key: '{{ input.key }}' }, { input: { key } })).error).toContain(
      'can’t be a key',
    );
    expect(server.seen.length).toBe(before);
  });

  test('a host that is not allowed, or not public, is not called', async () => {
    await connect('Inside', { address: 'https://127.0.0.1/exports' });
    const ran = await run('read', { application: 'Inside', key: 'a' });
    expect(ran.error).toContain('127.0.0.1 is not an allowed host');
  });
});
