import { tagsOf } from '@attain/domain/versions/history';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectEditedAgent, selectTagged, updateTag } from './version-rows.ts';

/** Computes the tags of an agent's versions again. Returns how many changed. */
export async function retag(tx: TenantTx, agentId: string): Promise<number> {
  const versions = await selectTagged(tx, agentId);
  const tags = tagsOf(versions);
  const changed = versions.filter(({ hash, tag }) => tags.get(hash) !== tag);
  for (const { hash } of changed) await updateTag(tx, { agentId, hash, tag: tags.get(hash) ?? null });
  return changed.length;
}

/** Brings the tags up to date, which depend on open runs. Throws NOT_FOUND. */
export function tagVersions(ctx: AppContext, actor: Actor, agentId: string) {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    found(await selectEditedAgent(tx, agentId, 'FOR UPDATE OF a'), 'agent');
    const changed = await retag(tx, agentId);
    tx.record({
      action: 'agent-version.tagged',
      object: { type: 'agent-version', id: agentId },
      ...(changed === 0 ? { reason: { code: 'unchanged' } } : {}),
    });
    return { changed };
  });
}
