import { createHmac, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
const digits = 6;

/** The one-time password of a 30-second step: RFC 6238 with SHA-1 and six digits, which every authenticator app knows. */
export function totpCode(secret: Uint8Array, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** The step that a moment lies in. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / (stepSeconds * 1000));
}

/** The step whose code was typed: this one or a neighbor, for clocks that differ, and later than `after`; else null. */
export function matchingStep(
  secret: Uint8Array,
  typed: string,
  { at, after }: { at: Date; after: number },
): number | null {
  const now = totpStep(at);
  const given = Buffer.from(typed);
  const matching = [now - 1, now, now + 1].filter((step) => {
    const right = Buffer.from(totpCode(secret, step));
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return matching.findLast((step) => step > after) ?? null;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 of RFC 4648 without padding, as authenticator apps take it. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('');
}
