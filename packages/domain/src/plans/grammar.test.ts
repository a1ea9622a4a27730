import { describe, expect, test } from 'vitest';
import { plain } from '../base/decimal.ts';
import { parseAccelerator } from './accelerator.ts';
import { capText, parseCap } from './cap.ts';

describe('[PLAN-6] caps', () => {
  test.each([
    ['2x', '2x'],
    [' 1.25 X ', '1.25x'],
    ['0.5x', '0.5x'],
  ])('%j is read as %s', (text, written) => {
    const read = parseCap(text);
    expect(read.ok && capText(read.value)).toBe(written);
  });
  test.each([
    ['', 0, 'the text ends here'],
    ['x', 0, 'found "x"'],
    ['2', 1, 'the text ends here'],
    ['2y', 1, 'found "y"'],
    ['2x!', 2, 'unexpected'],
    ['0x', 0, 'above zero'],
    ['-2x', 0, 'above zero'],
    ['1,5x', 0, 'plain decimal'],
    ['1.2.3x', 0, 'plain decimal'],
  ])('%j fails at %i: %s', (text, at, why) => {
    const read = parseCap(text);
    expect(read).toMatchObject({ ok: false, at });
    expect(read.ok ? '' : read.why).toContain(why);
  });
});

describe('[PLAN-7] accelerators', () => {
  test.each([
    ['>120% @ 1.2x', '120', '1.2'],
    ['>125%@1.2X', '125', '1.2'],
    ['  > 0 % @ 0.5 x', '0', '0.5'],
  ])('%j is above %s percent, times %s', (text, above, times) => {
    const read = parseAccelerator(text);
    if (!read.ok) throw new Error(read.why);
    expect([plain(read.value.abovePercent), plain(read.value.multiplier)]).toEqual([above, times]);
  });
  test.each([
    ['120% @ 1.2x', 0, 'a ">"'],
    ['>% @ 1.2x', 1, 'percent of quota'],
    ['>120 @ 1.2x', 5, '"%"'],
    ['>120% 1.2x', 6, '"@"'],
    ['>120% @ x', 8, 'multiplier'],
    ['>120% @ 1.2', 11, '"x"'],
    ['>120% @ 0x', 8, 'above zero'],
    ['>-1% @ 2x', 1, 'below zero'],
    ['>=120% @ 1.2x', 1, 'found "="'],
    ['>120% @ 1.2x, >150% @ 2x', 12, 'unexpected'],
  ])('%j fails at %i: %s', (text, at, why) => {
    const read = parseAccelerator(text);
    expect(read).toMatchObject({ ok: false, at });
    expect(read.ok ? '' : read.why).toContain(why);
  });
});
