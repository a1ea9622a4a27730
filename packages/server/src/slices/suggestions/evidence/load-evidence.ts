import { toHex } from '@attain/domain/proofs/bytes';
import { parseEntry } from '@attain/domain/proofs/entry';
import { leafHash } from '@attain/domain/proofs/merkle';
import {
  type EvidencePack,
  type PackManifest,
  packResults,
  signPack,
  writePack,
} from '@attain/domain/proofs/pack';
import { type PackVerdict, verifyingPack } from '@attain/domain/proofs/verify-pack';
import type { AppContext } from '../../../app-context.ts';
import { nodeDigest } from '../../../audit/node-digest.ts';
import { found } from '../../../base/api-error.ts';
import { inTurns } from '../../../base/in-turns.ts';
import type { TenantTx } from '../../../db/database.ts';
import { proveEntry } from '../../audit/prove-entry.ts';
import { logSigner } from '../../audit/sign-head.ts';
import { type StoredPack, selectPack } from '../evidence-store.ts';

/** A stored pack with its signature and proof, verified now. */
export interface LoadedEvidence {
  readonly stored: StoredPack;
  readonly pack: EvidencePack;
  readonly verdict: PackVerdict;
  /** First 8 characters of the hash of its log entry; null: it has none. */
  readonly auditAnchor: string | null;
}

/**
 * The evidence of a suggestion. Signed only if the log recorded exactly this hash, so that changed rows of the database get
 * no signature. Throws NOT_FOUND if the suggestion has no pack.
 */
export async function loadEvidence(
  tx: TenantTx,
  ctx: AppContext,
  suggestionUuid: string,
): Promise<LoadedEvidence> {
  const stored = found(await selectPack(tx, suggestionUuid), 'evidence pack');
  const signer = logSigner(ctx, tx.tenantId);
  const manifest = JSON.parse(stored.manifest) as PackManifest;
  const entry = await proveEntry(tx, ctx, { action: 'evidence.packed', objectId: suggestionUuid });
  const recorded = entry === null ? null : parseEntry(entry.body).after;
  const isRecorded = recorded === packResults(nodeDigest, manifest).evidenceHash;
  const pack: EvidencePack = {
    ...manifest,
    verificationStatus: stored.verificationStatus,
    salts: stored.salts,
    signature: isRecorded ? signPack(manifest, signer) : null,
    audit: entry && { key: signer.line, entry: entry.body, proof: entry.proof },
  };
  const trusted = { pin: signer.line, origin: signer.origin };
  const verdict = await inTurns(verifyingPack(nodeDigest, writePack(pack), trusted));
  const auditAnchor = entry && toHex(leafHash(nodeDigest, entry.body)).slice(0, 8);
  return { stored, pack, verdict, auditAnchor };
}
