import { expect, test } from 'vitest';
import { ledgerSums, openBalances } from './ledger-words.ts';

test('[PAYM-1] a payment in a few words: each kind of event with its sum, in the order in which they happen', () => {
  const ledger = [
    { kind: 'earned', amount: '100.00' },
    { kind: 'earned', amount: '50.50' },
    { kind: 'held', amount: '-10.25' },
    { kind: 'held', amount: '10.25' },
    { kind: 'draw-recovered', amount: '-20' },
  ] as const;
  expect(ledgerSums(ledger)).toEqual([
    { kind: 'earned', label: 'Earned', amount: '150.50' },
    { kind: 'held', label: 'Held back', amount: '0.00' },
    { kind: 'draw-recovered', label: 'Draw recovered', amount: '-20' },
  ]);
});

test('[PAYM-1] open balances after a payment are named; settled ones are not', () => {
  expect(openBalances({ held: '5.00', draw: '0.00', carried: '2.50' })).toEqual([
    { label: 'Held, not released yet', amount: '5.00' },
    { label: 'Owed, carried to the next payment', amount: '2.50' },
  ]);
});
