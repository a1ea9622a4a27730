import { existsSync, utimesSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { importJob } from '../../job-list.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { cancelImport } from './cancel-import.ts';
import { checkImport } from './check-import.ts';
import { commitImport } from './commit-import.ts';
import { pathOf } from './import-file.ts';
import { checked, DEALS, HEAD, imported, importer, PEOPLE, rowsIn, upload } from './imports.fixture.ts';
import { listImports } from './list-imports.ts';
import { readImport } from './read-import.ts';

let attain: TestContext;
let actor: Actor;
const ctx = () => attain.ctx;

beforeAll(async () => {
  attain = await startTestContext();
});
afterAll(() => attain?.stop());
beforeEach(async () => {
  actor = importer((await attain.newTenant({})).tenantId);
});

const rowsOf = (sql: string) => rowsIn(ctx(), actor, sql);
const people = () => imported(ctx(), actor, { kind: 'participants', content: PEOPLE });

describe('stopping', () => {
  const many = () =>
    HEAD + Array.from({ length: 60_000 }, (_, i) => `M${i},2024-01-31,5.25,USD,ann,,`).join('\n');

  test('a cancel stops a dry run and a commit under way, and leaves nothing behind', async () => {
    await people();
    const { id, mapping } = await upload(ctx(), actor, 'deals', many());
    await checkImport(ctx(), actor, { id, mapping: mapping! });
    await cancelImport(ctx(), actor, id);
    await importJob.run(ctx(), { tenantId: actor.tenantId, id });
    expect(await readImport(ctx(), actor, id)).toMatchObject({ status: 'cancelled', summary: null });
    await checked(ctx(), actor, id);
    await commitImport(ctx(), actor, id);
    const running = importJob.run(ctx(), { tenantId: actor.tenantId, id });
    await cancelImport(ctx(), actor, id);
    await running;
    expect(await readImport(ctx(), actor, id)).toMatchObject({ status: 'cancelled' });
    expect(await rowsOf('SELECT 1 FROM deals')).toEqual([]);
    // its file is kept, so that it can be checked again; canceled once more, it is put away
    await cancelImport(ctx(), actor, id);
    expect(existsSync(pathOf(ctx(), id))).toBe(false);
    await expect(cancelImport(ctx(), actor, id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('two workers with the same order store the rows once; two imports at once both come in', async () => {
    await people();
    const one = await upload(ctx(), actor, 'deals', many());
    const two = await upload(ctx(), actor, 'deals', DEALS);
    for (const { id } of [one, two]) {
      await checked(ctx(), actor, id);
      await commitImport(ctx(), actor, id);
    }
    await Promise.all(
      [one.id, one.id, two.id].map((id) => importJob.run(ctx(), { tenantId: actor.tenantId, id })),
    );
    expect(await rowsOf('SELECT count(*)::int FROM deals')).toEqual([{ count: 60_003 }]);
    const list = await listImports(ctx(), actor, { limit: 10, kind: 'deals' });
    expect(list.rows.map((row) => row.status)).toEqual(['committed', 'committed']);
    expect(await rowsOf(`SELECT commit_seq::int FROM imports WHERE kind = 'deals' ORDER BY 1`)).toEqual([
      { commit_seq: 1 },
      { commit_seq: 2 },
    ]);
  });

  test('an idle import is put away with its file; another workspace does not see it', async () => {
    const { id } = await upload(ctx(), actor, 'deals', DEALS);
    const stranger = importer((await attain.newTenant({})).tenantId);
    await expect(readImport(ctx(), stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(cancelImport(ctx(), stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await cancelImport(ctx(), actor, id)).toMatchObject({ status: 'cancelled' });
    expect(existsSync(pathOf(ctx(), id))).toBe(false);
  });

  test('a file nobody committed is removed after 30 days; checking then asks for it again', async () => {
    const { id, mapping } = await upload(ctx(), actor, 'deals', DEALS);
    const long = (Date.now() - 31 * 24 * 60 * 60 * 1000) / 1000;
    utimesSync(pathOf(ctx(), id), long, long);
    await upload(ctx(), actor, 'participants', PEOPLE);
    expect(existsSync(pathOf(ctx(), id))).toBe(false);
    await expect(checkImport(ctx(), actor, { id, mapping: mapping! })).rejects.toThrow(/Upload it again/);
  });
});
