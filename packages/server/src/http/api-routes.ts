import { api } from '@attain/contract/api';
import type { Access } from '@attain/contract/base';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { implement, ORPCError, type Router, ValidationError } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../base/actor.ts';
import { ApiError } from '../base/api-error.ts';
import { noteDiskFull } from '../base/disk-full.ts';
import type { KnownSession, SessionPort } from '../base/session-port.ts';
import { methodsOfAddresses } from './contract-routes.ts';
import { errorBody, toApiError } from './error-body.ts';
import { largeBodies } from './large-bodies.ts';
import { authorise } from './session.ts';

/** Context of every endpoint's handler, besides its input. */
export interface RequestContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The same once the request was let in; `actor` and `session` are there on every endpoint that is not public. */
export interface AllowedContext extends RequestContext {
  readonly actor: Actor;
  readonly session: KnownSession;
}

/**
 * The contract with the guard in front: no handler runs before the request was held against its endpoint's access line.
 * Bind every endpoint on what this returns.
 */
export function guardedContract(sessions: SessionPort) {
  return implement(api)
    .$context<RequestContext>()
    .use(async ({ context, next }) => {
      try {
        return await next();
      } catch (error) {
        throw asWireError(error, context);
      }
    })
    .use(async ({ context, next, procedure, path }, input) => {
      const { meta, route } = procedure['~orpc'];
      const { access, isSensitive } = meta as { access?: Access; isSensitive?: boolean };
      const allowed = await authorise(
        context.request,
        { access, isSensitive, route: path.join('.'), body: input, ids: idsIn(route.path, input) },
        sessions,
      );
      // public endpoints never look at the actor; everywhere else it is there
      return next({ context: allowed as Pick<AllowedContext, 'actor' | 'session'> });
    });
}

/** The ids that an address such as `/plans/{id}` names, as the input has them. */
function idsIn(path: string | undefined, input: unknown): string[] {
  return [...(path ?? '').matchAll(/\{([^}]+)\}/g)].flatMap(([, name = '']) => {
    const id = (input as Record<string, unknown> | undefined)?.[name];
    return typeof id === 'string' ? [id] : [];
  });
}

/** Mounts the contract below `/api`; all errors have the same shape. */
export async function mountApi(
  app: FastifyInstance,
  sessions: SessionPort,
  router: Router<typeof api, RequestContext>,
): Promise<void> {
  const handler = new OpenAPIHandler(router, {
    customErrorResponseBodyEncoder: (error) => error.data,
  });
  const methodsOf = methodsOfAddresses();
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.isMultipart())
      throw new ApiError('BAD_INPUT', 'Files go to /api/imports/upload; this endpoint takes JSON.');
    const { matched } = await handler.handle(request, reply, {
      prefix: '/api',
      context: { request, reply },
    });
    if (matched) return;
    const [address = ''] = request.url.split('?');
    const methods = methodsOf(address);
    if (methods.length > 0) reply.header('allow', methods.join(', '));
    throw new ApiError(
      methods.length > 0 ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND',
      `There is no endpoint ${request.method} ${address}. The list is at /api/docs.`,
    );
  };
  await app.register(async (scope) => {
    // Fastify reads the body, within its size limit and without prototype keys; the handler takes what it read
    scope.all('/api/*', answer);
    for (const { name, method, url, access, maxBytes } of largeBodies()) {
      // much is read only of those who may send it
      const onRequest = async (request: FastifyRequest) => {
        const ids = Object.values(request.params as Record<string, string>);
        await authorise(request, { access, route: name, body: null, ids }, sessions);
      };
      scope.route({ method, url, bodyLimit: maxBytes, onRequest, handler: answer });
    }
  });
}

/** Turns whatever a handler threw into the error oRPC sends, body included. */
function asWireError(error: unknown, context: RequestContext): ORPCError<string, unknown> {
  noteDiskFull(context.request.server.server, error);
  const apiError = apiErrorOf(error);
  if (apiError.code === 'INTERNAL')
    context.request.log.error({ err: error, requestId: context.request.id }, 'defect');
  if (apiError.retryAfterSeconds !== undefined)
    context.reply.header('retry-after', String(apiError.retryAfterSeconds));
  return new ORPCError(apiError.code, {
    status: apiError.status,
    message: apiError.message,
    data: errorBody(apiError, context.request.id),
  });
}

function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ORPCError && error.cause instanceof ValidationError && error.status === 400) {
    const problems = error.cause.issues.map((issue) => ({
      rule: 'BASE-9',
      path: (issue.path ?? []).map(String).join('.'),
      message: issue.message,
    }));
    const first = problems[0];
    return new ApiError(
      'BAD_INPUT',
      first
        ? `${first.path ? `${first.path}: ` : ''}${first.message}`
        : 'The request is not valid for this endpoint.',
      { problems },
    );
  }
  if (error instanceof ORPCError && error.status < 500) return new ApiError('BAD_INPUT', error.message);
  return toApiError(error);
}
