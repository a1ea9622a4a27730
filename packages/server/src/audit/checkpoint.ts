import { toBase64 } from '@attain/domain/proofs/bytes';
import { type Checkpoint, verifyCheckpoint } from '@attain/domain/proofs/checkpoint';
import { isHash, sameHash } from '@attain/domain/proofs/merkle';
import { verifyConsistency } from '@attain/domain/proofs/merkle-proof';
import { Unverified } from '@attain/domain/proofs/unverified';
import type { LogSigner } from './log-key.ts';
import { nodeDigest } from './node-digest.ts';

/**
 * Signs the head of a log as a C2SP note: `origin\nsize\nbase64(root)\n\n— origin base64(keyId ‖ signature)\n`.
 * Before it is handed out, `signNextCheckpoint` is the one to call: it never signs a second history.
 */
export function signCheckpoint(
  signer: LogSigner,
  head: { readonly size: number; readonly root: Uint8Array },
): string {
  if (!Number.isSafeInteger(head.size) || head.size < 0 || !isHash(head.root)) {
    throw new Unverified('A checkpoint needs a size and a root of 32 bytes');
  }
  const text = `${signer.origin}\n${head.size}\n${toBase64(head.root)}\n`;
  const signature = Buffer.concat([Buffer.from(signer.keyId, 'hex'), signer.sign(text)]);
  return `${text}\n— ${signer.origin} ${toBase64(signature)}\n`;
}

/**
 * Signs the next head of a log only when it extends the last signed one: the last note must verify under the signer's own
 * key, and `proof` (`consistencyProof(last.size, head.size)`) must hold. `last` is null for the first checkpoint only.
 * Throws `Unverified` when the log was shortened or rewritten since.
 */
export function signNextCheckpoint(next: {
  readonly signer: LogSigner;
  readonly last: string | null;
  readonly head: { readonly size: number; readonly root: Uint8Array };
  readonly proof: readonly Uint8Array[];
}): string {
  if (next.last !== null)
    mustExtend(verifyCheckpoint(nodeDigest, next.last, next.signer), next.head, next.proof);
  return signCheckpoint(next.signer, next.head);
}

function mustExtend(
  last: Checkpoint,
  head: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): void {
  if (head.size < last.size) {
    throw new Unverified(`The log has ${head.size} entries, but ${last.size} were signed; it was shortened`);
  }
  const kept =
    last.size === 0 ||
    (last.size === head.size
      ? sameHash(last.root, head.root)
      : verifyConsistency(nodeDigest, {
          from: last.size,
          to: head.size,
          fromRoot: last.root,
          toRoot: head.root,
          proof,
        }));
  if (!kept)
    throw new Unverified(
      `The first ${last.size} entries differ from those that were signed; nothing is signed`,
    );
}
