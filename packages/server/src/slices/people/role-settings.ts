import type { RoleOverview } from '@attain/contract/roles';
import { cellText } from '@attain/domain/access/permissions';
import { statedOf } from '@attain/domain/access/stated-permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { valueHash } from '../../db/write.ts';
import { lockPeople } from './people-store.ts';
import {
  type RoleSwitches,
  type StoredRole,
  saveSwitches,
  selectRoleOverview,
} from './role-settings-store.ts';

/** Every role with its permissions, members and switches. It names nobody. */
export async function listRoleOverview(ctx: AppContext, actor: Actor): Promise<{ rows: RoleOverview[] }> {
  mustAllow(actor, 'read:policies');
  return { rows: (await ctx.read(actor, selectRoleOverview)).map(shown) };
}

/** Sets how a role counts, from the next request on (ACCESS-41). Throws NOT_FOUND; CONFLICT for switching off administrators. */
export function saveRoleSettings(
  ctx: AppContext,
  actor: Actor,
  { id, active, requireApproval, auditActions }: RoleSwitches & { readonly id: string },
): Promise<RoleOverview> {
  mustAllow(actor, 'manage:people');
  const wanted = { active, requireApproval, auditActions };
  return ctx.write(actor, async (tx) => {
    await lockPeople(tx);
    const before = found((await selectRoleOverview(tx)).find((role) => role.id === id) ?? null, 'role');
    if (id === 'administrator' && !active)
      throw new ApiError(
        'CONFLICT',
        'Administrators can’t be switched off: no one could switch them on again.',
      );
    await saveSwitches(tx, { id, ...wanted, by: actor.userId });
    tx.record({
      action: 'role.switched',
      object: { type: 'role-settings', id },
      before: switchesHash(before),
      after: switchesHash(wanted),
      reason: { code: 'switches', text: `${inWords(before)} → ${inWords(wanted)}` },
    });
    return shown({ ...before, ...wanted });
  });
}

function switchesHash({ active, requireApproval, auditActions }: RoleSwitches): string {
  return valueHash({ active, requireApproval, auditActions });
}

function inWords({ active, requireApproval, auditActions }: RoleSwitches): string {
  const state = (is: boolean) => (is ? 'on' : 'off');
  return `active ${state(active)}, approval ${state(requireApproval)}, audit ${state(auditActions)}`;
}

function shown(role: StoredRole): RoleOverview {
  const { cells, active } = role;
  return {
    ...role,
    cells: cells.map((cell) => ({ ...cell })),
    status: active ? 'active' : 'inactive',
    stated: statedOf(cells.map(cellText)),
  };
}
