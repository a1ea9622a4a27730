import { expect, test } from 'vitest';
import { audienceOf, isVisibleTo, publishTo } from './publication.ts';

test('[ACCESS-28] results are visible to managers from the preview, to payees once published, to others from the start', () => {
  const [own, team, tenant] = (['own', 'team', 'tenant'] as const).map(audienceOf);
  const sees = ([null, 'managers', 'payees'] as const).map((published) =>
    [own, team, tenant].map((reader) => isVisibleTo(reader ?? null, published)),
  );
  expect(sees).toEqual([
    [false, false, true],
    [false, true, true],
    [true, true, true],
  ]);
});

test('[ACCESS-29] publishing only widens the audience', () => {
  expect(publishTo('managers', null)).toEqual({ ok: true, value: 'managers' });
  expect(publishTo('payees', null).ok).toBe(true);
  expect(publishTo('payees', 'managers').ok).toBe(true);
  for (const [wanted, published] of [
    ['managers', 'managers'],
    ['managers', 'payees'],
    ['payees', 'payees'],
  ] as const)
    expect(publishTo(wanted, published).ok).toBe(false);
});
