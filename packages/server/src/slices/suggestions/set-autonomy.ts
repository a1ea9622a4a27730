import { autonomyChange, DEFAULT_LEVEL } from '@attain/domain/suggestions/autonomy';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { valueHash } from '../../db/write.ts';
import { readMode } from '../people/preferences.ts';
import { lockSettings, selectSettings, updateSettings } from './assistant-store.ts';
import { APPROVED_LEVEL, openRaise, raiseLevel, withdrawRaise } from './raise-autonomy.ts';

/**
 * Sets the level of the workspace; what holds for a user is capped by their mode (SGR-46). Full Auto waits for approval, unless
 * an administrator chooses it (SGR-86); `approvalId` is then the request.
 */
export function setAutonomy(ctx: AppContext, actor: Actor, { level }: { level: number }) {
  mustAllow(actor, 'set:autonomy');
  return ctx.write(actor, async (tx) => {
    await lockSettings(tx, actor.userId);
    const { autonomyLevel: from, ownerId } = await selectSettings(tx, DEFAULT_LEVEL);
    const mode = await readMode(tx, actor.userId);
    const change = autonomyChange(from, level, { mode });
    const answer = {
      ...change,
      thresholds: { ...change.thresholds },
      restrictions: [...change.restrictions],
    };
    if (level === APPROVED_LEVEL && from !== APPROVED_LEVEL) {
      const { isRaised, act } = await raiseLevel(tx, { ctx, actor });
      tx.record(act);
      return { ...answer, approvalId: isRaised ? null : await openRaise(tx) };
    }
    await withdrawRaise(tx);
    if (level !== from || ownerId === null) {
      const levelSince = ctx.clock.now().toISOString();
      await updateSettings(tx, actor.userId, { autonomyLevel: level, ownerId: actor.userId, levelSince });
    }
    tx.record({
      action: 'autonomy.changed',
      object: { type: 'autonomy', id: tx.tenantId },
      reason: { code: change.context, text: `From level ${change.from} to level ${change.to}.` },
      evidence: [valueHash(change)],
    });
    return { ...answer, approvalId: null };
  });
}
