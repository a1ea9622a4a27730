import { describe, expect, test } from 'vitest';
import { base32, matchingStep, totpCode, totpStep } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('[ACCESS-21] one-time passwords', () => {
  // RFC 6238, appendix B (SHA-1)
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %i seconds the code is that of RFC 6238', (seconds, code) => {
    expect(totpCode(secret, totpStep(new Date(seconds * 1000)), 8)).toBe(code);
  });

  test('the codes of the step before and after work, those further away and used ones do not', () => {
    const at = new Date(1234567890 * 1000);
    const now = totpStep(at);
    const found = [-2, -1, 0, 1, 2].map((off) =>
      matchingStep(secret, totpCode(secret, now + off), { at, after: 0 }),
    );
    expect(found).toEqual([null, now - 1, now, now + 1, null]);
    expect(matchingStep(secret, totpCode(secret, now), { at, after: now })).toBeNull();
    expect(matchingStep(secret, '', { at, after: 0 })).toBeNull();
  });

  // RFC 4648, section 10
  test.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foobar', 'MZXW6YTBOI'],
  ])('base32 of %s is %s', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });
});
