import { DECLINE_DAYS, DECLINES_TO_LOWER } from '@attain/domain/suggestions/acting';
import { DEFAULT_LEVEL } from '@attain/domain/suggestions/autonomy';
import type { AppContext } from '../../app-context.ts';
import { systemActor } from '../../base/actor.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { decidersOf } from '../approvals/request-approval.ts';
import { countDeclines } from './acts-store.ts';
import { type AssistantSettings, lockSettings, selectSettings, updateSettings } from './assistant-store.ts';

const DAY_MS = 86_400_000;
const FULL_AUTO = 3;
const LOWERED_TO = 2;

/** Whether so much of what Attain applied was undone or voted down that it must stop (SGR-85). */
export async function isDeclined(tx: TenantTx, settings: AssistantSettings, now: Date): Promise<boolean> {
  const week = new Date(now.getTime() - DECLINE_DAYS * DAY_MS).toISOString();
  const { levelSince } = settings;
  const since = levelSince !== null && Date.parse(levelSince) > Date.parse(week) ? levelSince : week;
  return (await countDeclines(tx, since)) >= DECLINES_TO_LOWER;
}

/** Lowers the level from Full Auto to Supervised and says so, if people declined too much of what Attain applied. */
export async function lowerIfDeclined(ctx: AppContext, tenantId: string): Promise<void> {
  const owner = await ctx.db.within(tenantId, (tx) => toLower(tx, ctx));
  if (owner === null) return;
  const lowering = ctx.write(systemActor(tenantId, owner, 'assistant'), async (tx) => {
    await lockSettings(tx, owner);
    if ((await toLower(tx, ctx)) === null) throw new AlreadyLowered();
    const levelSince = ctx.clock.now().toISOString();
    await updateSettings(tx, owner, { autonomyLevel: LOWERED_TO, levelSince });
    const able = await decidersOf(tx, 'autonomy-level');
    await notifyPeople(tx, [...new Set([owner, ...able.map(({ userId }) => userId)])], {
      title: 'Autonomy lowered to Supervised',
      message: `${DECLINES_TO_LOWER} changes that Attain applied were undone or voted down within ${DECLINE_DAYS} days. It now asks before each change.`,
      severity: 'warning',
      runId: null,
      effectKey: `autonomy-lowered/${newId()}`,
    });
    tx.record({
      action: 'autonomy.lowered',
      object: { type: 'autonomy', id: tenantId },
      reason: { code: 'declined', text: `From level ${FULL_AUTO} to level ${LOWERED_TO}.` },
    });
  });
  await lowering.catch((error: unknown) => {
    if (!(error instanceof AlreadyLowered)) throw error;
  });
}

class AlreadyLowered extends Error {}

/** The owner of a level that is to be lowered; null: it holds. */
async function toLower(tx: TenantTx, ctx: AppContext): Promise<string | null> {
  const settings = await selectSettings(tx, DEFAULT_LEVEL);
  if (settings.autonomyLevel !== FULL_AUTO || settings.ownerId === null) return null;
  return (await isDeclined(tx, settings, ctx.clock.now())) ? settings.ownerId : null;
}
