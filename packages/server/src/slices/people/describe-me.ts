import type { Me } from '@attain/contract/auth';
import {
  builtInRoles,
  type Held,
  isNarrowed,
  permissions,
  rolesOfAnyReach,
  scopeOf,
  teamRolesOnly,
} from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import type { KnownSession } from '../../base/session-port.ts';
import { selectLiveAccess } from './access-grant-store.ts';
import { selectCustomNames } from './custom-role-store.ts';

/** The signed-in user, what the screens may show them, and their workspaces. */
export async function describeMe(ctx: AppContext, actor: Actor, session: KnownSession): Promise<Me> {
  const held = permissions.flatMap((permission) => {
    const scope = scopeOf(actor.roles, permission);
    return scope ? [{ permission, scope }] : [];
  });
  return {
    user: {
      id: actor.userId,
      username: session.username,
      displayName: actor.displayName,
      tenantId: actor.tenantId,
      tenantName: session.tenant.name,
    },
    roles: builtInRoles(actor.roles),
    teamRoles: teamRolesOnly(actor.roles),
    customRoles: session.viewingAs
      ? []
      : await ctx.read(actor, (tx) => selectCustomNames(tx, actor.userId, ctx.clock.today())),
    viewingAs: session.viewingAs ?? null,
    permissions: held,
    temporaryAccess: isNarrowed(actor.roles)
      ? []
      : await ctx.read(actor, (tx) => selectLiveAccess(tx, actor.userId)),
    participantId: actor.participantId,
    secondFactor: session.secondFactor,
    hasPassword: session.hasPassword,
    tenant: { ...session.tenant, fixedDay: ctx.days.fixedDay(actor.tenantId) },
    memberships: await selectMemberships(ctx, actor.userId),
  };
}

async function selectMemberships(ctx: AppContext, userId: string): Promise<Me['memberships']> {
  const result = await ctx.db.owner.query<{
    tenantId: string;
    name: string;
    industry: string;
    roles: Held[];
  }>(
    `SELECT m.tenant_id AS "tenantId", t.name, t.industry, m.roles FROM active_members m JOIN tenants t ON t.id = m.tenant_id
      WHERE m.user_id = $1 ORDER BY m.created_at, t.name`,
    [userId],
  );
  return result.rows.map((row) => ({ ...row, roles: rolesOfAnyReach(row.roles) }));
}
