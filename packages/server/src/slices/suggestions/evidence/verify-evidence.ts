import { verifyPack } from '@attain/domain/proofs/verify-pack';
import type { AppContext } from '../../../app-context.ts';
import { nodeDigest } from '../../../audit/node-digest.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { logSigner } from '../../audit/sign-head.ts';
import { selectPackedStatus } from '../evidence-store.ts';

/** Verifies a pack file against the key of the workspace's log. Saves nothing. */
export function verifyEvidence(ctx: AppContext, actor: Actor, file: string) {
  mustAllow(actor, 'read:suggestions');
  return ctx.read(actor, async (tx) => {
    const signer = logSigner(ctx, tx.tenantId);
    const { ok, steps, pack } = verifyPack(nodeDigest, file, { pin: signer.line, origin: signer.origin });
    const status = pack === null ? null : await selectPackedStatus(tx, pack.evidenceHash);
    return {
      ok,
      steps: [...steps],
      suggestionId: pack?.suggestionId ?? null,
      evidenceHash: pack?.evidenceHash ?? null,
      isOurs: status !== null,
      isStale: status === 'superseded',
    };
  });
}
