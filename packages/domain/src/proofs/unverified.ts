/** A key, checkpoint, entry or proof of the audit log is not valid. The message states what and where. */
export class Unverified extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Unverified';
  }
}

/** A whole number without sign or leading zero, up to 2^53 − 1. Throws `Unverified` naming `what` for all else. */
export function countOf(text: string, what: string): number {
  const count = Number(text);
  if (!/^(0|[1-9]\d{0,15})$/.test(text) || !Number.isSafeInteger(count)) {
    throw new Unverified(`${what} is not a whole number: ${JSON.stringify(text.slice(0, 40))}`);
  }
  return count;
}
