import { createHash } from 'node:crypto';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../testing/start-test-context.ts';
import { runNode } from './one-node.fixture.ts';

let ctx: TestContext;
let tenant: TestTenant;

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({ 'agent-developer': { participantId: null } });
});
afterAll(() => ctx?.stop());

let made = 0;
const store = (format: string, input: JsonValue, fileName = 'report.csv') =>
  runNode(tenant.as('agent-developer'), {
    name: `Store ${++made}`,
    type: 'file_upload',
    input,
    config: { fileName, format, retries: 0 },
  });
const download = (file: string) => tenant.as('agent-developer').get(`/api/files/${file}`);

describe('[CANVAS-11] a file that a step stores', () => {
  it('is addressed by what it holds, and is had again as it was stored', async () => {
    const rows: JsonValue = [
      { name: 'Ann', amount: '-12.50' },
      { name: '=1+1', note: 'a "quote", and a comma' },
    ];
    const text = 'name,amount,note\r\nAnn,-12.50,\r\n\'=1+1,,"a ""quote"", and a comma"\r\n';
    const run = await store('csv', rows);
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(run).toMatchObject({
      status: 'completed',
      output: { fileName: 'report.csv', bytes: text.length, sha256 },
    });
    const answer = await download(run.output.file);
    expect(answer.body).toBe(text);
    expect(answer.headers.get('content-disposition')).toContain('report.csv');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('the same content is kept once under two names', async () => {
    const runs = [await store('json', { a: 1 }, 'a.json'), await store('json', { a: 1 }, 'b.json')];
    const [first, second] = runs.map(({ output }) => output);
    expect(first.sha256).toBe(second.sha256);
    expect(first.file).not.toBe(second.file);
    const held = await ctx.ctx.db.owner.query(
      'SELECT count(*)::int AS n FROM file_contents WHERE tenant_id = $1 AND content_hash = $2',
      [tenant.tenantId, first.sha256],
    );
    expect(held.rows[0].n).toBe(1);
    expect((await download(second.file)).body).toEqual({ a: 1 });
  });

  it('is found in its own workspace only', async () => {
    const { output } = await store('text', 'secret', 'secret.txt');
    const other = await ctx.newTenant({ 'agent-developer': { participantId: null } });
    expect((await other.as('agent-developer').get(`/api/files/${output.file}`)).status).toBe(404);
    expect((await download('no-id')).status).toBe(404);
  });

  it.each([
    ['csv', { not: 'a list' }, 'report.csv', 'list of records'],
    ['text', { not: 'a text' }, 'report.txt', 'not text'],
    ['json', 1, '../../etc/passwd', 'not a valid file name'],
    ['json', 1, '..', 'not a valid file name'],
    ['json', 1, 'a'.repeat(201), 'not a valid file name'],
  ])(
    '%s of %j as %s is refused with the reason, and leaves nothing behind',
    async (format, input, name, message) => {
      const run = await store(format, input, name);
      expect(run.status).toBe('failed');
      expect(run.error).toContain(message);
      const left = await ctx.ctx.db.owner.query('SELECT 1 FROM stored_files WHERE run_id = $1', [run.id]);
      expect(left.rows).toEqual([]);
    },
  );
});
