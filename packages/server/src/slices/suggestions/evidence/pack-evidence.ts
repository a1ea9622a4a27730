import { randomBytes } from 'node:crypto';
import { canonicalText } from '@attain/domain/proofs/canonical';
import { makePack, type PackStatus } from '@attain/domain/proofs/pack';
import type { ReplayedPayee } from '@attain/domain/suggestions/claim';
import type { AppContext } from '../../../app-context.ts';
import { nodeDigest } from '../../../audit/node-digest.ts';
import type { Actor } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { inTurns } from '../../../base/in-turns.ts';
import type { TenantTx } from '../../../db/database.ts';
import { NothingToDo, unlessNothing } from '../../../db/nothing-to-do.ts';
import { planDetail } from '../../plans/plan-document.ts';
import { insertPack, updatePack } from '../evidence-store.ts';
import { everythingFor, lockSuggestion, type StoredSuggestion } from '../suggestions-store.ts';
import { evidenceFacts } from './evidence-facts.ts';
import { loadEvidence } from './load-evidence.ts';

/** What to pack. */
export interface PackOrder {
  readonly suggestionUuid: string;
  /** Payees of its replay; null: none was made. */
  readonly payees: readonly ReplayedPayee[] | null;
  /** The plan whose payees were replayed; null: none. */
  readonly people: string | null;
}

/**
 * Packs the evidence of a stored suggestion, in one transaction with the entry `evidence.packed` whose `after` is the evidence
 * hash, and verifies it in a second one. Evidence that another worker has packed meanwhile stays. For jobs and use-cases that have
 * stored the suggestion; checks no permission.
 */
export async function packEvidence(ctx: AppContext, author: Actor, order: PackOrder): Promise<void> {
  // These are further transactions of the request, so its Idempotency-Key does not answer them.
  const actor = { ...author, request: { ...author.request, idempotencyKey: null } };
  const packing = ctx.write(actor, async (tx) => {
    const suggestion = found(
      await lockSuggestion(tx, order.suggestionUuid, everythingFor(actor.userId)),
      'suggestion',
    );
    if (suggestion.evidenceHash !== null) throw new NothingToDo();
    const timestamp = ctx.clock.now().toISOString();
    const plan = await planOf(tx, suggestion, ctx.today(actor));
    const facts = evidenceFacts({ suggestion, plan, payees: order.payees, people: order.people, timestamp });
    const { manifest, salts } = await inTurns(makePack(nodeDigest, facts, drawSalts()));
    const packed = { ...manifest, salts, signature: null, audit: null };
    await insertPack(tx, { suggestionUuid: suggestion.uuid, packed, manifest: canonicalText(manifest) });
    tx.record({
      action: 'evidence.packed',
      object: { type: 'evidence', id: suggestion.uuid },
      after: manifest.evidenceHash,
    });
    return manifest.evidenceHash;
  });
  if ((await unlessNothing(packing)) !== null) await verifyStored(ctx, actor, order.suggestionUuid);
}

/** Gives 16 random bytes a time as hex, drawn many at once: one draw costs more than its hash. */
function drawSalts(): () => string {
  let [drawn, at] = [randomBytes(0), 0];
  return () => {
    if (at === drawn.length) [drawn, at] = [randomBytes(16 * 1_024), 0];
    at += 16;
    return drawn.toString('hex', at - 16, at);
  };
}

async function verifyStored(ctx: AppContext, actor: Actor, suggestionUuid: string): Promise<void> {
  await ctx.write(actor, async (tx) => {
    const { stored, pack, verdict, auditAnchor } = await loadEvidence(tx, ctx, suggestionUuid);
    const verificationStatus: PackStatus = verdict.ok ? 'verified' : 'failed';
    await updatePack(tx, stored.id, { verificationStatus, auditAnchor });
    tx.record({
      action: `evidence.${verificationStatus}`,
      object: { type: 'evidence', id: suggestionUuid },
      evidence: [pack.evidenceHash],
    });
  });
}

/** The plan with the version whose document the suggestion was computed on; the newest if there is none. */
async function planOf(tx: TenantTx, { planId, documentHash }: StoredSuggestion, today: string) {
  const newest = await planDetail(tx, planId, { today });
  const { version } = newest.versions.find((one) => one.documentHash === documentHash) ?? newest;
  return version === newest.version ? newest : planDetail(tx, planId, { today, version });
}
