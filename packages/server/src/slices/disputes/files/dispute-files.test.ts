import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { runNode } from '../../../activities/one-node.fixture.ts';
import { newId } from '../../../base/ids.ts';
import type { Client } from '../../../testing/client.ts';
import { sharedTestContext, type TestContext } from '../../../testing/start-test-context.ts';
import { madeZip } from '../../imports/reading/made-files.fixture.ts';
import { type PaidWorkspace, paidWorkspace } from '../../payouts/paid-workspace.fixture.ts';
import { deleteRuns } from '../../workflow-runs/removable-runs.ts';
import { contentTypeOf } from './file-kind.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
const xlsx = madeZip([{ name: 'xl/workbook.xml', content: '<workbook/>' }]);
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('the kind of a file', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['order.pdf', '%PDF-1.7 …', 'application/pdf'],
    ['Shot.PNG', png, 'image/png'],
    ['a.jpeg', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'image/jpeg'],
    ['a.gif', 'GIF89a', 'image/gif'],
    ['a.webp', Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 ', 'latin1'), 'image/webp'],
    ['deals.xlsx', xlsx, sheet],
    ['deals.csv', 'id,amount\nd1,10\n', 'text/csv'],
    ['deals.csv', Buffer.from('name\nM\xfcller\n', 'latin1'), 'text/csv'],
    ['mail.txt', Buffer.from('\ufeffwide', 'utf16le'), 'text/plain'],
  ])('[DISP-16] of %s is found in its content', (name, content, type) => {
    expect(contentTypeOf(name, Buffer.from(content))).toBe(type);
  });

  test.each<[string, string | Uint8Array, string]>([
    ['order.pdf', 'a text', 'is text, not what its name says'],
    ['order.txt', '%PDF-1.7', 'is a PDF, not what its name says'],
    ['shot.jpg', png, 'is a PNG image, not'],
    ['page.html', '<script>alert(1)</script>', 'can’t be attached'],
    ['picture.svg', '<svg onload="x()"/>', 'can’t be attached'],
    ['tool.exe', Buffer.from('MZ\x90\x00', 'latin1'), 'can’t be attached'],
    ['data.csv', Buffer.from([1, 0, 2, 3]), 'can’t be attached'],
    ['no-ending', 'text', 'can’t be attached'],
    ['letter.xlsx', madeZip([{ name: 'word/document.xml', content: '<w/>' }]), 'can’t be attached'],
    [
      'macros.xlsx',
      madeZip([
        { name: 'xl/workbook.xml', content: '<workbook/>' },
        { name: 'xl/vbaProject.bin', content: 'x' },
      ]),
      'can’t be attached',
    ],
    ['blank.txt', '', 'is empty'],
    ['large.txt', 'x'.repeat(10_000_001), 'is larger than 10 MB'],
  ])('[DISP-16] of %s is rejected with the reason', (name, content, message) => {
    expect(() => contentTypeOf(name, Buffer.from(content))).toThrow(message);
  });
});

describe('files of a dispute', () => {
  let ctx: TestContext;
  let work: PaidWorkspace;
  let calculationId: string;
  let rep: Client;
  let finance: Client;

  beforeAll(async () => {
    ctx = await sharedTestContext();
    work = await paidWorkspace(ctx);
    calculationId = (await work.calculate()).id;
    [rep, finance] = [work.tenant.as('sales-rep'), work.tenant.as('finance')];
  });
  afterAll(() => ctx?.stop());

  const upload = (by: Client, name: string, content: string | Uint8Array) =>
    by.upload('/api/disputes/files', { name, content }, {});
  const sent = async (by: Client, name: string, content: string | Uint8Array) => {
    const answer = await upload(by, name, content);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return { id: answer.body.id as string, fileName: name };
  };
  const open = (files: readonly object[], participantId = 'ann', by = rep) =>
    by.post('/api/disputes', {
      ...{ calculationId, participantId, componentId: 'bookings', reason: 'A deal is missing.', files },
    });
  const withdraw = (id: string, by = rep) =>
    by.post(`/api/disputes/${id}/withdraw`, { reason: 'It was right.' });
  const waiting = () =>
    readdirSync(join(ctx.ctx.settings.dataDir, 'uploads')).filter((name) => name.endsWith('.dispute'));
  const entryOf = async (id: string, action: string) => {
    const { rows } = (await work.admin.get('/api/audit', { objectId: id, action })).body;
    return JSON.parse(rows[0].body);
  };
  const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

  it('[DISP-15] [DISP-17] [DISP-18] come with it or with a message, and are read by those who read the dispute', async () => {
    const order = '%PDF-1.7 an order';
    const opened = await open([await sent(rep, 'order.pdf', order), await sent(rep, 'shot.png', png)]);
    expect(opened.status).toBe(201);
    const path = `/api/disputes/${opened.body.id}`;
    const answer = { message: 'See the list.', files: [await sent(finance, 'deals.csv', 'id\nd1\n')] };
    const written = await finance.post(`${path}/messages`, answer);
    const [message] = written.body.messages;
    const byFinance = {
      messageId: message.id,
      by: 'finance',
      contentType: 'text/csv',
      at: expect.any(String),
    };
    expect(written.body.files).toMatchObject([
      {
        ...{ fileName: 'order.pdf', contentType: 'application/pdf', byteCount: order.length },
        ...{ messageId: null, by: 'sales-rep', at: opened.body.createdAt, sha256: hashOf(order) },
      },
      { fileName: 'shot.png', contentType: 'image/png' },
      { ...byFinance, fileName: 'deals.csv', byteCount: 6, sha256: hashOf('id\nd1\n') },
    ]);
    const { files } = (await rep.get(path)).body;
    expect(files).toEqual(written.body.files);
    expect((await rep.get('/api/disputes', { withMessages: 'true' })).body.rows[0].files).toEqual(files);
    // the log names each file and its size, and has its hash
    expect(await entryOf(opened.body.id, 'dispute.opened')).toMatchObject({
      reason: { code: `opened with order.pdf (${order.length} bytes), shot.png (${png.length} bytes)` },
      evidence: [hashOf(order), hashOf(png)],
    });
    expect(await entryOf(opened.body.id, 'dispute.written')).toMatchObject({
      reason: { code: 'with deals.csv (6 bytes)' },
      evidence: [expect.any(String), hashOf('id\nd1\n')],
    });
    const file = await rep.get(`${path}/files/${files[0].id}`);
    expect([file.status, file.body]).toEqual([200, order]);
    const headers = ['content-type', 'content-disposition', 'x-content-type-options'];
    expect(headers.map((name) => file.headers.get(name))).toEqual([
      'application/pdf',
      `attachment; filename*=UTF-8''order.pdf`,
      'nosniff',
    ]);
    expect(file.headers.get('content-security-policy')).toContain("script-src 'none'");
    // a person whose pay it is not, and another workspace
    const bob = await open([await sent(work.admin, 'bob.txt', 'of Bob')], 'bob', work.admin);
    const [ofBob] = (await work.admin.get(`/api/disputes/${bob.body.id}`)).body.files;
    const other = await ctx.newTenant({ finance: { participantId: null } });
    const outside = [
      await rep.get(`/api/disputes/${bob.body.id}/files/${ofBob.id}`),
      await rep.get(`${path}/files/${ofBob.id}`),
      await rep.get(`${path}/files/${newId()}`),
      await rep.get(`${path}/files/none`),
      await other.as('finance').get(`${path}/files/${files[0].id}`),
    ];
    expect(outside.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await work.tenant.as('plan-designer').get(`${path}/files/${files[0].id}`)).status).toBe(403);
    const change = (text: string) =>
      ctx.ctx.db.within(work.tenant.tenantId, (tx) => tx.client.query(text)).catch((error) => error.code);
    expect(await change(`UPDATE dispute_files SET file_name = 'x'`)).toBe('42501');
    expect(await change('DELETE FROM dispute_files')).toBe('42501');
    await withdraw(opened.body.id);
    await withdraw(bob.body.id, work.admin);
  });

  it('[DISP-15] are attached once, by the person who uploaded them, and stay there if the dispute is rejected', async () => {
    const [file] = [await sent(rep, 'note.txt', 'a note')];
    const claim = { calculationId, participantId: 'ann', componentId: 'bikes', reason: 'Too little.' };
    const byOther = await finance.post('/api/disputes', { ...claim, files: [file] });
    expect([byOther.status, byOther.body.issues[0]]).toMatchObject([
      400,
      { rule: 'DISP-15', path: 'files.0', message: '“note.txt” is no longer there. Attach it again.' },
    ]);
    const six = await rep.post('/api/disputes', { ...claim, files: Array(6).fill(file) });
    expect(six.status).toBe(400);
    const earlier = await rep.post('/api/disputes', claim);
    const again = await rep.post('/api/disputes', { ...claim, files: [file] });
    expect([earlier.status, again.status]).toEqual([201, 409]);
    // by another name it is another kind
    const path = `/api/disputes/${earlier.body.id}/messages`;
    const renamed = { message: 'Here.', files: [{ ...file, fileName: 'note.pdf' }] };
    expect((await rep.post(path, renamed)).body.code).toBe('UNSUPPORTED_FILE');
    const key = { 'idempotency-key': newId() };
    const body = { message: 'Here.', files: [file] };
    const first = await rep.post(path, body, key);
    expect(first.body.files).toHaveLength(1);
    expect(waiting().filter((name) => name.includes(file.id))).toEqual([]);
    expect((await rep.post(path, body, key)).body).toEqual(first.body);
    expect((await rep.post(path, body)).status).toBe(400);
    await withdraw(earlier.body.id);
  });

  it('[DISP-16] is rejected one by one, with the reason', async () => {
    const rejected = [
      await upload(rep, 'blank.csv', ''),
      await upload(rep, 'page.html', '<p>'),
      await upload(rep, 'large.txt', 'x'.repeat(10_000_001)),
      await upload(rep, `${'n'.repeat(200)}.txt`, 'x'),
    ];
    expect(rejected.map(({ status, body }) => [status, body.error.replace(/n{60,}/, 'n…')])).toEqual([
      [415, '“blank.csv” is empty. Choose another file.'],
      [415, expect.stringContaining('“page.html” can’t be attached')],
      [413, '“large.txt” is larger than 10 MB.'],
      [400, expect.stringContaining('not a valid file name')],
    ]);
    expect((await upload(work.tenant.as('viewer'), 'note.txt', 'x')).status).toBe(403);
  });

  it('[DISP-19] wait a day to be sent, the newest 20 of a person', async () => {
    const manager = work.tenant.as('manager');
    const folder = join(ctx.ctx.settings.dataDir, 'uploads');
    const fileOf = ({ id }: { id: string }) => waiting().find((one) => one.includes(id));
    const uploadedAt = (file: { id: string }, hours: number) =>
      utimes(join(folder, String(fileOf(file))), new Date(), new Date(Date.now() - hours * 60 * 60 * 1000));
    const expired = await sent(manager, 'expired.txt', 'expired');
    await uploadedAt(expired, 25);
    const late = await open([expired], 'ann', manager);
    expect([late.status, late.body.issues[0].message]).toEqual([
      400,
      '“expired.txt” is no longer there. Attach it again.',
    ]);
    const oldest = await sent(manager, 'oldest.txt', 'oldest');
    await uploadedAt(oldest, 23);
    expect(fileOf(expired)).toBeUndefined();
    for (let count = 1; count < 20; count += 1) await sent(manager, 'note.txt', `note ${count}`);
    expect(fileOf(oldest)).toBeDefined();
    const ofOther = await sent(rep, 'other.txt', 'other');
    await uploadedAt(ofOther, 23);
    const newest = await sent(manager, 'newest.txt', 'x');
    expect([oldest, newest, ofOther].map((one) => fileOf(one) !== undefined)).toEqual([false, true, true]);
    const opened = await open([newest], 'ann', manager);
    expect(opened.status).toBe(201);
    await withdraw(opened.body.id, manager);
  });

  it('[DISP-19] are limited to 50 MB in each dispute', async () => {
    const ten = 'x'.repeat(10_000_000);
    const five = [];
    for (let count = 1; count <= 5; count += 1) five.push(await sent(rep, `${count}.txt`, ten));
    const opened = await open(five);
    expect(opened.status).toBe(201);
    const path = `/api/disputes/${opened.body.id}/messages`;
    const one = { message: 'One more.', files: [await sent(rep, 'more.txt', 'x')] };
    const more = await rep.post(path, one);
    expect([more.status, more.body.error]).toEqual([
      413,
      'The files of this dispute would exceed 50 MB. Attach fewer or smaller ones.',
    ]);
    // it still waits, and others have room
    await withdraw(opened.body.id);
    const next = await open(one.files);
    expect(next.status).toBe(201);
    await withdraw(next.body.id);
  });

  it('[DISP-18] [DISP-19] are stored once by content, stay when a run that stored the same goes, and are only named to agents', async () => {
    const content = 'the same text';
    const opened = await open([await sent(rep, 'one.txt', content), await sent(rep, 'two.txt', content)]);
    const { files } = (await rep.get(`/api/disputes/${opened.body.id}`)).body;
    const run = await runNode(work.admin, {
      name: 'Store the same',
      type: 'file_upload',
      input: content,
      config: { fileName: 'same.txt', format: 'text', retries: 0 },
    });
    expect(run.output.sha256).toBe(files[0].sha256);
    const held = async () => {
      const found = await ctx.ctx.db.owner.query(
        'SELECT 1 FROM file_contents WHERE tenant_id = $1 AND content_hash = $2',
        [work.tenant.tenantId, files[0].sha256],
      );
      return found.rowCount;
    };
    expect(await held()).toBe(1);
    const client = await ctx.ctx.db.owner.connect();
    try {
      await client.query('BEGIN');
      await deleteRuns(client, work.tenant.tenantId, [run.id]);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    expect(await held()).toBe(1);
    const agent = {
      name: 'Read disputes',
      type: 'read_workspace',
      input: null,
      config: { what: 'disputes' },
    };
    const [read] = (await runNode(work.admin, agent)).output.rows;
    expect(read.files).toEqual(['one.txt', 'two.txt']);
    expect(JSON.stringify(read)).not.toContain(content);
    for (const file of files)
      expect((await rep.get(`/api/disputes/${opened.body.id}/files/${file.id}`)).body).toBe(content);
    await withdraw(opened.body.id);
  });
});
