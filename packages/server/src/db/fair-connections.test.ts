import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../testing/start-test-house.ts';

let house: TestHouse;

beforeAll(async () => {
  house = await startTestHouse();
});
afterAll(() => house?.stop());

test.each([
  { pool: 'screens', options: {} },
  { pool: 'deliveries', options: { pipelined: true } },
])(
  'a workspace whose transactions all wait leaves connections for $pool to the others',
  async ({ options }) => {
    const { db } = house.house;
    const [busy, other] = [await house.newTenant(), await house.newTenant()];
    const released = Promise.withResolvers<void>();
    let begun = 0;
    const waiting = Array.from({ length: 50 }, () =>
      db.within(
        busy.tenantId,
        async () => {
          begun += 1;
          await released.promise;
        },
        options,
      ),
    );
    const read = () =>
      db.within(other.tenantId, async ({ client }) => (await client.query('SELECT 1 AS one')).rows, options);
    expect(await read()).toEqual([{ one: 1 }]);
    expect(begun).toBeLessThan(50);
    released.resolve();
    await Promise.all(waiting);
    expect(begun).toBe(50);
  },
);
