/** A key, checkpoint, entry or proof of the audit log is not valid. The message states what and where. */
export class Unverified extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Unverified';
  }
}

/** Strict standard base64: exactly one text per bytes. Throws `Unverified` naming `what` for every other text. */
export function fromBase64(text: string, what: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Unverified(`${what} is not valid base64`);
  return bytes;
}

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** A whole number without sign or leading zero, up to 2^53 − 1. Throws `Unverified` naming `what` for all else. */
export function countOf(text: string, what: string): number {
  const count = Number(text);
  if (!/^(0|[1-9]\d{0,15})$/.test(text) || !Number.isSafeInteger(count)) {
    throw new Unverified(`${what} is not a whole number: ${JSON.stringify(text.slice(0, 40))}`);
  }
  return count;
}
