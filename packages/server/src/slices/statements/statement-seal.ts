import { toBase64 } from '@attain/domain/proofs/bytes';
import { batchTree } from '@attain/domain/proofs/merkle-batch';
import type { StatementAudit } from '@attain/domain/proofs/statement-file';
import type { AppContext } from '../../app-context.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { TenantTx } from '../../db/database.ts';
import { proveEntry } from '../audit/prove-entry.ts';
import { logSigner } from '../audit/sign-head.ts';
import { selectLeaves } from './statements-store.ts';

/**
 * How the audit log vouches for one statement of a stored run: the entry that the calculation left, its proof up to the
 * present signed head, and the statement's place in the batch which that entry names. Null for runs stored before that.
 */
export async function sealOf(
  tx: TenantTx,
  ctx: AppContext,
  name: { runId: string; participantId: string },
): Promise<StatementAudit | null> {
  const signer = logSigner(ctx, tx.tenantId);
  const entry = await proveEntry(tx, ctx, { action: 'calculation.completed', objectId: name.runId });
  if (!entry) return null;
  const { leaves, index } = await selectLeaves(tx, name.runId, name.participantId);
  if (index < 0) return null;
  const path = batchTree(nodeDigest, leaves).proof(index).map(toBase64);
  return {
    key: signer.line,
    entry: entry.body,
    proof: entry.proof,
    batch: { index, size: leaves.length, path },
  };
}
