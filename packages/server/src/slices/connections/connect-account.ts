import type { Connection } from '@attain/contract/agents/connections';
import { secretDestinationOf } from '@attain/domain/connections/check-connection';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import * as oidc from 'openid-client';
import type { AppContext } from '../../app-context.ts';
import { sha256Hex } from '../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { hasOtherDecider, isAmong } from '../approvals/request-approval.ts';
import { tokenClient, tokenFailure } from './access-token.ts';
import {
  keepAttempt,
  type StoredConnection,
  selectConnection,
  shownConnection,
  takeAttempt,
  updateGrant,
} from './connection-store.ts';
import { selectCredential } from './credential-store.ts';
import { dropGrant, type Grant, storeGrant } from './grant-store.ts';
import { openSecret } from './vault.ts';

/** The page that people come back to; their issuer must know it as a redirect address. */
const returnPath = '/agent-builder/connections';
const attemptMs = 10 * 60_000;

/**
 * Starts to connect the account of a person: where they sign in (CONN-15). Throws CONFLICT for a connection that signs in otherwise or
 * has no secret in use, and NOT_ALLOWED in production for the person who saved it last.
 */
export function startGrant(ctx: AppContext, actor: Actor, { id, origin }: { id: string; origin: string }) {
  mustAllow(actor, 'edit:connections');
  const redirectUri = `${origin}${returnPath}`;
  return ctx.write(actor, async (tx) => {
    const stored = found(await selectConnection(tx, id, 'FOR UPDATE OF a'), 'connection');
    await mustBeConnectable(tx, actor, stored);
    const { client } = tokenClient(ctx, {
      secret: await clientSecret(ctx, tx, stored),
      config: configOf(stored),
    });
    const [state, verifier] = [oidc.randomState(), oidc.randomPKCECodeVerifier()];
    const { scope, audience } = configOf(stored);
    const url = oidc.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      response_type: 'code',
      state,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(typeof scope === 'string' ? { scope } : {}),
      ...(typeof audience === 'string' ? { audience } : {}),
    });
    const expiresAt = ctx.clock.now().getTime() + attemptMs;
    const attempt = { stateHash: sha256Hex(state), verifier, redirectUri, userId: actor.userId, expiresAt };
    await keepAttempt(tx, id, attempt);
    tx.record({ action: 'connection.account-started', object: { type: 'connection', id } });
    return { url: url.href };
  });
}

/** Connects the account with the answer of its sign-in. Throws BAD_INPUT for an answer to no sign-in of the actor, or a refusal. */
export async function finishGrant(
  ctx: AppContext,
  actor: Actor,
  answer: { state: string; code?: string | undefined; error?: string | undefined },
): Promise<Connection> {
  mustAllow(actor, 'edit:connections');
  const taken = await ctx.db.within(actor.tenantId, async (tx) => {
    const found = await takeAttempt(tx, sha256Hex(answer.state));
    const connection = found && (await selectConnection(tx, found.id));
    return found && connection && { ...found, connection, secret: await clientSecret(ctx, tx, connection) };
  });
  const isTheirs =
    taken?.attempt.userId === actor.userId && taken.attempt.expiresAt > ctx.clock.now().getTime();
  if (!taken || !isTheirs)
    throw new ApiError(
      'BAD_INPUT',
      'This sign-in took more than 10 minutes or was started by someone else. Start again.',
    );
  const { id, connection, secret, attempt } = taken;
  if (answer.code === undefined || answer.code === '')
    throw new ApiError(
      'BAD_INPUT',
      `The account was not connected: ${answer.error || 'the issuer gave no code'}.`,
    );
  const grant = await exchanged(ctx, { connection, secret, attempt, code: answer.code });
  return ctx.write(actor, async (tx) => {
    const now = found(await selectConnection(tx, id, 'FOR UPDATE OF a'), 'connection');
    const isAlone = await mustBeConnectable(tx, actor, now);
    if (secretDestinationOf(now) !== secretDestinationOf(connection))
      throw new ApiError('CONFLICT', 'The connection was changed during the sign-in. Start again.');
    await dropGrant(tx, now);
    const credentialId = newId();
    await storeGrant(ctx, tx, { connection: now, credentialId, grant, userId: actor.userId });
    await updateGrant(tx, id, { credentialId, userId: actor.userId, at: ctx.clock.now() });
    tx.record({
      action: 'connection.account-connected',
      object: { type: 'connection', id },
      ...(isAlone ? { reason: { code: 'single-person' } } : {}),
    });
    return shownConnection(found(await selectConnection(tx, id), 'connection'));
  });
}

/** Disconnects the account and destroys its tokens. Throws CONFLICT if no account is connected. */
export function endGrant(ctx: AppContext, actor: Actor, id: string): Promise<Connection> {
  mustAllow(actor, 'edit:connections');
  return ctx.write(actor, async (tx) => {
    const stored = found(await selectConnection(tx, id, 'FOR UPDATE OF a'), 'connection');
    if (stored.grantCredentialId === null) throw new ApiError('CONFLICT', 'No account is connected.');
    await dropGrant(tx, stored);
    tx.record({ action: 'connection.account-removed', object: { type: 'connection', id } });
    return shownConnection(found(await selectConnection(tx, id), 'connection'));
  });
}

/** Whether the actor connects in production what they saved last, as no one else can. Throws CONFLICT and NOT_ALLOWED. */
async function mustBeConnectable(tx: TenantTx, actor: Actor, connection: StoredConnection): Promise<boolean> {
  const { authMethod, environment, updatedBy } = connection;
  if (authMethod !== 'oauth2-account')
    throw new ApiError(
      'CONFLICT',
      'This connection doesn’t sign in with an account. Edit its sign-in method.',
    );
  if (environment !== 'prod' || !(await isAmong(tx, actor.userId, [updatedBy]))) return false;
  if (await hasOtherDecider(tx, 'production-secret', [actor.userId]))
    throw new ApiError(
      'NOT_ALLOWED',
      'You saved this production connection last. Another person has to connect the account.',
    );
  return true;
}

const configOf = ({ config }: StoredConnection) => config as JsonObject;

async function clientSecret(ctx: AppContext, tx: TenantTx, connection: StoredConnection): Promise<string> {
  const { credentialId, environment, secret, kind, name } = connection;
  const sealed = credentialId === null ? null : await selectCredential(tx, credentialId);
  if (credentialId === null || sealed === null || secret === null)
    throw new ApiError('CONFLICT', `“${name}” has no client secret in use.`);
  const purpose = `${kind} ${secretDestinationOf(connection)}`;
  return openSecret(
    ctx.keys,
    tx,
    { credentialId, environment, purpose, keyVersion: secret.keyVersion },
    sealed,
  );
}

async function exchanged(
  ctx: AppContext,
  of: {
    readonly connection: StoredConnection;
    readonly secret: string;
    readonly attempt: { readonly verifier: string; readonly redirectUri: string };
    readonly code: string;
  },
): Promise<Grant> {
  const { connection, secret, attempt, code } = of;
  const { client, host } = tokenClient(ctx, { secret, config: configOf(connection) });
  const answer = await oidc
    .genericGrantRequest(client, 'authorization_code', {
      code,
      redirect_uri: attempt.redirectUri,
      code_verifier: attempt.verifier,
    })
    .catch((error: unknown) => {
      const failure = tokenFailure(connection.name, host, error);
      throw new ApiError(failure.retryable ? 'UNAVAILABLE' : 'BAD_INPUT', failure.message);
    });
  const { refresh_token: refreshToken, access_token: accessToken } = answer;
  return refreshToken === undefined ? { accessToken } : { refreshToken };
}
