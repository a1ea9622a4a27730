import { expect, test } from 'vitest';
import { creditWords } from './credit-words.ts';

test.each([
  ['[CREDIT-1] the whole deal', { role: 'direct', sharePercent: '100' }, 'own deal'],
  ['[CREDIT-2] a part of it', { role: 'split', sharePercent: '62.5' }, '62.5% of the deal (split)'],
  ['[CREDIT-12] on top', { role: 'overlay', sharePercent: '10' }, '10% on top of the deal (overlay)'],
  ['[CREDIT-13] of somebody below', { role: 'roll-up', sharePercent: '100' }, 'deal of Ann'],
  ['[CREDIT-13] by a factor', { role: 'roll-up', sharePercent: '0.5' }, '0.5% of a deal of Ann'],
] as const)('%s: why it counts is said in a few words', (_title, credit, words) => {
  expect(creditWords({ ...credit, throughName: credit.role === 'roll-up' ? 'Ann' : null })).toBe(words);
});

test('[CREDIT-17] the reason of a credit states its factor', () => {
  const credit = { role: 'split', sharePercent: '60', throughName: null } as const;
  const factor = { percent: '50', where: 'kind renewal' };
  expect(creditWords({ ...credit, factor })).toBe('60% of the deal (split), 50% counts (kind renewal)');
  expect(creditWords({ ...credit, factor: null })).toBe('60% of the deal (split)');
});
