import { describe, expect, test } from 'vitest';
import { type Checked, reasonsToHold } from './usual-size.ts';

const brought = (rows: number, amount: string, currency: string | null = 'USD') => ({
  rows,
  totals: [{ unit: '$', currency, amount }],
});
const checked = (rows: number, amount: string, more: Partial<Checked> = {}): Checked => ({
  ...brought(rows, amount),
  ...{ errors: 0, skipped: 0, warnings: 0, unknownPeople: 0 },
  ...more,
});

describe('[CONN-17] what a connector stores without asking', () => {
  const usual = [brought(90, '900.00'), brought(110, '1100.00')];

  test('30 % from the median, and not a row or a cent more', () => {
    expect(reasonsToHold(checked(130, '1300.00'), usual)).toEqual([]);
    expect(reasonsToHold(checked(70, '700.00'), usual)).toEqual([]);
    expect(reasonsToHold(checked(131, '1300.01'), usual)).toEqual([
      '131 rows instead of the usual 100.',
      'A total of $1,300.01 instead of the usual $1,000.00.',
    ]);
    expect(reasonsToHold(checked(69, '699.99'), usual)).toHaveLength(2);
  });

  test('skipped rows up to 30 % of all', () => {
    expect(reasonsToHold(checked(100, '1000.00', { skipped: 30 }), usual)).toEqual([]);
    expect(reasonsToHold(checked(100, '1000.00', { skipped: 31 }), usual)).toEqual([
      '31 of 100 rows have errors.',
    ]);
  });

  test('the median is that of the last eight', () => {
    const eight = Array.from({ length: 8 }, () => brought(10, '10'));
    expect(reasonsToHold(checked(10, '10'), [...eight, ...Array(20).fill(brought(900, '900'))])).toEqual([]);
  });

  test('a currency that comes or goes, and returns below zero', () => {
    expect(
      reasonsToHold({ ...checked(1, '0'), totals: brought(1, '5', 'EUR').totals }, [brought(1, '5')]),
    ).toEqual([
      'A total of 5.00 EUR instead of the usual 0.00 EUR.',
      'A total of $0.00 instead of the usual $5.00.',
    ]);
    expect(reasonsToHold(checked(1, '-130'), [brought(1, '-100')])).toEqual([]);
    expect(reasonsToHold(checked(1, '100'), [brought(1, '-100')])).toHaveLength(1);
  });

  test('errors, warnings, unknown names and a first execution wait for a person', () => {
    const all = checked(1, '1', { errors: 1, warnings: 2, unknownPeople: 3 });
    expect(reasonsToHold(all, [])).toEqual([
      '1 row has errors.',
      '3 names are unknown.',
      '2 rows have warnings.',
      'This is the first execution, so there is nothing to compare it with.',
    ]);
  });
});
