import type { Checkpoint } from '@attain/contract/audit';
import { consistencyNodes, consistencyProof } from '@attain/domain/proofs/merkle-proof';
import { Unverified } from '@attain/domain/proofs/unverified';
import type { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import { signNextCheckpoint } from '../../audit/checkpoint.ts';
import { type LogSigner, signerOf } from '../../audit/log-key.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { logOrigin } from '../../db/audit-append.ts';
import type { TenantTx } from '../../db/database.ts';
import {
  insertCheckpoint,
  type StoredCheckpoint,
  selectCheckpoints,
  selectHead,
  selectNodes,
} from './audit-store.ts';
import { readLog } from './read-log.ts';

/**
 * The newest signed head of the log; signs the current one if the log grew. Null while the log is empty. Throws
 * INTERNAL, and signs nothing, if the log does not continue what was signed last.
 */
export function readCheckpoint(ctx: AppContext, actor: Actor): Promise<z.infer<typeof Checkpoint> | null> {
  mustAllow(actor, 'read:audit');
  return readLog(ctx, actor, async (tx) => {
    const signer = logSigner(ctx, actor.tenantId);
    const signed = await signHead(tx, signer);
    return signed && { ...signed, publicKey: signer.line };
  });
}

/** The key that signs a workspace's log. */
export function logSigner(ctx: AppContext, tenantId: string): LogSigner {
  return signerOf(logOrigin(tenantId), ctx.keys.auditSignPem);
}

/** Signs and stores the current head of the log; null while the log is empty. Throws INTERNAL as `readCheckpoint`. */
export async function signHead(tx: TenantTx, signer: LogSigner): Promise<StoredCheckpoint | null> {
  // the last signature is read before the head: a head that grows in between is then still the larger one
  const [last] = await selectCheckpoints(tx, { upTo: null, limit: 1 });
  const head = await selectHead(tx);
  if (!head) return mustNotBeLost(last);
  try {
    const proof = last && last.size < head.size ? await proofOfGrowth(tx, last.size, head.size) : [];
    const note = signNextCheckpoint({ signer, last: last?.note ?? null, head, proof });
    if (last?.size === head.size) return last;
    await insertCheckpoint(tx, { ...head, note });
  } catch (error) {
    if (error instanceof Unverified || error instanceof RangeError) throw notSigned(error.message);
    throw error;
  }
  return (await selectCheckpoints(tx, { upTo: head.size, limit: 1 }))[0] ?? null;
}

async function proofOfGrowth(tx: TenantTx, from: number, to: number): Promise<readonly Uint8Array[]> {
  return consistencyProof(nodeDigest, from, to, await selectNodes(tx, consistencyNodes(from, to)));
}

function mustNotBeLost(last: StoredCheckpoint | undefined): null {
  if (last) throw notSigned(`the log is empty, but ${last.size} entries were signed`);
  return null;
}

function notSigned(why: string): ApiError {
  return new ApiError(
    'INTERNAL',
    `The audit log doesn’t continue the signed log: ${why}. Nothing was signed; keep a copy of the database and investigate.`,
  );
}
