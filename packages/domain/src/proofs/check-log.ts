import { NotCanonical } from './canonical.ts';
import type { ProofDigest } from './digest.ts';
import { parseEntry, statedIndex } from './entry.ts';
import { isPinned, parseLogKey } from './log-key.ts';
import { readLogProof, verifyLogProof } from './log-proof.ts';
import type { StatementAudit } from './statement-file.ts';
import { Unverified } from './unverified.ts';
import type { VerdictStep } from './verdict.ts';

/** Expectations of the reader of a file with a proof. */
export interface StatementExpectations {
  /** Key line or full fingerprint of the log's key, got by another way than the file. */
  readonly pin?: string;
  /** The name the log must have. */
  readonly origin?: string;
}

/** True if the file's key is the pinned one. Throws `Unverified`. */
export function checkKey(
  digest: ProofDigest,
  line: string,
  expect: StatementExpectations,
): string | { readonly skip: string } {
  const key = parseLogKey(digest, line);
  if (expect.origin !== undefined && key.origin !== expect.origin)
    throw new Unverified(`The log is ${key.origin}`);
  if (expect.pin === undefined) {
    return {
      skip: `No key was pinned; the file's key has the fingerprint ${key.fingerprint}. Compare it with the operator's`,
    };
  }
  if (isPinned(key, expect.pin)) return `The pinned key of ${key.origin}`;
  throw new Unverified(
    `The key of the file has the fingerprint ${key.fingerprint}, which differs from the pinned key`,
  );
}

/** That the entry is in the log of the key. Throws `Unverified`. */
export function checkEntryInLog(
  digest: ProofDigest,
  audit: Pick<StatementAudit, 'key' | 'entry' | 'proof'>,
): string {
  const key = parseLogKey(digest, audit.key);
  const proof = readLogProof(audit.proof);
  const entry = parseEntry(audit.entry);
  const index = statedIndex(entry) ?? proof.index;
  if (entry.log !== key.origin || index !== proof.index) {
    throw new Unverified(
      `The entry is number ${index} of ${entry.log}, but the proof is for ${proof.index} of ${key.origin}`,
    );
  }
  const head = verifyLogProof(digest, proof, audit.entry, key);
  return `Entry ${index} (${entry.action}, ${entry.ts}) is in the log of ${head.size} entries signed by ${key.keyId}`;
}

/** The outcome of one step. */
export function attempt(step: string, check: () => string | { readonly skip: string }): VerdictStep {
  try {
    const found = check();
    return typeof found === 'string'
      ? { step, outcome: 'PASS', message: found }
      : { step, outcome: 'SKIP', message: found.skip };
  } catch (error) {
    return { step, outcome: 'FAIL', message: said(error) };
  }
}

/** A statement from a stranger may hold anything at all; whatever stumbles over it is a finding, never a pass. */
export function said(error: unknown): string {
  if (error instanceof Unverified || error instanceof NotCanonical) return error.message;
  return `The file has a part that can't be read: ${error instanceof Error ? error.message : String(error)}`;
}
