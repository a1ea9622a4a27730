import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../../testing/settled.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { PEOPLE } from './imports.fixture.ts';

let attain: TestContext;

beforeAll(async () => {
  attain = await startTestContext();
});
afterAll(() => attain?.stop());

describe('over HTTP', () => {
  test('[PLAN-21] upload, dry run, commit; a viewer may do none of it', async () => {
    const tenant = await attain.newTenant({
      finance: { participantId: null },
      viewer: { participantId: null },
    });
    const finance = tenant.as('finance');
    const rejected = await tenant
      .as('viewer')
      .upload('/api/imports/upload', { name: 'people.csv', content: PEOPLE }, { kind: 'participants' });
    expect(rejected.status).toBe(403);
    const bad = await finance.upload(
      '/api/imports/upload',
      { name: 'people.xlsx', content: PEOPLE },
      { kind: 'participants' },
    );
    expect(bad.status).toBe(415);
    expect(bad.body.error).toMatch(/really plain text/);
    const up = await finance.upload(
      '/api/imports/upload',
      { name: 'people.csv', content: PEOPLE },
      { kind: 'participants' },
    );
    expect(up.status).toBe(201);
    expect(up.body.fields.length).toBe(15);
    const path = `/api/imports/${up.body.id}`;
    const ended = async (busy: string) => {
      for (;;) {
        const answer = await finance.get(path);
        if (answer.body.status !== busy) return answer.body;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    expect((await finance.post(`${path}/check`, { mapping: up.body.mapping })).status).toBe(200);
    expect(await ended('checking')).toMatchObject({ status: 'checked', summary: { added: 2 } });
    expect((await finance.post(`${path}/commit`)).status).toBe(200);
    expect(await ended('committing')).toMatchObject({ status: 'committed' });
    expect((await finance.post(`${path}/commit`)).status).toBe(409);
    expect((await finance.get('/api/imports')).body.rows).toHaveLength(1);
  });

  test('[BASE-1] [BASE-5] [QUOTA-6] every bad row says which rule it breaks', async () => {
    const tenant = await attain.newTenant({ finance: { participantId: null } });
    const finance = tenant.as('finance');
    const content =
      'Participant id,Name,Hired on,Target variable annual\np1,Ann,2024-02-30,1e15\np2,Ben,,NaN\np1,Cid,,\n';
    const people = { name: 'people.csv', content };
    const up = await finance.upload('/api/imports/upload', people, { kind: 'participants' });
    const path = `/api/imports/${up.body.id}`;
    await finance.post(`${path}/check`, { mapping: up.body.mapping });
    await settled(finance, path, ['checked']);
    const { body } = await finance.get(`${path}/problems`);
    const reported = body.rows.map(({ line, rule }: { line: number; rule: string }) => `${line} ${rule}`);
    expect(reported.sort()).toEqual(['2 BASE-1', '2 BASE-5', '3 BASE-1', '4 QUOTA-6']);
  });
});
