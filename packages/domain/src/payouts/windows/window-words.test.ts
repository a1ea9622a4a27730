import { describe, expect, test } from 'vitest';
import { carriedWords, windowWords } from './window-words.ts';

const writing = {
  day: (day: string) => day,
  money: (amount: string) => `$${amount}`,
  credit: (amount: string) => amount,
};
const window = { from: '2024-01-01', to: '2024-06-30', credited: '500', paid: null, trueUp: null };

describe('sentences about a window', () => {
  test('[MEASURE-1] which days, how much, and how much of it came before', () => {
    expect(windowWords({ credited: '120.5', window }, writing)).toEqual([
      'Measured from 2024-01-01 to 2024-06-30: 500 in all, 379.5 of it before this period.',
      'Those days set the rate; what this period added is paid.',
    ]);
  });

  test('[MEASURE-4] earlier pay, and the new value of earlier deals', () => {
    const words = (trueUp: string) =>
      windowWords({ credited: '120', window: { ...window, paid: '40.00', trueUp } }, writing).slice(1);
    const paid = 'Earlier periods have paid $40.00 for those days; this period pays what is missing.';
    expect(words('0.00')).toEqual([paid]);
    expect(words('3.20')).toEqual([
      paid,
      '$3.2 of this pay is for earlier deals, which are worth more by now.',
    ]);
    expect(words('-3.25')).toEqual([
      paid,
      '$3.25 is taken back for earlier deals, which are worth less by now.',
    ]);
  });

  test('a line that measures its period says nothing more', () => {
    expect(windowWords({ credited: '120' }, writing)).toEqual([]);
  });
});

test('[PAY-33] excess carried in and carried on', () => {
  const carried = { carriedIn: '100.00', carriedPaid: '60.00', carriedOut: '45.00' };
  expect(carriedWords(carried, writing.money)).toEqual([
    '$100.00 was carried here from earlier periods; $60.00 of it is paid now.',
    '$45.00 is over the limit and carried on.',
  ]);
  expect(carriedWords({ carriedIn: '0.00', carriedPaid: '0.00', carriedOut: '0.00' }, writing.money)).toEqual(
    [],
  );
  expect(carriedWords(null, writing.money)).toEqual([]);
});
