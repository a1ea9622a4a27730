import type { Condition } from '@attain/domain/plans/condition';
import { expect, test } from 'vitest';
import { fieldOptions, operatorOf, operatorsFor, withField, withOperator } from './condition-operators.ts';

test.each<[Condition, string]>([
  [{ field: 'kind', in: ['Won'] }, 'is'],
  [{ field: 'kind', in: ['Won'], matchCase: true }, 'is-exactly'],
  [{ field: 'kind', notIn: ['Won'] }, 'is-not'],
  [{ field: 'amount', number: { moreThan: '5' } }, 'moreThan'],
  [{ field: 'amount', number: { atLeast: '5', atMost: '9' } }, 'between'],
  [{ field: 'amount', number: { atLeast: '5', lessThan: '9' } }, 'within'],
  [{ field: 'date', days: { to: '2024-12-31' } }, 'to'],
  [{ field: 'date', days: { from: '2024-01-01', to: '2024-12-31' } }, 'between-days'],
  [{ field: 'own:Channel', notIn: ['Web'] }, 'is-not'],
  [{ field: 'own:Seats', number: { atLeast: '5', atMost: '9' } }, 'between'],
  [{ field: 'own:Starts', days: { from: '2024-01-01', to: '2024-12-31' } }, 'between-days'],
])('[CREDIT-18] %j is compared by %s, which is offered', (condition, operator) => {
  expect(operatorOf(condition)).toBe(operator);
  expect(operatorsFor(condition).map(({ value }) => value)).toContain(operator);
  expect(withOperator(condition, operator)).toEqual(condition);
});

test('[CREDIT-18] what was typed is kept where the comparison or the field allows it', () => {
  const won: Condition = { field: 'kind', in: ['Won'] };
  expect(withOperator(won, 'is-not')).toEqual({ field: 'kind', notIn: ['Won'] });
  expect(withField(won, 'product')).toEqual({ field: 'product', in: ['Won'] });
  expect(withField(won, 'amount')).toEqual({ field: 'amount', number: { atLeast: '' } });
  const large: Condition = { field: 'amount', number: { atLeast: '5' } };
  expect(withOperator(large, 'between')).toEqual({ field: 'amount', number: { atLeast: '5', atMost: '' } });
  expect(withOperator(large, 'lessThan')).toEqual({ field: 'amount', number: { lessThan: '5' } });
  const since: Condition = { field: 'date', days: { from: '2024-01-01' } };
  expect(withOperator(since, 'to')).toEqual({ field: 'date', days: { to: '2024-01-01' } });
});

test('[CREDIT-19] an own field is compared as a text, a number or a day', () => {
  const web: Condition = { field: 'own:Channel', in: ['Web'] };
  const sized = { field: 'own:Channel', number: { atLeast: '' } };
  expect(withOperator(web, 'atLeast')).toEqual(sized);
  expect(withOperator(withOperator(web, 'atLeast'), 'to')).toEqual({
    field: 'own:Channel',
    days: { to: '' },
  });
  expect(withOperator({ field: 'own:Starts', days: { from: '2024-01-01' } }, 'is')).toEqual({
    field: 'own:Starts',
    in: [],
  });
  expect(withField(web, 'kind')).toEqual({ field: 'kind', in: ['Web'] });
  expect(withField({ field: 'amount', number: { moreThan: '5' } }, 'own:Seats')).toEqual({
    field: 'own:Seats',
    number: { moreThan: '5' },
  });
  expect(fieldOptions(['Channel']).at(-1)).toEqual({
    heading: 'Own fields',
    options: [{ value: 'own:Channel', label: 'Channel' }],
  });
});
