import { createHash } from 'node:crypto';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import * as oidc from 'openid-client';
import type { AppContext } from '../../app-context.ts';
import { fetchWithin } from '../../runs/egress/fetch-within.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';

/** How long an issuer may take. */
export const tokenTimeoutMs = 10_000;
/** How long before its end a token is no longer used, and how long one lives whose issuer names no end. */
const marginMs = 30_000;
const standardMs = 5 * 60_000;
const maxTokens = 1_000;

/** As much of a connection as asks for a token; `secret` is the client's. */
export interface TokenClient {
  readonly id: string;
  readonly name: string;
  readonly secret: string | null;
  readonly config: JsonObject;
}

/** A token, and until when it is used. */
export interface Issued {
  readonly token: string;
  readonly untilMs: number;
}

/** Tokens of this process, by everything they depend on; a request under way is shared. */
const tokens = new Map<string, Promise<Issued>>();

/**
 * An access token for a connection with OAuth 2.0 client credentials, kept in memory until shortly before it ends (CONN-13).
 * `rejected`: a token that the other side did not take, which is not used again. Fails with REFUSED or UNREACHABLE.
 */
export function accessToken(
  ctx: AppContext,
  tenantId: string,
  connection: TokenClient,
  rejected?: string,
): Promise<string> {
  const { id, secret, config } = connection;
  const { tokenUrl, clientId, scope, audience, clientAuth } = config;
  const asked = [tenantId, id, secret, tokenUrl, clientId, scope, audience, clientAuth];
  return keptToken(ctx, asked, rejected, () => issued(ctx, connection));
}

/** A token that was issued for the same, else a new one. */
export async function keptToken(
  ctx: AppContext,
  asked: readonly unknown[],
  rejected: string | undefined,
  issue: () => Promise<Issued>,
): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
  for (let known = tokens.get(key); known !== undefined; known = tokens.get(key)) {
    const { token, untilMs } = await known;
    if (token !== rejected && untilMs > ctx.clock.now().getTime()) return token;
    if (tokens.get(key) === known) tokens.delete(key);
  }
  const issuing = issue();
  tokens.set(key, issuing);
  for (const oldest of tokens.keys()) {
    if (tokens.size <= maxTokens) break;
    tokens.delete(oldest);
  }
  try {
    return (await issuing).token;
  } catch (error) {
    if (tokens.get(key) === issuing) tokens.delete(key);
    throw error;
  }
}

/** The client of an issuer of tokens, and its host. */
export function tokenClient(ctx: AppContext, { secret, config }: Pick<TokenClient, 'secret' | 'config'>) {
  const tokenUrl = new URL(String(config.tokenUrl));
  const how = config.clientAuth === 'body' ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
  const server = {
    issuer: tokenUrl.origin,
    token_endpoint: tokenUrl.href,
    ...(typeof config.authorizeUrl === 'string' ? { authorization_endpoint: config.authorizeUrl } : {}),
  };
  const client = new oidc.Configuration(server, String(config.clientId), {}, how(String(secret)));
  client[oidc.customFetch] = withoutIdToken(fetchWithin(ctx.settings.allowedHosts, tokenTimeoutMs));
  client.timeout = tokenTimeoutMs / 1_000;
  // plain HTTP is left to the list of allowed origins, which names each one
  if (tokenUrl.protocol === 'http:' || /^http:/.test(String(config.authorizeUrl)))
    oidc.allowInsecureRequests(client);
  return { client, host: tokenUrl.hostname };
}

/** Leaves an ID token out: it isn't used, and its issuer's name, which would be checked, is in no setting. */
function withoutIdToken(ask: oidc.CustomFetch): oidc.CustomFetch {
  return async (url, options) => {
    const answer = await ask(url, options);
    const body: unknown = await answer
      .clone()
      .json()
      .catch(() => null);
    if (typeof body !== 'object' || body === null || !('id_token' in body)) return answer;
    const { id_token: _, ...rest } = body;
    return new Response(JSON.stringify(rest), { status: answer.status, headers: answer.headers });
  };
}

async function issued(ctx: AppContext, { name, secret, config }: TokenClient): Promise<Issued> {
  const { client, host } = tokenClient(ctx, { secret, config });
  const { scope, audience } = config;
  const answer = await oidc
    .clientCredentialsGrant(client, {
      ...(typeof scope === 'string' ? { scope } : {}),
      ...(typeof audience === 'string' ? { audience } : {}),
    })
    .catch((error: unknown) => {
      throw tokenFailure(name, host, error);
    });
  return { token: answer.access_token, untilMs: usedUntil(ctx, answer.expires_in) };
}

/** Until when a token is used that lives so many seconds. */
export function usedUntil(ctx: AppContext, seconds: number | undefined): number {
  const lifeMs = seconds === undefined ? standardMs : seconds * 1_000;
  return ctx.clock.now().getTime() + lifeMs - Math.min(marginMs, lifeMs / 2);
}

/** Why there is no token. The call itself was not made, so its outcome is known. */
export function tokenFailure(name: string, host: string, error: unknown): EffectFailed {
  const of = `No token for “${name}”:`;
  if (error instanceof oidc.ResponseBodyError) {
    const described = error.error_description ? `, ${error.error_description.slice(0, 200)}` : '';
    const message = `${of} ${host} rejected the client (${error.error}${described}).`;
    return new EffectFailed('REFUSED', message, { retryable: error.status === 429 || error.status >= 500 });
  }
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    if (cause instanceof EffectFailed)
      return new EffectFailed(cause.code, `${of} ${cause.message}`, { retryable: cause.retryable });
    if (cause.name === 'TimeoutError')
      return new EffectFailed('UNREACHABLE', `${of} ${host} did not answer in time.`, { retryable: true });
  }
  const status = error instanceof Error && error.cause instanceof Response ? error.cause.status : null;
  const message = `${of} ${host} ${status === null ? 'gave no valid token' : `answered ${status}`}.`;
  return new EffectFailed('REFUSED', message, {
    retryable: status !== null && (status === 429 || status >= 500),
  });
}
