import type { SignInSettings } from '@attain/contract/sign-in';
import { type GroupRoles, groupRolesProblems } from '@attain/domain/access/group-roles';
import { isAdministrator } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { unguessable } from '../connections/connection-shape.ts';
import { forgetSecret, keepSecret, openKeptSecret } from '../connections/kept-secret.ts';
import { reject } from '../people/invite-people.ts';
import { administratorsToday } from '../people/list-people.ts';
import { publishedSettings } from './provider-client.ts';
import {
  deleteProvider,
  lockSettings,
  replaceMapping,
  selectProvider,
  selectSettings,
  upsertProvider,
} from './provider-store.ts';

/** The identity provider as an administrator enters it. */
type WantedProvider = Omit<NonNullable<SignInSettings['provider']>, 'id' | 'secretSetAt' | 'linked'> & {
  readonly secret?: string | undefined;
};

/** The workspace's identity provider and the roles of its groups. */
export function readSignInSettings(ctx: AppContext, actor: Actor): Promise<SignInSettings> {
  mustAllow(actor, 'manage:people');
  return ctx.read(actor, selectSettings);
}

/** Stores the identity provider after asking it for its settings. Refuses BAD_INPUT, or UNAVAILABLE when it does not answer (ACCESS-32). */
export async function saveProvider(
  ctx: AppContext,
  actor: Actor,
  wanted: WantedProvider,
): Promise<SignInSettings> {
  mustBeAdministrator(actor);
  const { secret: entered, ...shown } = wanted;
  const { issuer } = await publishedSettings(ctx, shown, { fresh: true });
  const provider = { ...shown, issuer };
  if (entered === undefined) await ctx.read(actor, (tx) => mustKeepSecret(tx, issuer));
  return ctx.write(unguessable(ctx, actor, wanted), async (tx) => {
    await lockSettings(tx);
    const before = await selectProvider(tx);
    const id = before?.id ?? newId();
    await upsertProvider(tx, { ...provider, id, setBy: actor.userId });
    if (entered !== undefined) {
      const place = placeOf(id, provider.issuer);
      const { name } = provider;
      await keepSecret(ctx, tx, { place, secret: entered, name, type: 'oidc', userId: actor.userId });
    }
    await notifyAdministrators(tx, actor, `${actor.displayName} set up sign-in with ${provider.name}.`);
    tx.record({
      action: before === null ? 'sign-in-provider.created' : 'sign-in-provider.changed',
      object: { type: 'sign-in-provider', id },
      before: before === null ? null : hashOf(before),
      after: hashOf(found(await selectProvider(tx), 'identity provider')),
      ...(entered === undefined ? {} : { reason: { code: 'secret-changed' } }),
    });
    return selectSettings(tx);
  });
}

/** Removes the identity provider and its secret. Members keep their passwords; those without one need a link. */
export function removeProvider(ctx: AppContext, actor: Actor): Promise<SignInSettings> {
  mustBeAdministrator(actor);
  return ctx.write(actor, async (tx) => {
    await lockSettings(tx);
    const before = found(await selectProvider(tx), 'identity provider');
    await deleteProvider(tx);
    await forgetSecret(tx, before.id);
    await notifyAdministrators(tx, actor, `${actor.displayName} removed sign-in with ${before.name}.`);
    tx.record({
      action: 'sign-in-provider.removed',
      object: { type: 'sign-in-provider', id: before.id },
      before: hashOf(before),
      after: null,
    });
    return selectSettings(tx);
  });
}

/** Sets which roles groups give. Roles change at the next sign-in or change of the directory, in this administrator's name (ACCESS-33). */
export function saveGroups(
  ctx: AppContext,
  actor: Actor,
  groups: readonly GroupRoles[],
): Promise<SignInSettings> {
  mustBeAdministrator(actor);
  reject(groupRolesProblems(groups));
  return ctx.write(actor, async (tx) => {
    await lockSettings(tx);
    const before = await selectSettings(tx);
    await replaceMapping(tx, groups, actor.userId);
    const after = await selectSettings(tx);
    tx.record({
      action: 'group-roles.saved',
      object: { type: 'group-roles', id: tx.tenantId },
      before: mappingHash(before.groups),
      after: mappingHash(after.groups),
      reason: { code: `${after.groups.length}-groups` },
    });
    return after;
  });
}

const mappingHash = (groups: readonly GroupRoles[]) => (groups.length === 0 ? null : valueHash(groups));

/** Deciding how people sign in lets one enter as each of them: that is for administrators, and not for programs. */
function mustBeAdministrator(actor: Actor): void {
  mustAllow(actor, 'manage:people');
  if (!isAdministrator(actor.roles))
    throw new ApiError('CONFLICT', 'Only an administrator can change how people sign in.');
}

/** A secret is sent to the issuer it was entered for only. */
async function mustKeepSecret(tx: TenantTx, issuer: string): Promise<void> {
  const stored = await selectProvider(tx);
  if (stored?.issuer === issuer) return;
  const message = stored === null ? 'Enter the client secret.' : 'Enter the client secret of the new issuer.';
  throw new ApiError('BAD_INPUT', message, { problems: [{ rule: 'ACCESS-32', path: 'secret', message }] });
}

/** The client secret of the stored provider. */
export async function providerSecret(
  ctx: AppContext,
  tx: TenantTx,
  { id, issuer }: { id: string; issuer: string },
): Promise<string> {
  const secret = await openKeptSecret(ctx, tx, placeOf(id, issuer));
  if (secret === null) throw new ApiError('UNAVAILABLE', 'The client secret is missing. Enter it again.');
  return secret;
}

const placeOf = (credentialId: string, issuer: string) => ({
  credentialId,
  environment: 'prod',
  purpose: `sign-in ${issuer}`,
  keyVersion: 1,
});

function hashOf(provider: NonNullable<Awaited<ReturnType<typeof selectProvider>>>): string {
  const { tenantId: _, setBy: _by, createdAt: _made, updatedAt: _changed, ...content } = provider;
  return valueHash(content);
}

async function notifyAdministrators(tx: WriteTx, actor: Actor, message: string): Promise<void> {
  const others = (await administratorsToday(tx)).filter((id) => id !== actor.userId);
  await notifyPeople(tx, others, {
    title: 'How people sign in was changed',
    message,
    severity: 'warning',
    runId: null,
    effectKey: `sign-in-provider ${actor.request.id}`,
  });
}
