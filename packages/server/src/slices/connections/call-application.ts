import { hasTokens } from '@attain/domain/connections/connection-kinds';
import type { AppContext } from '../../app-context.ts';
import { type AllowedTarget, allowedTarget } from '../../runs/egress/allowed-address.ts';
import { type IncomingAnswer, sendRequest } from '../../runs/egress/send-request.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { OpenConnection } from './open-connection.ts';
import { signV4 } from './storage/sign-v4.ts';

/** One call below a connection's address. */
export interface ApplicationCall {
  readonly method: string;
  /** Starts with `/`, parts encoded; `{secret}` is replaced with the secret. Blank: the address itself. */
  readonly path: string;
  readonly body: string | Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Calls a connected application with the sign-in of its connection. Only an allowed host is called, at or below its
 * address. A token that is not taken (401) is renewed once.
 */
export async function callApplication(
  ctx: AppContext,
  connection: OpenConnection,
  call: ApplicationCall,
): Promise<IncomingAnswer> {
  const answer = await callOnce(ctx, connection, call);
  const { renew, secret } = connection;
  if (answer.status !== 401 || renew === undefined || secret === null) return answer;
  return callOnce(ctx, { ...connection, secret: await renew(secret) }, call);
}

function callOnce(
  ctx: AppContext,
  connection: OpenConnection,
  call: ApplicationCall,
): Promise<IncomingAnswer> {
  const target = targetOf(ctx, connection, call.path);
  return sendRequest({
    target,
    method: call.method,
    body: call.body,
    signal: call.signal,
    headers: {
      accept: 'application/json, text/plain;q=0.9, */*;q=0.1',
      'user-agent': `Attain/${ctx.appVersion}`,
      ...(call.body === null ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
      ...signIn(connection),
      ...(connection.authMethod === 'aws' ? signature(ctx, connection, { ...call, url: target.url }) : {}),
    },
  });
}

/** The headers that show who calls. */
function signIn({ authMethod, secret, config }: OpenConnection): Record<string, string> {
  if (secret === null) return {};
  if (authMethod === 'bearer' || hasTokens(authMethod)) return { authorization: `Bearer ${secret}` };
  if (authMethod === 'header') return { [String(config.header).toLowerCase()]: secret };
  if (authMethod !== 'basic') return {};
  const pair = Buffer.from(`${config.username}:${secret}`, 'utf8').toString('base64');
  return { authorization: `Basic ${pair}` };
}

/** The signature of a call; of its headers, those that say what the body is. */
function signature(
  ctx: AppContext,
  { secret, config }: OpenConnection,
  { method, url, headers, body }: Omit<ApplicationCall, 'path'> & { readonly url: URL },
): Record<string, string> {
  if (secret === null) return {};
  const type = headers['content-type'];
  const signed: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  return signV4(
    { method, url, headers: signed, body },
    {
      accessKeyId: String(config.username),
      secret,
      region: String(config.signingRegion),
      at: ctx.clock.now(),
    },
  );
}

function targetOf(
  ctx: AppContext,
  { name, address, authMethod, secret }: OpenConnection,
  path: string,
): AllowedTarget {
  const base = address.replace(/\/+$/, '');
  const filled =
    authMethod === 'path' && secret !== null
      ? path.replaceAll('{secret}', secret.split('/').map(encodeURIComponent).join('/'))
      : path;
  const target = allowedTarget(base + filled, ctx.settings.allowedHosts);
  const { pathname } = new URL(base);
  const below = pathname === '/' ? '/' : `${pathname}/`;
  // a value such as “..” must not climb out of what the connection is for
  if (path !== '' && (!`${target.url.pathname}/`.startsWith(below) || climbs(target.url.pathname)))
    throw new EffectFailed('BAD_ADDRESS', `The call goes to an address outside “${name}”.`);
  return target;
}

/** True if a path goes up after decoding, as a lenient server may read it. */
function climbs(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname).split(/[\\/]/).includes('..');
  } catch {
    return true;
  }
}
