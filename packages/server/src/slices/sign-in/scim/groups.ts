import { z } from 'zod';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import { unlessTaken } from '../../../db/unless-taken.ts';
import { valueHash, type WriteTx } from '../../../db/write.ts';
import { checkMapping, followMapping } from '../follow-mapping.ts';
import {
  type DirectoryGroup,
  deleteGroup,
  putGroup,
  selectGroupNames,
  selectGroups,
  selectMemberIds,
} from './directory-store.ts';
import type { Resource } from './filter.ts';
import { patched, readPatch } from './patch.ts';
import { urns } from './schemas.ts';
import { ScimError } from './scim-error.ts';

const Group = z.object({
  displayName: z.string().trim().min(1, 'displayName is missing').max(200),
  externalId: z.string().max(200).nullish(),
  members: z
    .array(z.object({ value: z.uuid() }))
    .max(10_000)
    .nullish(),
});

/** A group as a resource of the protocol. */
export function groupResource(group: DirectoryGroup, origin: string): Resource {
  const { id, displayName, externalId, members, createdAt, updatedAt } = group;
  return {
    schemas: [urns.group],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName,
    members,
    meta: {
      resourceType: 'Group',
      created: createdAt,
      lastModified: updatedAt,
      location: `${origin}/scim/v2/Groups/${id}`,
    },
  };
}

/** Groups as resources, by name. */
export async function listGroups(ctx: AppContext, actor: Actor, origin: string): Promise<Resource[]> {
  const all = await ctx.read(actor, (tx) => selectGroups(tx));
  return all.map((group) => groupResource(group, origin));
}

export async function getGroup(ctx: AppContext, actor: Actor, id: string): Promise<DirectoryGroup> {
  const [group] = await ctx.read(actor, (tx) => selectGroups(tx, id));
  return found(group, 'group');
}

/** Creates a group; its members' roles follow. Throws uniqueness, and invalidValue for roles that conflict. */
export function createGroup(ctx: AppContext, actor: Actor, body: unknown): Promise<DirectoryGroup> {
  return store(ctx, actor, { id: newId(), before: null, body });
}

/** Replaces a group; the roles of whoever comes or goes follow. */
export async function replaceGroup(
  ctx: AppContext,
  actor: Actor,
  { id, body }: { id: string; body: unknown },
): Promise<DirectoryGroup> {
  return store(ctx, actor, { id, before: await getGroup(ctx, actor, id), body });
}

/** Changes a group by the operations of a PATCH. */
export async function patchGroup(
  ctx: AppContext,
  actor: Actor,
  { id, body }: { id: string; body: unknown },
): Promise<DirectoryGroup> {
  const operations = readPatch(body);
  const before = await getGroup(ctx, actor, id);
  return store(ctx, actor, { id, before, body: patched(groupResource(before, ''), operations) });
}

/** Deletes a group; the roles it gave go with it. */
export async function removeGroup(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  const before = await getGroup(ctx, actor, id);
  await ctx.write(actor, async (tx) => {
    await deleteGroup(tx, id);
    record(tx, { id, action: 'directory-group.removed', before, after: null });
    return null;
  });
  await follow(
    ctx,
    actor,
    before.members.map(({ value }) => value),
  );
}

interface Change {
  readonly id: string;
  readonly before: DirectoryGroup | null;
  readonly body: unknown;
}

async function store(ctx: AppContext, actor: Actor, { id, before, body }: Change): Promise<DirectoryGroup> {
  const wanted = read(body);
  const members = [...new Set((wanted.members ?? []).map(({ value }) => value))];
  const earlier = before?.members.map(({ value }) => value) ?? [];
  const isRenamed = before !== null && before.displayName !== wanted.displayName;
  const affected = [...new Set([...members, ...earlier])].filter(
    (one) => isRenamed || members.includes(one) !== earlier.includes(one),
  );
  await mustSuit(ctx, actor, { joining: members, name: wanted.displayName, old: before?.displayName });
  await ctx.write(actor, async (tx) => {
    const known = await selectMemberIds(tx, members);
    const unknown = members.find((one) => !known.includes(one));
    if (unknown !== undefined) throw new ScimError('invalidValue', `There is no user ${unknown}.`);
    const { displayName } = wanted;
    const stored = putGroup(tx, { id, displayName, externalId: wanted.externalId ?? null, members });
    await unlessTaken(
      'directory_groups_by_name',
      stored,
      () => new ScimError('uniqueness', `The group name ${displayName} is taken.`),
    );
    const [after = null] = await selectGroups(tx, id);
    const action = before === null ? 'directory-group.created' : 'directory-group.changed';
    record(tx, { id, action, before, after });
    return null;
  });
  await follow(ctx, actor, affected);
  return getGroup(ctx, actor, id);
}

/** Refuses a membership that would give someone roles which can't be combined, before anything is stored. */
async function mustSuit(
  ctx: AppContext,
  { tenantId }: Actor,
  { joining, name, old }: { joining: readonly string[]; name: string; old: string | undefined },
): Promise<void> {
  for (const userId of joining) {
    const names = await ctx.db.within(tenantId, (tx) => selectGroupNames(tx, userId));
    const groups = [...(names ?? []).filter((one) => one !== old), name];
    await checkMapping(ctx, { tenantId, userId, groups });
  }
}

/** Gives these members the roles of the groups they are in now. */
async function follow(ctx: AppContext, { tenantId, request }: Actor, userIds: readonly string[]) {
  for (const userId of userIds) {
    const groups = (await ctx.db.within(tenantId, (tx) => selectGroupNames(tx, userId))) ?? [];
    await followMapping(ctx, { tenantId, userId, groups }, request);
  }
}

function record(
  tx: WriteTx,
  change: { id: string; action: string; before: DirectoryGroup | null; after: DirectoryGroup | null },
): void {
  const { id, action, before, after } = change;
  tx.record({
    action,
    object: { type: 'directory-group', id },
    before: before && hashOf(before),
    after: after && hashOf(after),
  });
}

const hashOf = ({ displayName, externalId, members }: DirectoryGroup) =>
  valueHash({ displayName, externalId, members: members.map(({ value }) => value).sort() });

function read(body: unknown): z.infer<typeof Group> {
  const group = Group.safeParse(body);
  if (group.success) return group.data;
  const [issue] = group.error.issues;
  throw new ScimError('invalidValue', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
}
