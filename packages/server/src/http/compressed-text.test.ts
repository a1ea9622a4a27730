import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressedText } from './compressed-text.ts';

const text = 'the same words '.repeat(1_000);

test('a text is compressed once for each encoding, however many ask at the same time', async () => {
  const made = compressedText(text);
  const answers = await Promise.all(
    ['br', 'gzip, deflate, br', 'gzip', 'gzip;q=0.5', 'gzip', '*'].map((accepted) => made.for(accepted)),
  );
  expect(answers.map(({ encoding }) => encoding)).toEqual(['br', 'br', 'gzip', 'gzip', 'gzip', 'br']);
  expect(new Set(answers.map(({ bytes }) => bytes)).size).toBe(2);
  expect(brotliDecompressSync(answers[0]?.bytes ?? '').toString()).toBe(text);
  expect(gunzipSync(answers[2]?.bytes ?? '').toString()).toBe(text);
});

test('a client that accepts no encoding gets the text as it is', async () => {
  const made = compressedText(text);
  for (const accepted of [undefined, '', 'identity', 'br;q=0', 'gzip;q=0.0, zstd']) {
    const { encoding, bytes } = await made.for(accepted);
    expect(encoding).toBeNull();
    expect(bytes.toString()).toBe(text);
  }
});
