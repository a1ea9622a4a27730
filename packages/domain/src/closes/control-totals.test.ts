import { expect, test } from 'vitest';
import { controlDifference, controlProblem, controlState, needsReason } from './control-totals.ts';

const total = (found: string, stated: string | null, byFile = false) => ({
  ...{ label: 'Amount', found, stated, byFile },
});

test('[CLOSE-23] a total is equal to the last digit, or differs by what is missing', () => {
  expect(controlState(total('1250.5', '1250.50'))).toBe('equal');
  expect(controlProblem(total('1250.5', '1250.50'))).toBeNull();
  const short = total('1250.5', '1250.51');
  expect([controlState(short), controlDifference(short), needsReason(short)]).toEqual([
    'differs',
    '0.01',
    true,
  ]);
  expect(controlDifference(total('3', '2'))).toBe('-1');
  expect(controlProblem(short)).toBe('Amount: 1250.5 in the file, 1250.51 stated.');
});

test('[CLOSE-23] a total that a person left blank needs no reason, one that the file lacks does', () => {
  expect([controlState(total('1', null)), needsReason(total('1', null))]).toEqual(['missing', false]);
  expect(needsReason(total('1', null, true))).toBe(true);
  expect(controlDifference(total('1', null))).toBeNull();
  const blank = [total('1', null), total('1', null, true), { ...total('1', null, true), several: true }];
  expect(blank.map(controlProblem)).toEqual([
    'Amount: no control total was entered.',
    'Amount: the file states no total.',
    'Amount: the file states several totals.',
  ]);
});
