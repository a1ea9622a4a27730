import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';

/** How the characters of a text file are written as bytes. */
export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The encoding, and a sentence when it had to be guessed. */
export interface FoundEncoding {
  readonly encoding: TextEncodingName;
  readonly warning: string | null;
}

/**
 * Finds the encoding of a text file: by its byte order mark, else by the pattern of zeros of UTF-16, else UTF-8 when
 * every byte of the file obeys it, else Windows-1252 with a warning. Reads the whole file once, 1 MB at a time.
 */
export function findEncoding(path: string): FoundEncoding {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(1024 * 1024);
    let length = readSync(file, chunk, 0, chunk.length, null);
    const marked = encodingOfMark(chunk.subarray(0, length));
    if (marked !== null) return { encoding: marked, warning: null };
    const zeros = encodingOfZeros(chunk.subarray(0, Math.min(length, 65_536)));
    if (zeros !== null) return { encoding: zeros, warning: null };
    let kept = 0;
    while (length > 0) {
      const filled = kept + length;
      const whole = filled < chunk.length ? filled : endOfCharacter(chunk, filled);
      if (!isUtf8(chunk.subarray(0, whole))) return { encoding: 'windows-1252', warning: NOT_UTF8 };
      chunk.copyWithin(0, whole, filled);
      kept = filled - whole;
      length = readSync(file, chunk, kept, chunk.length - kept, null);
    }
    return kept === 0
      ? { encoding: 'utf-8', warning: null }
      : { encoding: 'windows-1252', warning: NOT_UTF8 };
  } finally {
    closeSync(file);
  }
}

const NOT_UTF8 =
  'The file is not UTF-8, so it is read as Windows-1252. Check accented names in the sample; if they look wrong, export the file as UTF-8.';

function encodingOfMark(head: Buffer): TextEncodingName | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return null;
}

function encodingOfZeros(head: Buffer): TextEncodingName | null {
  let even = 0;
  let odd = 0;
  for (let at = 0; at < head.length; at++) if (head[at] === 0) at % 2 === 0 ? even++ : odd++;
  const half = head.length / 2;
  if (odd > half * 0.4 && even < half * 0.1) return 'utf-16le';
  if (even > half * 0.4 && odd < half * 0.1) return 'utf-16be';
  return null;
}

/** The last position at which a character of UTF-8 begins, so that none is torn between two chunks. */
function endOfCharacter(chunk: Buffer, filled: number): number {
  let at = filled - 1;
  while (at > filled - 4 && at > 0 && ((chunk[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}
