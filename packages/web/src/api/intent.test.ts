import { expect, test } from 'vitest';
import { HttpError } from './http-error.ts';
import { newIntent } from './intent.ts';

const rejected = (status: number, code = '') =>
  new HttpError({ status, statusText: '', headers: new Headers() }, JSON.stringify({ error: 'No.', code }));

function intent() {
  let made = 0;
  return newIntent(() => `key-${++made}`);
}

test('a retry keeps the key while the outcome is unknown', () => {
  for (const error of [
    new TypeError('lost'),
    rejected(500),
    rejected(503),
    rejected(401),
    rejected(429),
    rejected(409, 'IN_FLIGHT'),
  ]) {
    const one = intent();
    const first = one.keyFor({ name: 'a' });
    one.ended(error);
    expect(one.keyFor({ name: 'a' })).toBe(first);
  }
});

test('a definite answer ends the intent: success, or an error the user can fix', () => {
  for (const error of [null, rejected(422), rejected(409, 'CONFLICT'), rejected(404)]) {
    const one = intent();
    const first = one.keyFor({ name: 'a' });
    one.ended(error);
    expect(one.keyFor({ name: 'a' })).not.toBe(first);
  }
});

test('another input is another intent', () => {
  const one = intent();
  expect(one.keyFor({ name: 'a' })).not.toBe(one.keyFor({ name: 'b' }));
});
