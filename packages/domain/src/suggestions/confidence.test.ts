import { expect, test } from 'vitest';
import { confidenceFaults, confidenceLevel } from './confidence.ts';

test.each([
  [null, null, []],
  ['0', 'lines right ÷ lines', []],
  ['1', 'lines right ÷ lines', []],
  ['0.85', 'lines right ÷ lines', []],
  ['1.01', 'lines right ÷ lines', ['confidence']],
  ['-0.1', 'lines right ÷ lines', ['confidence']],
  ['85 %', 'lines right ÷ lines', ['confidence']],
  [null, 'lines right ÷ lines', ['confidence']],
  ['0.85', null, ['confidenceFormula']],
])('[SGR-1] a confidence of %s by the formula %s is told where it is wrong', (confidence, formula, wrong) => {
  const faults = confidenceFaults({ confidence, confidenceFormula: formula });
  expect(faults.map(({ rule, path }) => `${rule} ${path}`)).toEqual(wrong.map((path) => `SGR-1 ${path}`));
});

test('[CONF-ASSIST-18] a confidence is High from 80, and Medium below', () => {
  expect([100, 80, 79, 70, 0].map(confidenceLevel)).toEqual(['High', 'High', 'Medium', 'Medium', 'Medium']);
});
