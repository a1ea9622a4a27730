import { fromHex, toHex } from '@attain/domain/proofs/bytes';
import { verifyCheckpoint } from '@attain/domain/proofs/checkpoint';
import { parseLogKey } from '@attain/domain/proofs/log-key';
import { verifyConsistency } from '@attain/domain/proofs/merkle-proof';
import { Unverified } from '@attain/domain/proofs/unverified';
import { verifyInBrowser } from '../../api/verify/browser-digest.ts';
import { messages } from './messages.ts';
import type { SavedCheckpoint } from './saved-checkpoints.ts';

/** Both heads are signed by the saved key, and the proof leads from one root to the other. */
export async function continues(
  saved: SavedCheckpoint,
  head: SavedCheckpoint,
  growth: { readonly path: readonly string[] } | null,
): Promise<{ ok: boolean; message: string }> {
  try {
    const isSame = await verifyInBrowser((digest) => {
      const key = parseLogKey(digest, saved.publicKey);
      const before = verifyCheckpoint(digest, saved.note, key);
      const now = verifyCheckpoint(digest, head.note, key);
      if (growth === null) return toHex(before.root) === toHex(now.root) && before.size === now.size;
      return verifyConsistency(digest, {
        from: before.size,
        to: now.size,
        fromRoot: before.root,
        toRoot: now.root,
        proof: growth.path.map(fromHex),
      });
    });
    return { ok: isSame, message: isSame ? messages.checkpoints.same : messages.checkpoints.differs };
  } catch (error) {
    if (error instanceof Unverified) return { ok: false, message: error.message };
    throw error;
  }
}
