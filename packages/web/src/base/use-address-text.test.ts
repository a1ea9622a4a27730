import { expect, test } from 'vitest';
import { writtenAfter } from './use-address-text.ts';

test.each([
  ['the text written last', ['m'], 'm', []],
  ['an earlier one, late: what was typed since stays', [undefined, 'm'], undefined, ['m']],
  ['a later one: those before it were overtaken', ['m', 'ma', 'mar'], 'mar', []],
  ['what nobody wrote here: somebody went back', ['m'], 'Enterprise', null],
  ['anything, where nothing is on its way', [], undefined, null],
])('the address comes to say %s', (_, written, arrived, later) => {
  expect(writtenAfter(written, arrived)).toEqual(later);
});
