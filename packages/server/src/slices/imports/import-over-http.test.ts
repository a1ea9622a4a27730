import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../testing/start-test-house.ts';
import { PEOPLE } from './imports.fixture.ts';

let attain: TestHouse;

beforeAll(async () => {
  attain = await startTestHouse();
});
afterAll(() => attain?.stop());

describe('over HTTP', () => {
  test('[PLAN-21] upload, dry run, commit; a viewer may do none of it', async () => {
    const tenant = await attain.newTenant({
      finance: { participantId: null },
      viewer: { participantId: null },
    });
    const finance = tenant.as('finance');
    const refused = await tenant
      .as('viewer')
      .upload('/api/imports/upload', { name: 'people.csv', content: PEOPLE }, { kind: 'participants' });
    expect(refused.status).toBe(403);
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
    expect(up.body.fields.length).toBe(12);
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
});
