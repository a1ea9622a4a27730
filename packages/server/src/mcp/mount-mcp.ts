import { scopeOf } from '@attain/domain/access/permissions';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../base/api-error.ts';
import { newId } from '../base/ids.ts';
import type { KnownSession, SessionPort } from '../base/session-port.ts';
import { findProgram } from '../http/session.ts';
import { attainMcp, type McpCaller } from './attain-mcp.ts';
import type { SendToApi } from './call-endpoint.ts';
import { requestRate } from './request-rate.ts';

/**
 * `POST /mcp`: the Model Context Protocol over stateless HTTP, for programs with an API token. Each tool call becomes a
 * request of its own to the API, with the same token.
 */
export function mountMcp(app: FastifyInstance, sessions: SessionPort, version: string): void {
  const mayAsk = requestRate(() => performance.now());
  app.post('/mcp', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const session = await findProgram(request, sessions).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401)
        reply.header('www-authenticate', 'Bearer realm="attain", error="invalid_token"');
      throw error;
    });
    mayAsk(session.idHash.toString('hex'));
    mustBeOneMessage(request.body);
    const caller = callerOf(app, request, { session, version });
    // one request, one server: nothing is kept between requests, and no stream stays open
    const handler = createMcpHandler(() => attainMcp(caller), {
      onerror: (error) => request.log.warn({ err: error, requestId: request.id }, 'mcp'),
    });
    try {
      return await answer(reply, await handler.fetch(webRequest(request), { parsedBody: request.body }));
    } finally {
      await handler.close();
    }
  });
  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
    url: '/mcp',
    handler: (_request, reply) => {
      reply.header('allow', 'POST');
      throw new ApiError('METHOD_NOT_ALLOWED', 'MCP clients use POST here. See the README.');
    },
  });
}

/** A batch would pass the rate limit, and a subscription would never end. */
function mustBeOneMessage(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('BAD_INPUT', 'Send one JSON-RPC message per request.');
  if ((body as { method?: unknown }).method === 'subscriptions/listen')
    throw new ApiError('BAD_INPUT', 'This server has no subscriptions.');
}

function callerOf(
  app: FastifyInstance,
  request: FastifyRequest,
  { session, version }: { session: KnownSession; version: string },
): McpCaller {
  const { roles } = session.actor;
  const send: SendToApi = async ({ method, path, body }) => {
    const response = await app.inject({
      method: method as 'GET' | 'POST',
      url: path,
      remoteAddress: request.ip,
      headers: {
        authorization: request.headers.authorization ?? '',
        'user-agent': request.headers['user-agent'] ?? '',
        traceparent: request.headers.traceparent ?? '',
        'content-type': 'application/json',
        'idempotency-key': newId(),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: response.statusCode, body: response.json() };
  };
  return {
    version,
    send,
    allows: (access) => access !== 'public' && access !== 'signed-in' && scopeOf(roles, access) !== null,
  };
}

/** The request as the web standard has it, with the headers that the protocol knows. */
function webRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && /^(?:accept|content-type|mcp-.+)$/.test(name)) headers.set(name, value);
  return new Request('http://attain/mcp', {
    method: 'POST',
    headers,
    body: JSON.stringify(request.body),
  });
}

async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type');
  if (type !== null) reply.header('content-type', type);
  return reply.status(response.status).send(await response.text());
}
