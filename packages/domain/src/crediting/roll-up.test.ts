import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plain, sum } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';
import type { CreditScope } from '../plans/terms.ts';
import type { ReportingLine } from '../quotas/participant.ts';
import { creditDeal } from './credit-deal.ts';
import type { Deal } from './deal.ts';
import { exchangeTable } from './exchange.ts';
import { exchangeFinder } from './exchange-policy.ts';
import { checkReportingLines, hierarchyOf } from './hierarchy.ts';
import { creditsInScope, rolledUp } from './roll-up.ts';
import { sampleDeal } from './sample-deal.fixture.ts';

const period = { key: '2024-Q1', from: '2024-01-01', to: '2024-03-31' };
const calendar = { period: 'quarter' as const, fiscalYearStartMonth: 1 };
const line = (participantId: string, managerId: string, from = '2024-01-01', to: string | null = null) =>
  ({ participantId, managerId, from, to }) satisfies ReportingLine;
const faults = (...lines: ReportingLine[]) => checkReportingLines(lines, period);

function sharesOf(deal: Deal) {
  const exchanges = exchangeFinder(exchangeTable([], 'USD'), { policy: undefined, calendar, period });
  const problems: Problem[] = [];
  const terms = { currency: 'USD', exchanges, isKnown: () => true, asksAmount: () => true };
  const shares = creditDeal(deal, terms, problems);
  return { shares, rules: problems.map(({ rule }) => rule) };
}

describe('[CREDIT-12] overlays', () => {
  const overlaid = (...overlays: [string, string][]) =>
    sharesOf(
      sampleDeal('d', '1000', {
        overlays: overlays.map(([participantId, sharePercent]) => ({ participantId, sharePercent })),
      }),
    );
  test('come on top of the deal and may sum to anything', () => {
    const { shares } = overlaid(['sue', '80'], ['tom', '150']);
    expect(shares.map(({ participantId, amount, role }) => [participantId, plain(amount), role])).toEqual([
      ['ann', '1000', 'direct'],
      ['sue', '800', 'overlay'],
      ['tom', '1500', 'overlay'],
    ]);
  });
  test.each([
    [
      'twice the same',
      [
        ['sue', '1'],
        ['sue', '2'],
      ],
    ],
    ['the owner', [['ann', '1']]],
    ['nothing', [['sue', '0']]],
    ['no number', [['sue', '1,5']]],
  ] as [string, [string, string][]][])('%s is refused', (_, overlays) => {
    expect(overlaid(...overlays).rules).toEqual(['CREDIT-12']);
  });
});

test('[CREDIT-11] an invalid approval day is rejected', () => {
  expect(sharesOf(sampleDeal('d', '1', { approvedOn: '2024-02-30' })).rules).toEqual(['CREDIT-11']);
});

describe('[CREDIT-13] the hierarchy of a day', () => {
  const hierarchy = hierarchyOf([
    line('ann', 'bob', '2024-01-01', '2024-01-31'),
    line('ann', 'cid', '2024-02-01'),
    line('bob', 'dan'),
    line('cid', 'dan'),
    line('ann', 'dan', '2024-03-01'),
  ]);
  test.each([
    ['2023-12-31', []],
    [
      '2024-01-31',
      [
        ['bob', 1],
        ['dan', 2],
      ],
    ],
    [
      '2024-02-01',
      [
        ['cid', 1],
        ['dan', 2],
      ],
    ],
    [
      '2024-03-01',
      [
        ['cid', 1],
        ['dan', 1],
      ],
    ],
  ])('above ann on %s', (day, expected) => {
    expect([...hierarchy.above('ann', day)]).toEqual(expected);
  });
});

describe('[CREDIT-15] a circle is rejected with its names', () => {
  test('when its lines share a day', () => {
    const [problem] = faults(line('cid', 'ann', '2024-03-01'), line('ann', 'bob'), line('bob', 'cid'));
    expect(problem?.message).toBe(
      'On 2024-03-01 the reporting lines are circular: ann → bob → cid → ann. End one of them before that day.',
    );
  });
  test('not when they follow each other, or lie outside the measured days', () => {
    expect(faults(line('ann', 'bob', '2024-01-01', '2024-01-31'), line('bob', 'ann', '2024-02-01'))).toEqual(
      [],
    );
    expect(faults(line('ann', 'bob', '2023-01-01', '2023-12-31'), line('bob', 'ann', '2023-02-01'))).toEqual(
      [],
    );
    expect(faults(line('ann', 'bob', '2024-04-01'), line('bob', 'ann', '2024-04-01'))).toEqual([]);
  });
  test('no one manages themselves, and days are valid', () => {
    expect(faults(line('ann', 'ann')).map(({ rule }) => rule)).toEqual(['CREDIT-15']);
    expect(faults(line('ann', 'bob', '2024-02-30')).map(({ rule }) => rule)).toEqual(['CREDIT-15']);
    expect(faults(line('ann', 'bob', '2024-02-02', '2024-02-01')).map(({ rule }) => rule)).toEqual([
      'CREDIT-15',
    ]);
  });
  test('a chain of ten thousand is looked through', () => {
    const chain = Array.from({ length: 10_000 }, (_, i) => line(`p${i}`, `p${i + 1}`));
    expect(faults(...chain)).toEqual([]);
    expect(faults(...chain, line('p10000', 'p0'))).toHaveLength(1);
    expect(hierarchyOf(chain).above('p0', '2024-01-01').size).toBe(10_000);
  });
});

describe('[CREDIT-14] whatever the hierarchy, the splits and the overlays', () => {
  const people = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay'];
  const someone = fc.integer({ min: 0, max: 4 });
  // Managers always come later in the list, so that no line can lead back.
  const hierarchy = fc
    .array(fc.tuple(someone, fc.integer({ min: 1, max: 5 })), { maxLength: 10 })
    .map((pairs) =>
      hierarchyOf(
        pairs
          .filter(([below, above]) => above > below)
          .map(([below, above]) => line(people[below] ?? '', people[above] ?? '')),
      ),
    );
  const deal = fc
    .tuple(fc.uniqueArray(someone, { minLength: 1, maxLength: 3 }), fc.uniqueArray(someone, { maxLength: 3 }))
    .map(([owners, extra]) =>
      sampleDeal('d', '1000', {
        participantId: people[owners[0] ?? 0] ?? '',
        splits:
          owners.length === 1
            ? []
            : owners.map((at, i) => ({
                participantId: people[at] ?? '',
                sharePercent: i === 0 ? String(100 - 10 * (owners.length - 1)) : '10',
              })),
        overlays: extra
          .filter((at) => !owners.includes(at))
          .map((at) => ({ participantId: people[at] ?? '', sharePercent: '70' })),
      }),
    );

  test('no one is credited with more than the deal, or with an overlay and a part of it', () => {
    const scope: CreditScope = { of: 'own-and-team', levels: null, factorPercents: [] };
    const property = fc.property(hierarchy, deal, (above, one) => {
      const { shares } = sharesOf(one);
      const all = [...shares, ...rolledUp(shares, above)];
      for (const id of people) {
        const counted = creditsInScope(
          all.filter(({ participantId }) => participantId === id),
          scope,
        );
        expect(sum(counted.map(({ amount }) => amount)).lte('1000')).toBe(true);
        if (counted.some(({ overlay }) => overlay)) expect(counted).toHaveLength(1);
        expect(new Set(counted.map(({ through }) => through ?? id)).size).toBe(counted.length);
      }
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe('[CREDIT-16] the rate of exchange by policy', () => {
  const quoted = (date: string, rate: string, wanted = { from: 'EUR', to: 'USD' }) => ({
    ...wanted,
    date,
    rate,
    source: 'ECB',
  });
  const table = exchangeTable(
    [
      quoted('2023-12-15', '1.05'),
      quoted('2024-01-10', '1.1'),
      quoted('2024-02-10', '1.2'),
      quoted('2024-03-10', '1.24'),
      quoted('2024-02-01', '0.5', { from: 'USD', to: 'GBP' }),
      quoted('2024-03-01', '0.8', { from: 'USD', to: 'GBP' }),
    ],
    'USD',
  );
  const found = (policy: Parameters<typeof exchangeFinder>[1]['policy'], day: string, currency = 'EUR') =>
    exchangeFinder(table, { policy, calendar, period }).find(currency, day)?.shown;

  test('the mean of the period, with how many rates it is made of', () => {
    expect(found({ on: 'period-average' }, '2024-01-01')).toEqual({
      rate: '1.18',
      date: '2024-03-31',
      source: 'ECB: average of 3 rates, 2024-01-01 to 2024-03-31',
    });
    expect(found({ on: 'period-average' }, '2024-01-01', 'GBP')).toEqual({
      rate: '1.625',
      date: '2024-03-31',
      source: 'ECB: average of 2 rates, 2024-01-01 to 2024-03-31, each 1 ÷ the opposite rate',
    });
  });
  test('a deal before the period is converted as in its own', () => {
    expect(found({ on: 'period-end' }, '2024-02-02')?.rate).toBe('1.24');
    expect(found({ on: 'period-end' }, '2023-10-01')?.rate).toBe('1.05');
    expect(found({ on: 'period-average' }, '2023-10-01')?.rate).toBe('1.05');
    expect(found({ on: 'period-average' }, '2023-04-01')).toBeUndefined();
  });
  test('a locked rate is that of its date, whatever the deal', () => {
    expect(found({ on: 'locked', date: '2024-02-09' }, '2024-03-31')?.rate).toBe('1.1');
  });
  test('a mean that never ends is rounded to 20 significant digits, and that is the rate', () => {
    const thirds = exchangeTable(
      [quoted('2024-01-01', '1'), quoted('2024-01-02', '1'), quoted('2024-01-03', '2')],
      'USD',
    );
    const finder = exchangeFinder(thirds, { policy: { on: 'period-average' }, calendar, period });
    expect(finder.find('EUR', '2024-02-01')?.shown.rate).toBe('1.3333333333333333333');
  });
});
