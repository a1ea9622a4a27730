import { fromHex, toHex } from '@attain/domain/proofs/bytes';
import { verifyCheckpoint } from '@attain/domain/proofs/checkpoint';
import { parseLogKey } from '@attain/domain/proofs/log-key';
import { verifyConsistency } from '@attain/domain/proofs/merkle-proof';
import { Unverified } from '@attain/domain/proofs/unverified';
import { client } from '../../api/client.ts';
import { verifyInBrowser } from '../../api/verify/browser-digest.ts';
import { messages } from './messages.ts';
import type { SavedCheckpoint } from './saved-checkpoints.ts';

/** A proof of growth as the server gives it, hashes in hex. */
export type Growth = Awaited<ReturnType<typeof client.audit.consistency>>;

/** Whether the log of today continues a saved checkpoint; the server's proof is checked here. */
export async function compareCheckpoint(saved: SavedCheckpoint): Promise<{ ok: boolean; message: string }> {
  const head = await client.audit.checkpoint(undefined);
  if (head === null || head.size < saved.size) return { ok: false, message: messages.checkpoints.shorter };
  const growth =
    head.size === saved.size ? null : await client.audit.consistency({ from: saved.size, to: head.size });
  return continues(saved, head, growth);
}

/** Both heads are signed by the saved key, and the proof leads from one root to the other. */
export async function continues(
  saved: SavedCheckpoint,
  head: SavedCheckpoint,
  growth: Growth | null,
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
