import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillWording, markText } from './wording.ts';

const computed = 'Saves $75,000.00 over 2025 (1.6%). 19 of 48 payees earn more than 1% less with MBO Wins.';
const marked = markText(computed, ['MBO Wins', 'MBO']);

test('[SGR-88] a model gets words only: every figure and every name is a mark', () => {
  expect(marked.text).toBe(
    'Saves {F1} over {F2} ({F3}). {F4} of {F5} payees earn more than {F6} less with {N1}.',
  );
  expect(markText('57% of 57', ['57']).text).toBe('{F1} of {F2}');
  expect(markText('Ann’s pay in 2025-Q4: 2025-Q4', ['Ann']).text).toBe('{N1}’s pay in {F1}: {F1}');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ minLength: 1 })), (text, names) => {
      const { text: shown, values } = markText(text, names);
      expect(shown.replaceAll(/\{[FN]\d+\}/g, '')).not.toMatch(/\p{N}/u);
      for (const name of values.values()) expect(text).toContain(name);
    }),
    { numRuns: 30 },
  );
});

test('[SGR-88] sign and currency belong to the figure, and a denial stays at its place', () => {
  for (const amount of ['-CHF\u00a01,200.50', 'SEK\u00a010', '($5.00)', '-$5.00'])
    expect(markText(`Pay changed by ${amount}.`, [])).toEqual({
      text: 'Pay changed by {F1}.',
      values: new Map([['{F1}', amount]]),
    });
  const one = markText('Ann did not reach 90%; Ben did: 95%.', ['Ann', 'Ben']);
  expect(fillWording(one, '{N1} did reach {F1}; {N2} did not: {F2}.')).toHaveProperty('problem');
  expect(fillWording(one, 'Well, {N1} has not reached {F1}; {N2}’s is {F2}.')).toHaveProperty('text');
  const glued = markText('Ben/95', ['Ben']);
  expect(fillWording(glued, glued.text)).toEqual({ text: 'Ben/95' });
  expect(fillWording(glued, '{N1} {F1}')).toHaveProperty('problem');
});

test('[SGR-88] a wording with all figures in their order is filled in', () => {
  const reply = 'In {F2} it saves {F1}.';
  expect(fillWording(markText('Saves $75,000.00 over 2025.', []), reply)).toHaveProperty('problem');
  expect(
    fillWording(
      marked,
      'This saves {F1} over {F2}, which is {F3}; {F4} of the {F5} payees would earn more than {F6} less with {N1}.',
    ),
  ).toEqual({
    text: 'This saves $75,000.00 over 2025, which is 1.6%; 19 of the 48 payees would earn more than 1% less with MBO Wins.',
  });
});

test('[SGR-88] signs of the computed text stay at their places among the figures', () => {
  const weights = markText('Rebalance the weights to 65 / 8 / 27 (r 0.66).', []);
  expect(fillWording(weights, 'The weights go to {F1} / {F2} / {F3} (r {F4}).')).toEqual({
    text: 'The weights go to 65 / 8 / 27 (r 0.66).',
  });
  for (const reply of [
    'The weights go to {F1} {F2} / {F3} / (r {F4}).',
    'The weights go to {F1} / {F2} {F3} (r {F4}).',
    'The weights go to {F1} / {F2} / {F3} (r / {F4}).',
  ])
    expect(fillWording(weights, reply)).toHaveProperty('problem');
});

test.each([
  ['a figure is missing', 'It saves {F1} over {F2}.'],
  ['two figures change places', 'Saves {F2} over {F1}; it costs {F3}.'],
  [
    'a figure of its own',
    'Saves {F1} over {F2} ({F3}), 5 more; {F4} of {F5} earn more than {F6} less with {N1}.',
  ],
  [
    'a number word',
    'Saves {F1} over {F2} ({F3}). {F4} of {F5}, about half, earn more than {F6} less with {N1}.',
  ],
  [
    'an unknown mark',
    'Saves {F1} over {F2} ({F3}). {F4} of {F5} earn more than {F6} less with {N1} and {N2}.',
  ],
  ['the opposite', 'Costs {F1} over {F2} ({F3}). {F4} of {F5} earn more than {F6} less with {N1}.'],
  ['a denial', 'Does not save {F1} over {F2} ({F3}). {F4} of {F5} earn more than {F6} less with {N1}.'],
  [
    'a link',
    'Saves {F1} over {F2} ({F3}). {F4} of {F5} earn more than {F6} less with {N1}: https://x.example',
  ],
  ['markup', '<b>Saves</b> {F1} over {F2} ({F3}). {F4} of {F5} earn more than {F6} less with {N1}.'],
  ['a minus', 'Saves -{F1} over {F2} ({F3}). {F4} of {F5} earn more than {F6} less with {N1}.'],
  ['a dash before it', 'Saves – {F1} over {F2} ({F3}). {F4} of {F5} earn more than {F6} less with {N1}.'],
  ['brackets', 'Saves ( {F1} ) over {F2} ({F3}). {F4} of {F5} earn more than {F6} less with {N1}.'],
  ['a letter', 'Saves {F1}k over {F2} ({F3}). {F4} of {F5} earn more than {F6} less with {N1}.'],
  ['a sign', 'Saves {F1}% over {F2} ({F3}). {F4} of {F5} earn more than {F6} less with {N1}.'],
  ['a comma in it', 'Saves {F1} over {F2} ({F3}). {F4},{F5} earn more than {F6} less with {N1}.'],
  ['a figure made of two', 'Saves {F1}{F2} ({F3}) over. {F4} of {F5} earn more than {F6} less with {N1}.'],
  ...['k', 'bn', 'trillion', 'percent', 'euros', 'CHF'].map((word) => [
    word,
    `Saves {F1} ${word} over {F2} ({F3}). {F4} of {F5} earn more than {F6} less with {N1}.`,
  ]),
  ['less before more', 'Saves {F1} over {F2} ({F3}). {F4} of {F5} earn less than {F6} more with {N1}.'],
  ['a bound', 'Saves almost {F1} over {F2} ({F3}). {F4} of {F5} earn more than {F6} less with {N1}.'],
  ['nothing', '  '],
  [
    'a novel',
    `Saves {F1} over {F2} ({F3}). {F4} of {F5} earn more than {F6} less with {N1}.${' word'.repeat(200)}`,
  ],
])('[SGR-88] a wording is dropped: %s', (_, reply) => {
  expect(fillWording(marked, reply)).toHaveProperty('problem');
});
