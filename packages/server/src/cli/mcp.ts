import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import manifest from '../../package.json' with { type: 'json' };
import { newId } from '../base/ids.ts';
import { attainMcp } from '../mcp/attain-mcp.ts';
import type { SendToApi } from '../mcp/call-endpoint.ts';
import { type Command, CommandFailed, exitCodes, log, UsageError } from './command.ts';

/** `attain mcp`: the MCP server over stdin and stdout, for clients that start a program. */
export const mcp: Command = {
  name: 'mcp',
  options: {
    url: { value: 'address', description: 'Where Attain is; default http://127.0.0.1:3000' },
  },
  notes: `
Set the environment variable ATTAIN_TOKEN to an API token. The token's permissions decide which tools the client gets;
read permissions and use:assistant are enough for questions. The token is never on the command line, where other users of
the machine could read it.
Exit codes: 0 the client closed the connection · 1 the server rejected the token or does not respond · 64 wrong usage.`,
  async run(given) {
    const url = (given.url ?? 'http://127.0.0.1:3000').replace(/\/+$/, '');
    const token = process.env.ATTAIN_TOKEN;
    if (!token) throw new UsageError('The API token is missing. Set ATTAIN_TOKEN.');
    const send = sendTo(url, token);
    const held = await permissionsOf(send);
    const caller = { version: manifest.version, send, allows: (access: string) => held.has(access) };
    const handle = serveStdio(() => attainMcp(caller), { onerror: (error) => log(error.message) });
    log(`Connected to ${url} with ${held.size} permissions.`);
    await once(process.stdin, 'close');
    await handle.close();
    return exitCodes.done;
  },
};

async function permissionsOf(send: SendToApi): Promise<ReadonlySet<string>> {
  const { status, body } = await send({ method: 'GET', path: '/api/auth/me', body: undefined });
  const { error, permissions = [] } = (body ?? {}) as {
    error?: string;
    permissions?: readonly { permission: string }[];
  };
  if (status !== 200) throw new CommandFailed(error ?? `The server answered ${status}.`);
  return new Set(permissions.map(({ permission }) => permission));
}

function sendTo(url: string, token: string): SendToApi {
  return async ({ method, path, body }) => {
    const init = {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': newId(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const response = await fetch(`${url}${path}`, init).catch((error: unknown) => {
      throw new CommandFailed(`${url} does not respond: ${error instanceof Error ? error.message : error}.`);
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  };
}
