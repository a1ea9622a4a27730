import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof compressors;

/** A text that never changes, as the bytes that are sent. */
export interface CompressedText {
  /** The same bytes for every request that accepts the same; null: not compressed. */
  for(acceptEncoding: string | string[] | undefined): Promise<{ encoding: Encoding | null; bytes: Buffer }>;
}

/** Compresses a text when it is first asked for, once for each encoding. */
export function compressedText(text: string): CompressedText {
  const plain = Buffer.from(text);
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    async for(acceptEncoding) {
      const encoding = encodingOf(String(acceptEncoding ?? ''));
      if (encoding === null) return { encoding, bytes: plain };
      const bytes = made.get(encoding) ?? compressors[encoding](plain);
      made.set(encoding, bytes);
      return { encoding, bytes: await bytes };
    },
  };
}

function encodingOf(accepted: string): Encoding | null {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';')[0]);
  if (names.includes('br') || names.includes('*')) return 'br';
  return names.includes('gzip') ? 'gzip' : null;
}
