import { verifyPack } from '@attain/domain/proofs/verify-pack';
import type { AppContext } from '../../../app-context.ts';
import { nodeDigest } from '../../../audit/node-digest.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { logSigner } from '../../audit/sign-head.ts';
import { selectPackedWith } from '../evidence-store.ts';
import { suggestionReach } from '../suggestion-reach.ts';
import { selectSuggestion } from '../suggestions-store.ts';

/** Verifies a pack file against the key of the workspace's log. Saves nothing. */
export function verifyEvidence(ctx: AppContext, actor: Actor, file: string) {
  mustAllow(actor, 'read:suggestions');
  return ctx.read(actor, async (tx) => {
    const signer = logSigner(ctx, tx.tenantId);
    const { ok, steps, pack } = verifyPack(nodeDigest, file, { pin: signer.line, origin: signer.origin });
    const packed = pack === null ? null : await selectPackedWith(tx, pack.evidenceHash);
    return {
      ok,
      steps: [...steps],
      suggestionId: pack?.suggestionId ?? null,
      evidenceHash: pack?.evidenceHash ?? null,
      isOurs: packed !== null,
      isStale: packed?.status === 'superseded',
    };
  });
}

/** Whether a later analysis replaced the suggestion that has this evidence; suggestions are named within the actor's reach. */
export function findReplacement(ctx: AppContext, actor: Actor, evidenceHash: string) {
  mustAllow(actor, 'read:suggestions');
  return ctx.read(actor, async (tx) => {
    const packed = await selectPackedWith(tx, evidenceHash);
    if (packed === null) return { isOurs: false, isStale: false, suggestionId: null, replacedBy: null };
    const reach = await suggestionReach(tx, { actor, today: ctx.today(actor) });
    const nameOf = async (uuid: string | null) =>
      uuid === null ? null : ((await selectSuggestion(tx, uuid, reach))?.id ?? null);
    return {
      isOurs: true,
      isStale: packed.status === 'superseded',
      suggestionId: await nameOf(packed.uuid),
      replacedBy: await nameOf(packed.supersededBy),
    };
  });
}
