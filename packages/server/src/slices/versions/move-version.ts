import { type VersionStatus, versionMoves } from '@attain/domain/versions/history';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { versionDetail } from './read-versions.ts';
import { retag } from './tag-versions.ts';
import { selectBranch, selectEditedAgent, updateVersionStatus } from './version-rows.ts';

/**
 * Changes whether a version is in use: active, then deprecated, archived, and active again. Throws NOT_FOUND, and
 * CONFLICT for another move, or if a branch or an open run needs the version to be archived.
 */
export function moveVersion(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; hash: string; status: VersionStatus },
) {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    const { id, hash, status } = input;
    found(await selectEditedAgent(tx, id, 'FOR UPDATE OF a'), 'agent');
    const before = await versionDetail(ctx, tx, { id, hash });
    if (versionMoves[before.status] !== status)
      throw new ApiError(
        'CONFLICT',
        `Version ${before.version} is ${before.status}. It can only become ${versionMoves[before.status]}.`,
      );
    if (status !== 'active' && (await selectBranch(tx, id, before.branch))?.head === hash)
      throw new ApiError(
        'CONFLICT',
        `Version ${before.version} is the newest of “${before.branch}” and stays active.`,
      );
    if (status === 'archived' && before.openRuns > 0)
      throw new ApiError(
        'CONFLICT',
        `${before.openRuns} open runs use version ${before.version}. Wait until they end.`,
      );
    await updateVersionStatus(tx, { agentId: id, hash, status });
    await retag(tx, id);
    tx.record({
      action: `agent-version.${status === 'active' ? 'restored' : status}`,
      object: { type: 'agent-version', id, version: before.version },
      evidence: [hash],
    });
    return versionDetail(ctx, tx, { id, hash });
  });
}
