import type { Evidence } from '@attain/contract/evidence';
import { scopeOf } from '@attain/domain/access/permissions';
import { writePack } from '@attain/domain/proofs/pack';
import { withoutValues } from '@attain/domain/proofs/redact-pack';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { insertTrail, updatePack } from '../evidence-store.ts';
import { suggestionReach } from '../suggestion-reach.ts';
import { type StoredSuggestion, selectSuggestion } from '../suggestions-store.ts';
import { keptUntil } from './kept-until.ts';
import { type LoadedEvidence, loadEvidence } from './load-evidence.ts';

/** The suggestion with its evidence, within the actor's reach. Throws NOT_FOUND. */
export async function visibleEvidence(
  tx: TenantTx,
  ctx: AppContext,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<LoadedEvidence & { readonly suggestion: StoredSuggestion }> {
  const reach = await suggestionReach(tx, { actor, today: ctx.today(actor) });
  const suggestion = found(await selectSuggestion(tx, id, reach), 'suggestion');
  return { suggestion, ...(await loadEvidence(tx, ctx, suggestion.uuid)) };
}

/** True if values of single payees are withheld: without a right to simulated pay. */
export function mustRedact(actor: Actor): boolean {
  return scopeOf(actor.roles, 'read:simulated-pay') === null;
}

/** A suggestion's evidence, verified now. Changes nothing. NOT_FOUND outside the actor's reach, or without a pack. */
export function readEvidence(ctx: AppContext, actor: Actor, id: string): Promise<Evidence> {
  return ctx.read(actor, async (tx) => {
    const { suggestion, pack, verdict, auditAnchor } = await visibleEvidence(tx, ctx, { actor, id });
    const isRedacted = mustRedact(actor);
    const { evidenceHash, regulatorHash, timestamp, verificationStatus } = pack;
    return {
      suggestionId: suggestion.id,
      timestamp,
      evidenceHash,
      regulatorHash,
      auditAnchor,
      verificationStatus,
      isRedacted,
      isStale: suggestion.status === 'superseded',
      ok: verdict.ok,
      steps: [...verdict.steps],
      file: writePack(isRedacted ? withoutValues(pack) : pack),
    };
  });
}

/** Records that the evidence was opened, and stores the outcome of its verification where that changed. */
export function viewEvidence(ctx: AppContext, actor: Actor, id: string) {
  return ctx.write(actor, async (tx) => {
    const { suggestion, stored, pack, verdict, auditAnchor } = await visibleEvidence(tx, ctx, { actor, id });
    const verificationStatus = verdict.ok ? ('verified' as const) : ('failed' as const);
    if (verificationStatus !== stored.verificationStatus)
      await updatePack(tx, stored.id, { verificationStatus, auditAnchor });
    const timestamp = ctx.clock.now().toISOString();
    await insertTrail(tx, {
      suggestionId: suggestion.uuid,
      action: 'evidence_viewed',
      userId: actor.userId,
      requestId: actor.request.id,
      details: { suggestionId: suggestion.id, timestamp, verificationStatus },
      keptUntil: await keptUntil(tx, actor.userId, ctx.clock.now()),
      timestamp,
    });
    tx.record({
      action: 'suggestion.evidence_viewed',
      object: { type: 'suggestion', id: suggestion.uuid },
      evidence: [pack.evidenceHash],
    });
    return { verificationStatus };
  });
}
