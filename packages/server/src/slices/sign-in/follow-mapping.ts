import type { AppContext } from '../../app-context.ts';
import type { RequestFacts } from '../../base/actor.ts';
import { type DirectoryMember, followGroups, planRoles } from '../people/follow-groups.ts';
import { selectMapping } from './provider-store.ts';

/** Gives a member the roles that the workspace's mapping has for their groups (ACCESS-33). */
export async function followMapping(
  ctx: AppContext,
  member: DirectoryMember,
  request: RequestFacts,
): Promise<void> {
  const mapping = await ctx.db.within(member.tenantId, selectMapping);
  await followGroups(ctx, { member, mapping }, request);
}

/** Refuses groups that give roles which can't be combined; changes nothing. */
export async function checkMapping(ctx: AppContext, member: DirectoryMember): Promise<void> {
  await ctx.db.within(member.tenantId, async (tx) => planRoles(ctx, tx, member, await selectMapping(tx)));
}
