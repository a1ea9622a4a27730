import type { AppContext } from '../../app-context.ts';
import { type AllowedTarget, allowedTarget } from '../../runs/egress/allowed-address.ts';
import { type IncomingAnswer, sendRequest } from '../../runs/egress/send-request.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { OpenConnection } from './open-connection.ts';

/** One call below a connection's address. */
export interface ApplicationCall {
  readonly method: string;
  /** Begins with `/`, its parts encoded; `{secret}` stands for the secret. Empty: the address itself. */
  readonly path: string;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Calls a connected application as its connection signs in. Only an allowed host is called, and nothing beside its address. */
export function callApplication(
  ctx: AppContext,
  connection: OpenConnection,
  call: ApplicationCall,
): Promise<IncomingAnswer> {
  return sendRequest({
    target: targetOf(ctx, connection, call.path),
    method: call.method,
    body: call.body,
    signal: call.signal,
    headers: {
      accept: 'application/json, text/plain;q=0.9, */*;q=0.1',
      'user-agent': `Attain/${ctx.appVersion}`,
      ...(call.body === null ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
      ...signIn(connection),
    },
  });
}

/** The headers that show who calls. */
function signIn({ authMethod, secret, config }: OpenConnection): Record<string, string> {
  if (secret === null) return {};
  if (authMethod === 'bearer') return { authorization: `Bearer ${secret}` };
  if (authMethod === 'header') return { [String(config.header).toLowerCase()]: secret };
  if (authMethod !== 'basic') return {};
  const pair = Buffer.from(`${config.username}:${secret}`, 'utf8').toString('base64');
  return { authorization: `Basic ${pair}` };
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
  if (path !== '' && (!target.url.pathname.startsWith(below) || climbs(target.url.pathname)))
    throw new EffectFailed('BAD_ADDRESS', `The call leads out of the address of “${name}”.`);
  return target;
}

/** Whether a path goes up once its signs are read, as a lenient server may read them. */
function climbs(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname).split(/[\\/]/).includes('..');
  } catch {
    return true;
  }
}
