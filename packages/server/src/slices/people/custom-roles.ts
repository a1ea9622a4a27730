import type { CustomRole as ShownRole } from '@attain/contract/roles';
import { type CustomRole, customRoleProblems, isPrivilegedRole } from '@attain/domain/access/custom-roles';
import { conflictProblems } from '@attain/domain/access/duty-conflicts';
import { cellText } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { keepApart } from './access-grants.ts';
import {
  deleteCustomRole,
  heldWith,
  insertCustomRole,
  selectCustomRoles,
  selectHolders,
  updateCustomRole,
  wantedCustomRoles,
} from './custom-role-store.ts';
import { reject } from './invite-people.ts';
import { lockPeople, selectPerson } from './people-store.ts';
import { deleteSwitches } from './role-settings-store.ts';

type Wanted = Omit<CustomRole, 'id'>;

/** The roles that the workspace made, by name. */
export async function listCustomRoles(ctx: AppContext, actor: Actor): Promise<{ rows: ShownRole[] }> {
  mustAllow(actor, 'read:people');
  return { rows: (await ctx.read(actor, selectCustomRoles)).map(shown) };
}

/** Makes a role of cells of the permission table. Refuses BAD_INPUT with every problem (ACCESS-30). */
export function createCustomRole(ctx: AppContext, actor: Actor, wanted: Wanted): Promise<ShownRole> {
  mustAllow(actor, 'manage:people');
  return ctx.write(actor, async (tx) => {
    await lockPeople(tx);
    const role = { ...wanted, id: newId() };
    reject(customRoleProblems(role, await namesBesides(tx, null)));
    await insertCustomRole(tx, role);
    tx.record({
      action: 'role.created',
      object: { type: 'role', id: role.id },
      before: null,
      after: roleHash(role),
      reason: { code: `${role.cells.length}-permissions`, text: role.cells.map(cellText).join(', ') },
    });
    return shown({ ...role, members: 0 });
  });
}

/** Changes a role for everyone who holds it; what it must not become for one of them is rejected (ACCESS-30). */
export function changeCustomRole(ctx: AppContext, actor: Actor, wanted: CustomRole): Promise<ShownRole> {
  mustAllow(actor, 'manage:people');
  return ctx.write(actor, async (tx) => {
    await lockPeople(tx);
    const before = await storedRole(tx, wanted.id);
    reject(customRoleProblems(wanted, await namesBesides(tx, wanted.id)));
    const holders = await selectHolders(tx, wanted.id);
    if (holders.includes(actor.userId))
      throw new ApiError('CONFLICT', 'You hold this role. Ask another administrator to change it.');
    const gained = wanted.cells.filter((cell) => !before.cells.map(cellText).includes(cellText(cell)));
    if (holders.length > 0 && isPrivilegedRole({ cells: gained }))
      throw new ApiError(
        'CONFLICT',
        'Members hold this role, so it can’t gain permissions to approve or manage. Create another role.',
      );
    await updateCustomRole(tx, wanted);
    for (const userId of holders) await mustSuit(tx, userId, gained.length > 0 ? wanted.id : null);
    tx.record({
      action: 'role.changed',
      object: { type: 'role', id: wanted.id },
      before: roleHash(before),
      after: roleHash(wanted),
      reason: { code: `${wanted.cells.length}-permissions`, text: wanted.cells.map(cellText).join(', ') },
    });
    return shown({ ...wanted, members: before.members });
  });
}

/** Removes a role that no member holds. */
export function removeCustomRole(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'manage:people');
  return ctx.write(actor, async (tx) => {
    await lockPeople(tx);
    const before = await storedRole(tx, id);
    if (before.members > 0)
      throw new ApiError('CONFLICT', `Members hold “${before.name}”. Remove it from them first.`);
    await deleteCustomRole(tx, id);
    await deleteSwitches(tx, id);
    tx.record({
      action: 'role.removed',
      object: { type: 'role', id },
      before: roleHash(before),
      after: null,
    });
    return { removed: true as const };
  });
}

async function storedRole(tx: WriteTx, id: string) {
  return found((await selectCustomRoles(tx)).find((role) => role.id === id) ?? null, 'role');
}

async function namesBesides(tx: WriteTx, id: string | null): Promise<string[]> {
  const others = (await selectCustomRoles(tx)).filter((role) => role.id !== id);
  return [...Object.values(roleNames), ...others.map(({ name }) => name)];
}

/** `widened`: the role that gains permissions, which exceptions to it were not accepted for. */
async function mustSuit(tx: WriteTx, userId: string, widened: string | null): Promise<void> {
  const member = await selectPerson(tx, userId);
  if (member === null) return;
  const custom = await wantedCustomRoles(tx, member.customRoles);
  const exceptions = member.exceptions.filter(
    ({ roles }) => widened === null || !roles.some((role) => role.includes(widened)),
  );
  const [problem] = conflictProblems({ roles: member.roles, custom }, exceptions);
  if (problem !== undefined)
    throw new ApiError('CONFLICT', `${member.displayName}: ${problem.message} Create another role for it.`);
  await keepApart(tx, userId, heldWith(member.roles, custom));
}

function roleHash({ id, name, description, cells }: CustomRole): string {
  return valueHash({ id, name, description, cells: cells.map(cellText).sort() });
}

function shown({ id, name, description, cells, members }: CustomRole & { members: number }): ShownRole {
  return { id, name, description, cells: cells.map((cell) => ({ ...cell })), members };
}
