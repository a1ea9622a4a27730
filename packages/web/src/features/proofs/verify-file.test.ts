import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kindOf, verifyFile } from './verify-file.ts';

const stored = (name: string) => readFileSync(new URL(`../../../../server/src/${name}.txt`, import.meta.url));
const pack = stored('slices/suggestions/evidence/files/json');

test('[SHELL-PROD-06] stored files of every kind verify in the browser, without the server', async () => {
  for (const [kind, bytes] of [
    ['evidence', pack],
    ['statement', stored('audit/release-0.1/statement')],
    ['payments', stored('audit/release-0.1/payments')],
  ] as const) {
    const found = await verifyFile(new Uint8Array(bytes), {});
    expect([found.kind, found.verdict.ok]).toEqual([kind, true]);
  }
  expect(kindOf('{"format":"attain.audit-log/1","key":"k","checkpoint":"c"}')).toBe('log');
});

test('a changed amount is found, in its step', async () => {
  const changed = pack.toString('utf8').replace('"before":"3004.50"', '"before":"3005.50"');
  expect(changed).not.toBe(pack.toString('utf8'));
  const { verdict } = await verifyFile(new TextEncoder().encode(changed), {});
  const failed = verdict.steps.filter(({ outcome }) => outcome === 'FAIL').map(({ step }) => step);
  expect(failed).toEqual(expect.arrayContaining(['hash', 'artifacts', 'sums']));
});

test('a signature is checked by the browser, and another key’s is found', async () => {
  const text = stored('audit/release-0.1/statement').toString('utf8');
  const { verdict } = await verifyFile(new TextEncoder().encode(text), { pin: 'f'.repeat(64) });
  expect(verdict.steps.find(({ step }) => step === 'key')).toMatchObject({ outcome: 'FAIL' });
  expect(verdict.steps.find(({ step }) => step === 'log')).toMatchObject({ outcome: 'PASS' });
  // The last base64 character of the signature on the checkpoint.
  const forged = text.replace(
    /([A-Za-z0-9+/])([A-Za-z0-9+/=]{4})\\n"/,
    (_all, one, rest) => `${one === 'A' ? 'B' : 'A'}${rest}\\n"`,
  );
  expect(forged).not.toBe(text);
  const again = await verifyFile(new TextEncoder().encode(forged), {});
  expect(again.verdict.steps.find(({ step }) => step === 'log')).toMatchObject({ outcome: 'FAIL' });
});

test('a PDF and bytes that are not text are refused', async () => {
  await expect(verifyFile(new TextEncoder().encode('%PDF-1.7'), {})).rejects.toThrow(/PDF/);
  await expect(verifyFile(Uint8Array.of(0xff, 0xfe), {})).rejects.toThrow(/UTF-8/);
});
