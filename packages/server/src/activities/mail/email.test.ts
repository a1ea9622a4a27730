import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../../testing/start-test-context.ts';
import { publishNode, runNode } from '../one-node.fixture.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.fixture.ts';

let ctx: TestContext;
let tenant: TestTenant;
let server: SmtpServer;
const nobody = { participantId: null };

beforeAll(async () => {
  server = await startSmtpServer();
  ctx = await startTestContext({ env: { ATTAIN_ALLOWED_MAIL_SERVERS: server.place } });
  tenant = await ctx.newTenant({ administrator: nobody, 'agent-developer': nobody });
});
afterAll(async () => {
  await ctx?.stop();
  server?.close();
});

let made = 0;
const mail = (config: JsonObject, input = {}) => ({
  name: `Mail ${++made}`,
  type: 'email',
  input,
  config: { to: 'ann@example.com', subject: 'Pay', retries: 0, backoffSeconds: 0, ...config },
});
const send = (config: JsonObject = {}, input = {}) =>
  runNode(tenant.as('agent-developer'), mail(config, input));
const connect = async (name: string, more: object = {}, who = tenant) => {
  const answer = await who.as('administrator').post('/api/connections', {
    kind: 'email',
    name,
    address: `smtp://${server.place}`,
    authMethod: 'basic',
    secret: 'let me in',
    config: { username: 'pay', from: 'Pay Desk <pay@example.com>', tls: 'off' },
    ...more,
  });
  expect(answer.status).toBe(201);
};

describe('[CANVAS-11] a mail', () => {
  it('is not sent without a connection, and says where to make one', async () => {
    const run = await send();
    expect(run).toMatchObject({ status: 'failed' });
    expect(run.error).toContain('This workspace has no Email connection');
    expect(run.error).toContain('agent builder, under Connections');
  });

  it('goes through the connected server with its sign-in; the same Message-ID on every attempt', async () => {
    await connect('Post');
    expect(await tenant.as('agent-developer').post('/api/connections/post/test')).toMatchObject({
      body: { works: true, message: expect.stringContaining('accepted the password. No mail was sent.') },
    });
    server.mishap = 'busy';
    const run = await send(
      { to: 'ann@example.com, nobody@example.com', subject: 'Pay of {{ input.period }} – grün', retries: 2 },
      { period: 'March' },
    );
    expect(run).toMatchObject({
      status: 'completed',
      output: {
        accepted: ['ann@example.com'],
        rejected: ['nobody@example.com'],
        response: '250 queued as 1',
      },
    });
    expect(server.mails).toHaveLength(1);
    const [taken] = server.mails;
    expect(taken).toMatchObject({ from: 'pay@example.com', to: ['ann@example.com'], user: 'pay' });
    expect(taken?.text).toContain(`Message-ID: ${run.output.messageId}`);
    expect(taken?.text).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(run.output.messageId).toMatch(/^<[0-9a-f]{40}@example\.com>$/);
    expect(JSON.stringify(run)).not.toContain('let me in');
  });

  it('whose fate nobody knows is not sent again: a person is asked', async () => {
    server.mishap = 'hang-up-after-data';
    const before = server.mails.length;
    const dev = tenant.as('agent-developer');
    const id = await publishNode(dev, mail({ retries: 3 }));
    const started = await dev.post(`/api/workflows/${id}/runs`, {});
    let run = started;
    while (run.body.status !== 'waiting') {
      await setTimeout(30);
      run = await dev.get(`/api/workflow-runs/${started.body.id}`);
      expect(['running', 'waiting']).toContain(run.body.status);
    }
    expect(server.mails).toHaveLength(before + 1);
    server.mishap = null;
  });

  it('carries files that an earlier step has stored', async () => {
    const stored = await runNode(tenant.as('agent-developer'), {
      name: 'A report',
      type: 'file_upload',
      input: 'hello',
      config: { fileName: 'r.txt', format: 'text' },
    });
    const run = await send(
      { attachments: 'input.report', body: 'See\n.\nattached' },
      { report: stored.output },
    );
    expect(run.status).toBe('completed');
    const { text } = server.mails.at(-1) ?? { text: '' };
    expect(text).toContain('filename=r.txt');
    expect(text).toContain(Buffer.from('hello').toString('base64'));
    expect((await send({ attachments: '"nothing"' })).error).toContain('not a file');
  });

  it.each([
    ['two recipients without a comma', { to: 'ann@example.com bob@example.com' }, 'not an email address'],
    ['a line break in the subject', { subject: 'Pay\r\nBcc: all@example.com' }, 'a single line'],
    ['a server that refuses', { to: 'nobody@example.com' }, 'rejected the request: '],
  ])('%s fails with the reason', async (_name, config, message) => {
    const before = server.mails.length;
    const run = await send(config);
    expect(run.error).toContain(message);
    expect(server.mails).toHaveLength(before);
  });

  it('is neither sent in the clear nor to a server the operator does not allow', async () => {
    const other = await ctx.newTenant({ administrator: nobody, 'agent-developer': nobody });
    const config = { username: 'pay', from: 'pay@example.com' };
    await connect('Encrypted', { config }, other);
    await connect('Elsewhere', { address: 'smtp://mail.example.com:25' }, other);
    const through = (connection: string) => runNode(other.as('agent-developer'), mail({ connection }));
    const before = server.mails.length;
    expect((await through('Encrypted')).error).toContain('STARTTLS');
    expect((await through('Elsewhere')).error).toContain('ATTAIN_ALLOWED_MAIL_SERVERS');
    expect(server.mails).toHaveLength(before);
  });
});
