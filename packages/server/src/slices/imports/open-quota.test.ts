import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { cancelImport } from './cancel-import.ts';
import { DEALS, HEAD, imported, importer, PEOPLE, upload } from './imports.fixture.ts';

let attain: TestContext;
beforeAll(async () => {
  attain = await startTestContext({
    env: { ATTAIN_IMPORT_MAX_OPEN: '3', ATTAIN_IMPORT_MAX_OPEN_BYTES: String(DEALS.length * 2 + 1_000) },
  });
});
afterAll(() => attain?.stop());

const newActor = async () => importer((await attain.newTenant({})).tenantId);

describe('open imports of a workspace', () => {
  test('are limited in number, also when they are uploaded at once; one that is put away frees its place', async () => {
    const { ctx } = attain;
    const actor = await newActor();
    // what is committed takes no place
    await imported(ctx, actor, { kind: 'participants', content: PEOPLE });
    const kept = [await upload(ctx, actor, 'participants', PEOPLE), await upload(ctx, actor, 'deals', DEALS)];
    const more = await Promise.allSettled([1, 2].map(() => upload(ctx, actor, 'participants', PEOPLE)));
    expect(more.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(upload(ctx, actor, 'participants', PEOPLE)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'This workspace has 3 open imports; the limit is 3. Import or cancel some, then upload again.',
    });
    await upload(ctx, await newActor(), 'participants', PEOPLE);
    await cancelImport(ctx, actor, kept[0]?.id ?? '');
    await upload(ctx, actor, 'participants', PEOPLE);
  });

  test('are limited in the bytes of their files together', async () => {
    const { ctx } = attain;
    const actor = await newActor();
    const large =
      HEAD + 'D1,2024-01-31,100.10,USD,ann,,Bikes\n'.repeat(Math.floor((DEALS.length + 500) / 37));
    await upload(ctx, actor, 'deals', large);
    await expect(upload(ctx, actor, 'deals', `${large}\n${large}`)).rejects.toThrow(
      /^Open imports of this workspace would exceed \d+ bytes\./,
    );
    await upload(ctx, actor, 'participants', PEOPLE);
  });
});
