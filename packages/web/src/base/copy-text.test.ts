import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

afterEach(() => vi.unstubAllGlobals());

test('a text is copied; a clipboard that refuses, or is missing on plain HTTP, answers false', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  expect(await copyText('9f2a')).toBe(true);
  expect(copied).toEqual(['9f2a']);
  const reject = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  vi.stubGlobal('navigator', { clipboard: { writeText: reject } });
  expect(await copyText('9f2a')).toBe(false);
  vi.stubGlobal('navigator', {});
  expect(await copyText('9f2a')).toBe(false);
});
