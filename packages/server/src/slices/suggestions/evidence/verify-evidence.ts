import { verifyPack } from '@attain/domain/proofs/verify-pack';
import type { AppContext } from '../../../app-context.ts';
import { nodeDigest } from '../../../audit/node-digest.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { logSigner } from '../../audit/sign-head.ts';
import { isPacked } from '../evidence-store.ts';

/** Verifies a pack file against the key of the workspace's log. Saves nothing. */
export function verifyEvidence(ctx: AppContext, actor: Actor, file: string) {
  mustAllow(actor, 'read:suggestions');
  return ctx.read(actor, async (tx) => {
    const signer = logSigner(ctx, tx.tenantId);
    const { ok, steps, pack } = verifyPack(nodeDigest, file, { pin: signer.line, origin: signer.origin });
    return {
      ok,
      steps: [...steps],
      suggestionId: pack?.suggestionId ?? null,
      evidenceHash: pack?.evidenceHash ?? null,
      isOurs: pack !== null && (await isPacked(tx, pack.evidenceHash)),
    };
  });
}
