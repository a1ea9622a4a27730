import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

const pepper = Buffer.alloc(32, 7);

test('a crowd of sign-ins is verified two at a time, and those beyond the queue are refused at once', async () => {
  const stored = await hashPassword('the right password', pepper);
  const order: string[] = [];
  const crowd = Array.from({ length: 50 }, (_, at) =>
    verifyPassword(at === 0 ? 'the right password' : `wrong ${at}`, stored, pepper).then(
      (right) => order.push(right ? 'right' : 'wrong'),
      (error: { code?: string }) => order.push(error.code ?? String(error)),
    ),
  );
  // hashing a new password is never refused, and does not wait for all those before it
  const hashed = hashPassword('another password', pepper).then(() => order.push('hashed'));
  await Promise.all([...crowd, hashed]);
  expect(order.slice(0, 18)).toEqual(Array(18).fill('THROTTLED'));
  expect(order.filter((one) => one === 'wrong')).toHaveLength(31);
  expect(order.filter((one) => one === 'right')).toHaveLength(1);
  expect(order.indexOf('hashed')).toBeLessThan(18 + 8);
  expect(await verifyPassword('the right password', stored, pepper)).toBe(true);
}, 60_000);
