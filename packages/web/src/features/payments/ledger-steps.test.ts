import { expect, test } from 'vitest';
import type { PaymentDetail } from '../../api/shapes.ts';
import { ledgerSteps } from './ledger-steps.ts';

type Line = PaymentDetail['ledger'][number];

type Part = Pick<Line, 'kind' | 'amount' | 'rule'> & { dealId?: string };

const line = ({ dealId, ...of }: Part, seq: number) =>
  ({ ...of, seq, references: { dealId: dealId ?? `d${seq}` } }) as Line;
const ledger = (...of: Part[]) => of.map(line);
const held = { kind: 'held', amount: '-10.25', rule: 'PAYM-32' } as const;
const released = { kind: 'released', amount: '3.00', rule: 'PAYM-32' } as const;
const earned = { kind: 'earned', amount: '100.00', rule: 'PAYM-1' } as const;

test('many deals in a row that wait for their customers are one step with their sum', () => {
  const steps = ledgerSteps(ledger(earned, held, held, held, held, released, released, released, released));
  expect(steps.map((step) => [step.lines.length, 'amount' in step ? step.amount : null])).toEqual([
    [1, null],
    [4, '-41.00'],
    [4, '12.00'],
  ]);
});

test('few of them, and lines of other rules, stay lines in their order', () => {
  const other = { ...held, rule: 'PAYM-4' };
  const lines = ledger(held, held, held, earned, other, other, other, other);
  expect(ledgerSteps(lines).flatMap(({ lines: of }) => of)).toEqual(lines);
  expect(ledgerSteps(lines)).toHaveLength(lines.length);
});

test('a step counts deals, not their lines', () => {
  const twice = { ...held, dealId: 'd' };
  expect(ledgerSteps(ledger(twice, twice, held, held))).toMatchObject([
    { lines: { length: 4 }, amount: '-41.00', deals: 3 },
  ]);
});

test('lines that move no money stay lines, and end a row', () => {
  const note = { ...held, amount: '0.00' };
  const lines = ledger(note, note, note, note, note, held, held, note, held, held);
  expect(ledgerSteps(lines)).toEqual(lines.map((one) => ({ lines: [one] })));
});
