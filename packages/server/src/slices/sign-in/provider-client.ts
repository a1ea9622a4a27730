import * as oidc from 'openid-client';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../base/api-error.ts';
import { fetchWithin } from '../../runs/egress/fetch-within.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';

/** How far the clocks of provider and installation may differ. */
const toleranceSeconds = 30;
const timeoutMs = 10_000;
/** How long the settings that a provider publishes are used again. */
const keptMs = 5 * 60_000;

/** What is needed to talk to a provider. */
export interface ProviderAccess {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
}

const published = new Map<string, { readonly at: number; readonly metadata: oidc.ServerMetadata }>();

/**
 * A client of the provider. Its calls keep to the installation's limits of outbound calls. Throws UNAVAILABLE when the
 * provider can't be reached or its settings are not usable.
 */
export async function providerClient(ctx: AppContext, access: ProviderAccess): Promise<oidc.Configuration> {
  const { issuer, clientId, secret } = access;
  const skew = Math.round((ctx.clock.now().getTime() - Date.now()) / 1000);
  const metadata = { client_secret: secret, [oidc.clockTolerance]: toleranceSeconds, [oidc.clockSkew]: skew };
  const settings = await publishedSettings(ctx, access);
  const methods = settings.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(secret)
    : oidc.ClientSecretPost(secret);
  const config = new oidc.Configuration(settings, clientId, metadata, authentication);
  config[oidc.customFetch] = fetchWithin(ctx.settings.allowedHosts, timeoutMs);
  config.timeout = timeoutMs / 1000;
  // also a token that came straight from the provider must carry its signature
  oidc.enableNonRepudiationChecks(config);
  // plain HTTP is left to the list of allowed origins, which names each one
  if (new URL(issuer).protocol === 'http:') oidc.allowInsecureRequests(config);
  return config;
}

/** The settings that a provider publishes; asked again after some minutes, or at once when `fresh`. */
export async function publishedSettings(
  ctx: AppContext,
  { name, issuer, clientId }: Omit<ProviderAccess, 'secret'>,
  { fresh = false } = {},
): Promise<oidc.ServerMetadata> {
  const known = published.get(issuer);
  if (!fresh && known && Date.now() - known.at < keptMs) return known.metadata;
  const insecure = new URL(issuer).protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {};
  const config = await oidc
    .discovery(new URL(issuer), clientId, undefined, undefined, {
      [oidc.customFetch]: fetchWithin(ctx.settings.allowedHosts, timeoutMs),
      timeout: timeoutMs / 1000,
      ...insecure,
    })
    .catch((error: unknown) => {
      throw providerError(ctx, name, error);
    });
  const metadata = config.serverMetadata();
  published.set(issuer, { at: Date.now(), metadata });
  return metadata;
}

/** The error for a failed exchange with a provider. Details are logged, not answered. */
export function providerError(ctx: AppContext, name: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const failed = causes(error).find((cause) => cause instanceof EffectFailed);
  ctx.log.warn({ err: error, provider: name }, 'identity provider');
  if (failed instanceof EffectFailed && failed.code !== 'UNREACHABLE')
    return new ApiError('UNAVAILABLE', `${name} can’t be called. ${failed.message}`);
  if (failed || causes(error).some((cause) => cause instanceof DOMException))
    return new ApiError(
      'UNAVAILABLE',
      `${name} could not be reached. Try again, or sign in with your password.`,
    );
  if (error instanceof oidc.AuthorizationResponseError)
    return new ApiError('SIGN_IN_FAILED', `${name} did not sign you in (${error.error}). Try again.`);
  if (error instanceof oidc.ResponseBodyError)
    return new ApiError(
      'SIGN_IN_FAILED',
      `${name} rejected this sign-in (${error.error}). Start again; if it continues, ask your administrator.`,
    );
  return new ApiError(
    'SIGN_IN_FAILED',
    `The answer of ${name} is not valid for this sign-in. Start again; if it continues, ask your administrator.`,
  );
}

function causes(error: unknown): unknown[] {
  const all: unknown[] = [];
  for (let cause = error; cause !== undefined && cause !== null && all.length < 10; ) {
    all.push(cause);
    cause = (cause as { cause?: unknown }).cause;
  }
  return all;
}
