import { expect, test } from 'vitest';
import { modelUsageOf } from './model-usage.ts';

const answer = (usage: object | null) => ({ model: 'm', text: 'x', usage: usage as never });

test('[AN-13] tokens and cost of a run are exact sums over its models, by currency', () => {
  expect(
    modelUsageOf([
      null,
      { rows: 3 },
      answer({ promptTokens: 400, completionTokens: 120, cost: '0.1', currency: 'USD' }),
      answer({ promptTokens: 1, completionTokens: 2, cost: '0.2', currency: 'USD' }),
      answer({ promptTokens: 5, completionTokens: 0, cost: '0.05', currency: 'EUR' }),
      answer({ promptTokens: 7, completionTokens: 1, cost: null, currency: null }),
      answer(null),
    ]),
  ).toEqual({
    answers: 5,
    promptTokens: 413,
    completionTokens: 123,
    costs: [
      { currency: 'EUR', amount: '0.05' },
      { currency: 'USD', amount: '0.3' },
    ],
    unpriced: 2,
  });
});

test('the built-in analyst uses no tokens and costs nothing; a run without a model shows neither', () => {
  const offline = answer({ promptTokens: 0, completionTokens: 0, cost: '0', currency: null });
  expect(modelUsageOf([offline])).toMatchObject({ answers: 1, promptTokens: 0, costs: [], unpriced: 0 });
  expect(modelUsageOf([null, 'text', { usage: { cost: '1' } }])).toBeNull();
});
