import { expect, test } from 'vitest';
import type { MonteCarloSummary, ReplaySummary, Simulation } from '../../api/shapes.ts';
import { impactText, outcomeMeaning, outcomeText, shortOutcomeText } from './simulation-words.ts';

test.each([
  ['[PLAN-36]', '3', '+3% (estimated improvement)'],
  ['[PLAN-37]', '-3', '−3% (estimated decrease)'],
  ['[PLAN-38]', '0', '0% (no significant impact)'],
  ['[PLAN-38] less than half a percent is none', '-0.4', '0% (no significant impact)'],
  ['[PLAN-36] rounded to whole percents', '2.6', '+3% (estimated improvement)'],
])('%s a change of %s percent reads “%s”', (_id, percent, words) => {
  expect(impactText(percent)).toBe(words);
});

const nothing = { draft: { documentHash: 'a' }, baseline: null, replay: null, monteCarlo: null, lint: null };
const everyone = { payees: 67, unpaid: 0 };
const replay = { ...everyone, currency: 'USD', change: '1200.00', changePercent: '2.6' } as ReplaySummary;
const drawn = {
  ...everyone,
  currency: 'USD',
  projectedSavings: '75000.00',
  confidence: 82,
} as MonteCarloSummary;

test.each<[string, Partial<Simulation>, string]>([
  [
    'a replay: the signed percent and the money',
    { replay },
    'Projected impact on pay: +3% (estimated improvement). Cost change: +$1,200.00.',
  ],
  [
    'a replay that could not pay all: who is excluded',
    { replay: { ...replay, payees: 2, unpaid: 65 } },
    'Projected impact on pay: +3% (estimated improvement). Cost change: +$1,200.00. 65 of 67 payees excluded.',
  ],
  [
    'a replay over months that paid nothing: the amount',
    { replay: { ...replay, changePercent: null } },
    'Cost change: +$1,200.00; the other plan paid nothing.',
  ],
  [
    'Monte Carlo: savings and confidence',
    { monteCarlo: drawn },
    'Projected savings: $75,000.00. Confidence: 82%',
  ],
])('[CONF-COMP-03] [CONF-COMP-04] each kind has words of its own. %s', (_name, result, words) => {
  expect(outcomeText({ ...nothing, ...result } as Simulation)).toBe(words);
});

test('a version compared with itself is called that', () => {
  const itself = { baseline: { documentHash: 'a' } } as Partial<Simulation>;
  const unchanged = { ...replay, change: '0.00', changePercent: '0' };
  const text = outcomeText({ ...nothing, ...itself, replay: unchanged } as Simulation);
  expect(text).toMatch(/Cost change: \$0\.00\. Both sides are the same version\.$/);
  expect(outcomeText({ ...nothing, ...itself, monteCarlo: drawn } as Simulation)).toMatch(/82%\. Both sides/);
});

test('more cost is not shown as a success, and neither is a result without most payees', () => {
  const meaning = (result: Partial<Simulation>) => outcomeMeaning({ ...nothing, ...result } as Simulation);
  expect(meaning({ replay })).toBe('info');
  expect(meaning({ replay: { ...replay, change: '-1.00' } })).toBe('ok');
  expect(meaning({ replay: { ...replay, change: '-1.00', unpaid: 1 } })).toBe('info');
  expect(meaning({ monteCarlo: drawn })).toBe('ok');
  expect(meaning({ monteCarlo: { ...drawn, projectedSavings: '-1.00' } })).toBe('info');
});

test('a list has a few words for each kind', () => {
  const short = (result: Partial<Simulation>) => shortOutcomeText({ ...nothing, ...result } as Simulation);
  expect(short({ replay })).toBe('+$1,200.00 in cost');
  expect(short({ replay: { ...replay, change: '0.00' } })).toBe('Costs the same');
  expect(short({ monteCarlo: drawn })).toBe('$75,000.00 saved, 82% confidence');
  expect(short({ lint: { findings: [] } as never })).toBe('0 findings');
});
