import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestContext, type TestContext } from '../testing/start-test-context.ts';

let ctx: TestContext;

beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

test.each([
  { pool: 'screens', options: {} },
  { pool: 'deliveries', options: { pipelined: true } },
])(
  'a workspace whose transactions all wait leaves connections for $pool to the others',
  async ({ options }) => {
    const { db } = ctx.ctx;
    const [busy, other] = [await ctx.newTenant(), await ctx.newTenant()];
    const released = Promise.withResolvers<void>();
    let started = 0;
    const waiting = Array.from({ length: 50 }, () =>
      db.within(
        busy.tenantId,
        async () => {
          started += 1;
          await released.promise;
        },
        options,
      ),
    );
    const read = () =>
      db.within(other.tenantId, async ({ client }) => (await client.query('SELECT 1 AS one')).rows, options);
    expect(await read()).toEqual([{ one: 1 }]);
    expect(started).toBeLessThan(50);
    released.resolve();
    await Promise.all(waiting);
    expect(started).toBe(50);
  },
);
