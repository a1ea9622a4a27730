import { rootOf } from '@attain/domain/proofs/merkle';
import { consistencyNodes, consistencyProof, frontierNodes } from '@attain/domain/proofs/merkle-proof';
import type { AppContext } from '../../app-context.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { selectNodes } from './audit-store.ts';
import { hex, logSize } from './log-size.ts';
import { readLog } from './read-log.ts';

/**
 * The RFC 9162 proof that the log of `to` entries (default: the whole log) begins with its first `from` entries, hashes
 * in hex. Throws BAD_INPUT if the log is shorter, or `from` is above `to`.
 */
export function proveConsistency(
  ctx: AppContext,
  actor: Actor,
  input: { from: number; to?: number | undefined },
) {
  mustAllow(actor, 'read:audit');
  return readLog(ctx, actor, async (tx) => {
    const { from } = input;
    const to = await logSize(tx, input.to, from);
    const getNode = await selectNodes(tx, [
      ...consistencyNodes(from, to),
      ...frontierNodes(from),
      ...frontierNodes(to),
    ]);
    return {
      from,
      to,
      fromRoot: hex(rootOf(nodeDigest, frontierNodes(from).map(getNode))),
      toRoot: hex(rootOf(nodeDigest, frontierNodes(to).map(getNode))),
      path: consistencyProof(nodeDigest, from, to, getNode).map(hex),
    };
  });
}
