import { scopeOf } from '@attain/domain/access/permissions';
import { actingLevel, DEFAULT_LEVEL } from '@attain/domain/suggestions/autonomy';
import { eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { activeMembers } from '../../db/schema/people.ts';
import { readMode } from '../people/preferences.ts';
import { type AssistantSettings, selectSettings } from './assistant-store.ts';

/** What Attain does without a click in a workspace now. */
export interface ActingStanding {
  readonly level: number;
  /** An active member who chose the level: acts are made on their behalf. */
  readonly ownerId: string | null;
  readonly settings: AssistantSettings;
}

/** The standing of the workspace; `userId` made the change, and their mode holds while no one has chosen a level. */
export async function actingStanding(tx: TenantTx, userId: string | null): Promise<ActingStanding> {
  const settings = await selectSettings(tx, DEFAULT_LEVEL);
  const { ownerId, autonomyLevel: chosen } = settings;
  const roles = ownerId === null ? null : await selectRoles(tx, ownerId);
  const mode = await readMode(tx, ownerId ?? userId);
  const owner =
    roles === null
      ? null
      : { mayApply: scopeOf(roles, 'decide:suggestions') !== null && scopeOf(roles, 'edit:plans') !== null };
  return {
    level: actingLevel({ chosen, mode, owner }),
    ownerId: owner === null ? null : ownerId,
    settings,
  };
}

/** Whether the assistant is paused for a plan. */
export function isPausedFor({ isPaused, pausedPlans }: AssistantSettings, planId: string): boolean {
  return isPaused || pausedPlans.includes(planId);
}

/** The roles of an active member; null: not one any more. */
export async function selectRoles(tx: TenantTx, userId: string) {
  const [row] = await tx.db
    .select({ roles: activeMembers.roles })
    .from(activeMembers)
    .where(eq(activeMembers.userId, userId));
  return row?.roles ?? null;
}
