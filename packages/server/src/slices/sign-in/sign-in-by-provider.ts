import type { Held } from '@attain/domain/access/permissions';
import * as oidc from 'openid-client';
import type { AppContext } from '../../app-context.ts';
import type { Actor, RequestFacts } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { recordAccess, unknownPerson } from '../audit/record-access.ts';
import type { DirectoryMember } from '../people/follow-groups.ts';
import { newDevice } from '../people/known-device.ts';
import { proveByCode } from '../people/second-factor.ts';
import { openSession, type SignedIn } from '../people/sign-in.ts';
import { throttledAddress } from '../people/throttle.ts';
import { type AttemptAt, openAttempt, sealAttempt } from './attempt.ts';
import { followMapping } from './follow-mapping.ts';
import { type Claims, findMember } from './match-account.ts';
import { providerClient, providerError } from './provider-client.ts';
import { providerById, returnPath, type StoredProvider, selectProvider } from './provider-store.ts';
import { providerSecret } from './save-provider.ts';
import { selectGroupNames } from './scim/directory-store.ts';

/** A sign-in, and where it was started from. */
export type SignedInFrom = SignedIn & { readonly returnTo: string };

/** Where to go to sign in, and what the browser keeps until it comes back. */
export async function startSignIn(
  ctx: AppContext,
  wanted: { id: string; returnTo: string; again: boolean },
  { origin, address }: { origin: string; address: string },
): Promise<{ url: string; attempt: string }> {
  const provider = await throttledAddress(ctx, address, () => providerById(ctx.db.owner, wanted.id));
  if (provider === null)
    throw new ApiError('NOT_FOUND', 'This identity provider was removed. Reload the page.');
  const config = await clientOf(ctx, provider);
  const { returnTo, again } = wanted;
  const redirectUri = `${origin}${returnPath}`;
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(again ? { prompt: 'login', max_age: '0' } : {}),
  });
  const { tenantId, id: providerId } = provider;
  const kept = { tenantId, providerId, returnTo, step: 'provider' as const };
  const secrets = { state, nonce, verifier, redirectUri, again };
  return { url: url.href, attempt: sealAttempt<'provider'>(ctx, { ...kept, ...secrets }) };
}

/**
 * Signs in with what the provider answered. Throws SIGN_IN_FAILED for an answer that is not for this sign-in or a person who
 * may not enter, UNAVAILABLE when the provider does not answer, and a `CodeNeeded` for the code of an account that has one.
 */
export async function finishSignIn(
  ctx: AppContext,
  { cookie, query }: { cookie: string | undefined; query: string },
  request: RequestFacts,
): Promise<SignedInFrom> {
  const attempt = openAttempt(ctx, cookie, 'provider');
  const provider = await storedProvider(ctx, attempt);
  const { returnTo } = attempt;
  let failure: unknown;
  const known = await throttledAddress(ctx, request.address, async () => {
    try {
      const { claims, provedAt } = await exchanged(ctx, provider, { attempt, query });
      const member = await findMember(ctx, { provider, claims, request });
      await rolesOfGroups(ctx, { ...member, groups: claims.groups }, request);
      return { ...member, provedAt };
    } catch (error) {
      failure = error;
      return null;
    }
  });
  if (known === null) {
    if (failure instanceof ApiError) await noteRejected(ctx, provider, { code: failure.code, request });
    throw failure;
  }
  const { tenantId, userId, provedAt, hasSecondFactor } = known;
  if (hasSecondFactor) {
    const waiting = { tenantId, providerId: provider.id, returnTo, userId, provedAt, step: 'code' as const };
    throw new CodeNeeded(sealAttempt<'code'>(ctx, waiting));
  }
  return entered(ctx, { provider, userId, provedAt, returnTo }, request);
}

/** Groups that give roles which can't be combined let nobody in. */
async function rolesOfGroups(ctx: AppContext, member: DirectoryMember, request: RequestFacts): Promise<void> {
  // a directory that states groups itself knows better than a token
  const known = await ctx.db.within(member.tenantId, (tx) => selectGroupNames(tx, member.userId));
  try {
    await followMapping(ctx, { ...member, groups: known ?? member.groups }, request);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'BAD_INPUT')) throw error;
    throw new ApiError('SIGN_IN_FAILED', `Your groups give roles that can’t be combined. ${error.message}`);
  }
}

/** The second half of a sign-in to an account with a second factor. */
export async function finishWithCode(
  ctx: AppContext,
  { cookie, code }: { cookie: string | undefined; code: string },
  request: RequestFacts,
): Promise<SignedInFrom> {
  const { userId, returnTo, ...attempt } = openAttempt(ctx, cookie, 'code');
  const provider = await storedProvider(ctx, attempt);
  const { username } = await selectMember(ctx, provider, userId);
  await proveByCode(ctx, { userId, username, code, address: request.address });
  const provedAt = ctx.clock.now().toISOString();
  return entered(ctx, { provider, userId, provedAt, returnTo }, request);
}

/** The refusal of a sign-in that lacks its code, with what the browser keeps meanwhile. */
export class CodeNeeded extends ApiError {
  readonly attempt: string;

  constructor(attempt: string) {
    super('SECOND_FACTOR_NEEDED', 'Enter the code from your authenticator app.');
    this.attempt = attempt;
  }
}

async function storedProvider(
  ctx: AppContext,
  { tenantId, providerId }: { tenantId: string; providerId: string },
): Promise<StoredProvider> {
  const provider = await ctx.db.within(tenantId, selectProvider);
  if (provider?.id === providerId) return provider;
  throw new ApiError('SIGN_IN_FAILED', 'This identity provider was removed. Sign in with your password.');
}

async function clientOf(ctx: AppContext, provider: StoredProvider): Promise<oidc.Configuration> {
  const secret = await ctx.db.within(provider.tenantId, (tx) => providerSecret(ctx, tx, provider));
  return providerClient(ctx, { ...provider, secret });
}

/** Exchanges the code, and judges what it is answered with: signature, issuer, audience, times, nonce and state. */
async function exchanged(
  ctx: AppContext,
  provider: StoredProvider,
  { attempt, query }: { attempt: AttemptAt<'provider'>; query: string },
): Promise<{ claims: Claims; provedAt: string | null }> {
  const config = await clientOf(ctx, provider);
  const { state, nonce, verifier, redirectUri, again } = attempt;
  try {
    const answer = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      // the moment of a renewed sign-in lies within the time that an attempt lasts
      ...(again ? { maxAge: 600 } : {}),
    });
    const token = answer.claims();
    if (token === undefined) throw new Error('The answer has no ID token.');
    const isWhole = token.email !== undefined && token[provider.groupsClaim] !== undefined;
    const more =
      isWhole || config.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await oidc.fetchUserInfo(config, answer.access_token, token.sub);
    const all: Record<string, unknown> = { ...more, ...token };
    const provedAt = typeof token.auth_time === 'number' ? new Date(token.auth_time * 1000) : null;
    return {
      claims: {
        subject: token.sub,
        email: typeof all.email === 'string' ? all.email : null,
        emailVerified: all.email_verified === true,
        name: typeof all.name === 'string' ? all.name : null,
        groups: textsIn(all[provider.groupsClaim]),
      },
      provedAt: provedAt?.toISOString() ?? null,
    };
  } catch (error) {
    throw providerError(ctx, provider.name, error);
  }
}

const textsIn = (value: unknown) =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');

/** Opens the session of a member whom the provider named. Refuses someone without a role. */
async function entered(
  ctx: AppContext,
  who: { provider: StoredProvider; userId: string; provedAt: string | null; returnTo: string },
  request: RequestFacts,
): Promise<SignedInFrom> {
  const { provider, userId, provedAt, returnTo } = who;
  const member = await selectMember(ctx, provider, userId);
  if (member.roles.length === 0)
    throw new ApiError(
      'SIGN_IN_FAILED',
      `You have no role in ${member.tenantName} yet. Ask your administrator.`,
    );
  const opened = await openSession(
    ctx,
    { ...member, provedBy: 'identity-provider', provedAt, factorByProvider: provider.provesSecondFactor },
    request,
  );
  return { ...opened, device: newDevice(ctx.keys.bind, member.username), returnTo };
}

async function selectMember(ctx: AppContext, { tenantId }: StoredProvider, userId: string) {
  const found = await ctx.db.owner.query<{
    username: string;
    displayName: string;
    tenantName: string;
    roles: Held[];
  }>(
    `SELECT u.username, u.display_name AS "displayName", t.name AS "tenantName", m.roles
       FROM active_members m JOIN users u ON u.id = m.user_id JOIN tenants t ON t.id = m.tenant_id
      WHERE m.tenant_id = $1 AND m.user_id = $2`,
    [tenantId, userId],
  );
  const row = found.rows[0];
  if (!row) throw new ApiError('SIGN_IN_FAILED', 'Your access was disabled. Ask your administrator.');
  return { ...row, userId, tenantId };
}

/** Counts a refused sign-in in the workspace's log: nobody is known yet, so for the administrator who set the provider up. */
async function noteRejected(
  ctx: AppContext,
  { tenantId, id, setBy }: StoredProvider,
  { code, request }: { code: string; request: RequestFacts },
): Promise<void> {
  const actor: Actor = {
    tenantId,
    userId: unknownPerson,
    displayName: 'Unknown',
    kind: 'user',
    roles: [],
    participantId: null,
    sessionHash: null,
    request,
  };
  await recordAccess(ctx, actor, {
    userId: setBy,
    act: { action: 'sign-in.failed', object: { type: 'sign-in-provider', id } },
    code,
  });
}
