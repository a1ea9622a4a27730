import { Unverified } from './unverified.ts';

/** Text and bytes without `Buffer` or `TextEncoder`, which not every place that verifies has. */

/** The UTF-8 bytes of well-formed text. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0)!;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000)
      bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else
      bytes.push(
        0xf0 | (point >> 18),
        0x80 | ((point >> 12) & 63),
        0x80 | ((point >> 6) & 63),
        0x80 | (point & 63),
      );
  }
  return Uint8Array.from(bytes);
}

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexOfBytes[byte]!;
  return text;
}

const hexOfBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The bytes of hex text. Throws a RangeError for text that is not pairs of hex digits. */
export function fromHex(text: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new RangeError('This is not hex');
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(2 * at, 2 * at + 2), 16),
  );
}

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const word = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const left = bytes.length - at;
    text += digits[word >> 18]! + digits[(word >> 12) & 63]!;
    text += left > 1 ? digits[(word >> 6) & 63]! : '=';
    text += left > 2 ? digits[word & 63]! : '=';
  }
  return text;
}

/** Strict standard base64: exactly one text per bytes. Throws `Unverified` naming `what` for every other text. */
export function fromBase64(text: string, what: string): Uint8Array {
  const padding = /={0,2}$/.exec(text)![0].length;
  const bytes = new Uint8Array(Math.max(0, Math.floor((text.length * 3) / 4) - padding));
  let word = 0;
  let filled = 0;
  for (let at = 0; at < text.length - padding; at += 1) {
    word = ((word << 6) | digits.indexOf(text[at]!)) & 0xffffff;
    if (at % 4 > 0 && filled < bytes.length) {
      bytes[filled] = (word >> (6 - 2 * (at % 4))) & 255;
      filled += 1;
    }
  }
  // Writing it again finds foreign characters, missing padding and bits that no byte holds.
  if (toBase64(bytes) !== text) throw new Unverified(`${what} is not valid base64`);
  return bytes;
}

/** The bytes one after the other. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
