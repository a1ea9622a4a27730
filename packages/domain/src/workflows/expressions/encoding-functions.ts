import { sha256 } from '../../base/sha256.ts';
import { toBase64, toHex, utf8 } from '../../proofs/bytes.ts';
import type { JsonValue } from '../json-value.ts';
import { type Calling, type Functions, text } from './given-values.ts';
import { whyNotKept } from './kept-value.ts';
import { toJson, type Value } from './value.ts';

/** JSON, base64, addresses, digests and ids. */
export const encodingFunctions: Functions = {
  toJson: {
    min: 1,
    max: 1,
    body: ([of], calling) => counted(JSON.stringify(toJson(of ?? null, calling.spend)), calling),
  },
  parseJson: { min: 1, max: 1, body: ([of], calling) => parseJson(text(of, calling), calling) },
  base64Encode: {
    min: 1,
    max: 1,
    body: ([of], calling) => toBase64(utf8(formed(counted(text(of, calling), calling), calling))),
  },
  base64Decode: {
    min: 1,
    max: 1,
    body: ([of], calling) => decoded(counted(text(of, calling), calling), calling),
  },
  urlEncode: {
    min: 1,
    max: 1,
    body: ([of], calling) => encodeURIComponent(formed(counted(text(of, calling), calling), calling)),
  },
  urlDecode: {
    min: 1,
    max: 1,
    body: ([of], calling) => urlDecode(counted(text(of, calling), calling), calling),
  },
  sha256: { min: 1, max: 1, body: ([of], calling) => toHex(digest(text(of, calling), calling)) },
  uuid: { min: 0, max: 0, body: (_, calling) => uuid(digest(calling.seed(), calling)) },
};

/** The text; work on each of its characters costs more than looking at it. */
function counted(of: string, calling: Calling): string {
  calling.spend(Math.ceil(of.length / 20));
  return of;
}

function formed(of: string, calling: Calling): string {
  return of.isWellFormed() ? of : calling.stop('The text contains an incomplete character.');
}

function digest(of: string, calling: Calling): Uint8Array {
  calling.spend(10);
  return sha256(utf8(formed(counted(of, calling), calling)));
}

function parseJson(of: string, calling: Calling): Value {
  calling.spend(Math.ceil(of.length / 5));
  let read: JsonValue;
  try {
    read = JSON.parse(of) as JsonValue;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return calling.stop(`The text is not valid JSON: "${of.slice(0, 40)}".`);
  }
  const unkept = whyNotKept(read);
  return unkept === null ? read : calling.stop(unkept);
}

function urlDecode(of: string, calling: Calling): string {
  try {
    return decodeURIComponent(of.replaceAll('+', ' '));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return calling.stop(`"${of.slice(0, 40)}" is not URL-encoded text.`);
  }
}

/** The text behind base64, also of its form for addresses and without padding. */
function decoded(of: string, calling: Calling): string {
  const plain = of.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (!/^[A-Za-z0-9+/]*$/.test(plain) || plain.length % 4 === 1)
    return calling.stop(`"${of.slice(0, 40)}" is not base64.`);
  let escaped = '';
  let word = 0;
  for (let at = 0; at < plain.length; at += 1) {
    word = ((word << 6) | LETTERS.indexOf(plain[at] ?? '')) & 0xff_ffff;
    if (at % 4 > 0) escaped += `%${((word >> (6 - 2 * (at % 4))) & 255).toString(16).padStart(2, '0')}`;
  }
  try {
    return decodeURIComponent(escaped);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return calling.stop('The base64 contains bytes that are not text.');
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A UUID of version 8 (RFC 9562): its bits are those of a digest. */
function uuid(of: Uint8Array): string {
  const bytes = of.slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = toHex(bytes);
  return [8, 12, 16, 20, 32].map((end, at) => hex.slice([0, 8, 12, 16, 20][at], end)).join('-');
}
