import { writeLogProof } from '@attain/domain/proofs/log-proof';
import { inclusionNodes, inclusionProof } from '@attain/domain/proofs/merkle-proof';
import type { AppContext } from '../../app-context.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectEntries, selectNodes } from './audit-store.ts';
import { logSigner, signHead } from './sign-head.ts';

/** An entry of the log and the proof that it is one. */
export interface ProvenEntry {
  /** The exact bytes that were hashed. */
  readonly body: string;
  /** C2SP `tlog-proof@v1`. */
  readonly proof: string;
}

/** The newest entry for an action on an object, proven up to the current signed head; null if there is none. */
export async function proveEntry(
  tx: TenantTx,
  ctx: AppContext,
  act: { action: string; objectId: string },
): Promise<ProvenEntry | null> {
  await ctx.db.sequencer.settle(tx.tenantId);
  const head = await signHead(tx, logSigner(ctx, tx.tenantId));
  const [entry] = await selectEntries(tx, { ...act, before: head?.size ?? 0, limit: 1 });
  if (!head || !entry) return null;
  const getNode = await selectNodes(tx, inclusionNodes(head.size, entry.index));
  const path = inclusionProof(nodeDigest, head.size, entry.index, getNode);
  return { body: entry.body, proof: writeLogProof({ index: entry.index, path, checkpoint: head.note }) };
}
