import { rootOf } from '@attain/domain/proofs/merkle';
import { frontierNodes, inclusionNodes, inclusionProof } from '@attain/domain/proofs/merkle-proof';
import type { AppContext } from '../../app-context.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { selectNodes } from './audit-store.ts';
import { hex, logSize } from './log-size.ts';
import { readLog } from './read-log.ts';

/**
 * The RFC 9162 proof that entry `index` is in the log of `size` entries (default: the whole log), hashes in hex. Throws
 * BAD_INPUT if the log is shorter, or the entry comes later.
 */
export function proveInclusion(
  ctx: AppContext,
  actor: Actor,
  input: { index: number; size?: number | undefined },
) {
  mustAllow(actor, 'read:audit');
  return readLog(ctx, actor, async (tx) => {
    const { index } = input;
    const size = await logSize(tx, input.size, index + 1);
    const leaf = { level: 0, index };
    const getNode = await selectNodes(tx, [leaf, ...inclusionNodes(size, index), ...frontierNodes(size)]);
    return {
      index,
      size,
      leafHash: hex(getNode(leaf)),
      root: hex(rootOf(nodeDigest, frontierNodes(size).map(getNode))),
      path: inclusionProof(nodeDigest, size, index, getNode).map(hex),
    };
  });
}
