import { expect, test } from 'vitest';
import type { ApprovalRequest } from '../../api/shapes.ts';
import { chosenOf, totalsOf } from './chosen-requests.ts';
import { messages } from './messages.ts';

const request = (at: number, given: Partial<ApprovalRequest> = {}) =>
  ({
    id: `r${at}`,
    mayDecide: true,
    kind: 'adjustment',
    amount: null,
    currency: null,
    ...given,
  }) as ApprovalRequest;
const ids = (some: readonly ApprovalRequest[]) => some.map(({ id }) => id);

test('[APR-17] any 50 of a long list are decided together, not only its first ones', () => {
  const rows = Array.from({ length: 60 }, (_, at) => request(at));
  const { first, picked } = chosenOf(rows, ['r0', 'r55', 'gone']);
  expect(ids(picked)).toEqual(['r0', 'r55']);
  expect(first).toHaveLength(50);
  expect(chosenOf(rows, ids(rows)).picked).toHaveLength(50);
  expect(ids(chosenOf([request(1, { mayDecide: false }), request(2)], ['r1', 'r2']).picked)).toEqual(['r2']);
});

test('a decision about several states their total by currency and what can be undone', () => {
  const some = [
    request(1, { amount: '100.10', currency: 'USD' }),
    request(2, { amount: '5', currency: 'EUR' }),
    request(3, { amount: '-0.20', currency: 'USD' }),
    request(4),
  ];
  expect(totalsOf(some)).toEqual([
    { currency: 'USD', amount: '99.90' },
    { currency: 'EUR', amount: '5' },
  ]);
  expect(messages.many.title('approve', some)).toBe('Approve 4 requests, $99.90 + €5.00?');
  expect(messages.many.title('reject', [request(4)])).toBe('Reject 1 request?');
  const mixed = [request(1), request(2, { kind: 'import' })];
  expect(messages.many.description('approve', mixed)).toBe(
    'Each is decided separately, with your name and comment. Your votes can’t be changed.',
  );
  expect(messages.many.description('reject', [request(1)])).toBe(
    'Each is decided separately, with your name and reason. Nothing is paid. The requester is notified.',
  );
});
