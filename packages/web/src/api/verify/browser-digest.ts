import { toHex } from '@attain/domain/proofs/bytes';
import type { ProofDigest } from '@attain/domain/proofs/digest';
import { Unverified } from '@attain/domain/proofs/unverified';
import { messages } from './messages.ts';
import { sha256 } from './sha256.ts';

interface Asked {
  readonly publicKey: Uint8Array;
  readonly message: string;
  readonly signature: Uint8Array;
}

/**
 * Runs a verification in the browser, without the server. Its Ed25519 answers later, so the verification runs once as if every
 * signature were valid, and again with the answers if one is not. Where the browser has none, steps with signatures fail and say so.
 */
export async function verifyInBrowser<T>(run: (digest: ProofDigest) => T | Promise<T>): Promise<T> {
  const answers = new Map<string, boolean>();
  const hashes = new Map<string, Uint8Array>();
  for (;;) {
    const asked = new Map<string, Asked>();
    const result = await run(digestWith(answers, asked, hashes));
    for (const [name, one] of asked) answers.set(name, await isSigned(one));
    if ([...asked.keys()].every((name) => answers.get(name))) return result;
  }
}

/** Shorter texts are hashed sooner than they are found. */
const LONG = 10_000;

/** `hashes` are those of long texts of the runs so far: the second one does not hash them again. */
function digestWith(
  answers: ReadonlyMap<string, boolean>,
  asked: Map<string, Asked>,
  hashes: Map<string, Uint8Array>,
): ProofDigest {
  const hashOf = (input: Uint8Array | string): Uint8Array => {
    if (typeof input !== 'string' || input.length < LONG) return sha256(input);
    const known = hashes.get(input) ?? sha256(input);
    hashes.set(input, known);
    return known;
  };
  return {
    sha256: hashOf,
    sha256Hex: (input) => toHex(hashOf(input)),
    ed25519Verifies: (publicKey, message, signature) => {
      if (!canVerify()) throw new Unverified(messages.noSignatures);
      const name = `${toHex(publicKey)} ${toHex(signature)} ${message}`;
      const answer = answers.get(name);
      if (answer === undefined) asked.set(name, { publicKey, message, signature });
      return answer ?? true;
    },
  };
}

/** False on plain HTTP, where browsers have no cryptography of their own. */
const canVerify = () => globalThis.crypto?.subtle !== undefined && !isUnsupported;
let isUnsupported = false;

async function isSigned({ publicKey, message, signature }: Asked): Promise<boolean> {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const { subtle } = crypto;
  try {
    const key = await subtle.importKey('raw', new Uint8Array(publicKey), 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', key, new Uint8Array(signature), new TextEncoder().encode(message));
  } catch (error) {
    // Browsers without Ed25519 do not know its name; the verification then runs again and says so.
    isUnsupported = error instanceof DOMException && error.name === 'NotSupportedError';
    return false;
  }
}
