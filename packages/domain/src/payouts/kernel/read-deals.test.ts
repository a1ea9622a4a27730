import { describe, expect, test } from 'vitest';
import { sharedMemory } from './compiled-kernel.ts';
import { ledgerLayout } from './ledger-layout.ts';
import { dealReader, READING_BYTES } from './read-deals.ts';

const nothing = { fixed: 0n, perQuota: 0n };
const flat = {
  scale: 1n,
  divisor: { fixed: 10n, perQuota: 0n },
  timesTarget: false,
  pieces: [{ from: nothing, base: nothing, slope: 1n }],
};
const layout = ledgerLayout({
  rows: 4,
  payees: 20,
  programs: [flat, flat],
  periodOfDay: Array.from({ length: 60 }, () => 0),
  threads: 1,
});
/** January and February 2024; March has its place in the calendar, but no days in the ledger. */
const calendar = {
  firstYear: 2024,
  months: [
    { firstDay: 0, days: 31 },
    { firstDay: 31, days: 29 },
    { firstDay: null, days: 31 },
  ],
};

function read(text: string) {
  const textAt = layout.bytes + READING_BYTES;
  const memory = sharedMemory(textAt + 4096);
  const reader = dealReader(memory, layout, { at: layout.bytes, calendar });
  new Uint8Array(memory.buffer, textAt, text.length).set(new TextEncoder().encode(text));
  const { rows, ended } = reader.read(textAt, textAt + text.length, 0);
  const { at } = layout;
  return {
    rows,
    ended: ended - textAt,
    payee: [...new Uint32Array(memory.buffer, at.payee, rows)],
    component: [...new Uint8Array(memory.buffer, at.component, rows)],
    day: [...new Uint16Array(memory.buffer, at.day, rows)],
    amount: [...new Int32Array(memory.buffer, at.amount, rows)],
  };
}

describe('deals read from text', () => {
  test('[KERNEL-7] go into the columns, whatever ends their lines', () => {
    const text = '0,19,1,2024-02-29,-5\r\n981723,0,0,2024-01-01,2147483647\n';
    expect(read(text)).toEqual({
      rows: 2,
      ended: text.length,
      payee: [19, 0],
      component: [1, 0],
      day: [59, 0],
      amount: [-5, 2_147_483_647],
    });
  });

  test.each([
    ['a payee that there is not', '1,20,0,2024-01-01,5\n'],
    ['a component that there is not', '1,2,2,2024-01-01,5\n'],
    ['a day that the month has not', '1,2,0,2024-02-30,5\n'],
    ['a month that no year has', '1,2,0,2024-13-01,5\n'],
    ['a day zero', '1,2,0,2024-01-00,5\n'],
    ['a month outside the ledger', '1,2,0,2024-03-01,5\n'],
    ['a year before', '1,2,0,2023-12-31,5\n'],
    ['a year after', '1,2,0,2025-01-01,5\n'],
    ['broken cents', '1,2,0,2024-01-01,5.5\n'],
    ['an amount beyond its column', '1,2,0,2024-01-01,2147483648\n'],
    ['an amount far beyond it', '1,2,0,2024-01-01,99999999999999999999999\n'],
    ['a number that is none', '1,2,0,2024-01-01,NaN\n'],
    ['no amount', '1,2,0,2024-01-01,\n'],
    ['a row cut short', '1,2,0,2024-0\n'],
    ['quotes', '"1",2,0,2024-01-01,5\n'],
    ['blanks', '1, 2,0,2024-01-01,5\n'],
    ['a column too many', '1,2,0,2024-01-01,5,6\n'],
    ['an empty line', '\n'],
  ])('[KERNEL-7] end at a row with %s', (_, bad) => {
    const good = '7,1,1,2024-01-31,12\n';
    expect(read(`${good}${bad}${good}`)).toMatchObject({ rows: 1, ended: good.length, amount: [12] });
  });

  test('[KERNEL-7] end where the ledger is full', () => {
    const row = '7,1,1,2024-01-31,12\n';
    expect(read(row.repeat(5))).toMatchObject({ rows: 4, ended: 4 * row.length });
  });
});
