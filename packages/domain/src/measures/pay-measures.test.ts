import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  attainmentSpread,
  type MeasuredLine,
  quotaAccuracy,
  shareOf,
  territoryBalance,
  territoryShares,
} from './pay-measures.ts';

const line = (credited: string, quota: string | null, territory: string | null = null): MeasuredLine => ({
  credited,
  quota,
  territory,
  attainmentPercent: quota === null ? null : String((Number(credited) / Number(quota)) * 100),
});

describe('measures of a calculation', () => {
  test('[MEAS-1] a share is cut, never rounded up, and null without lines', () => {
    expect([shareOf(2, 3), shareOf(3, 3), shareOf(0, 3), shareOf(0, 0)]).toEqual(['0.6666', '1', '0', null]);
    expect(shareOf(99_999, 100_000)).toBe('0.9999');
  });

  test('[MEAS-4] the spread of attainment looks at lines that have one', () => {
    expect(
      attainmentSpread([line('50', '100'), line('120', '100'), line('40', '100'), line('9', null)]),
    ).toEqual({
      lines: 3,
      meanPercent: '70',
      medianPercent: '50',
      atOrAbove100: 1,
      below50: 1,
    });
    expect(attainmentSpread([line('50', '100'), line('101', '100')]).medianPercent).toBe('75.5');
    expect(attainmentSpread([])).toMatchObject({ lines: 0, meanPercent: null, medianPercent: null });
  });

  test.each([
    ['as foretold', [line('100', '100')], '1'],
    ['a quarter missed', [line('150', '100'), line('100', '100')], '0.75'],
    ['missed both ways', [line('120', '100'), line('80', '100')], '0.8'],
    ['all wrong', [line('900', '100')], '0'],
    ['no quota', [line('900', null), line('1', '0')], null],
  ])('[MEAS-2] quotas %s', (_, lines, accuracy) => expect(quotaAccuracy(lines)).toBe(accuracy));

  test('[MEAS-3] territories that sold other parts than they were asked for, the one that fell shortest first', () => {
    const shares = territoryShares([
      line('60', '50', 'North'),
      line('30', '25', 'South'),
      line('10', '25', 'South'),
      line('7', '100'),
    ]);
    expect(shares).toEqual([
      {
        territory: 'South',
        lines: 2,
        credited: '40',
        quota: '50',
        creditPercent: '40',
        quotaPercent: '50',
        gapPercent: '-10',
      },
      {
        territory: 'North',
        lines: 1,
        credited: '60',
        quota: '50',
        creditPercent: '60',
        quotaPercent: '50',
        gapPercent: '10',
      },
    ]);
    expect(territoryBalance(shares)).toBe('0.9');
    expect(territoryBalance(territoryShares([line('7', '100')]))).toBeNull();
    expect(territoryShares([line('-5', '50', 'North')])).toEqual([]);
  });

  test('[MEAS-2] [MEAS-3] are from 0 to 1 whatever was sold', () => {
    const figure = fc.integer({ min: -1_000, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2));
    const quota = fc.option(fc.integer({ min: 1, max: 10_000 }).map(String));
    const some = fc.array(
      fc.record({ credited: figure, quota, territory: fc.constantFrom('A', 'B', 'C', null) }),
    );
    fc.assert(
      fc.property(some, (given) => {
        const lines = given.map((one) => ({ ...one, attainmentPercent: null }));
        for (const measure of [quotaAccuracy(lines), territoryBalance(territoryShares(lines))])
          expect(measure === null || (Number(measure) >= 0 && Number(measure) <= 1)).toBe(true);
      }),
    );
  });
});
