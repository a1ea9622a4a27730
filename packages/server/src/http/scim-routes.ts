import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../base/api-error.ts';
import type { ScimAnswer, ScimPort } from '../base/scim-port.ts';
import type { SessionPort } from '../base/session-port.ts';
import { findProgram, mustHaveSecondFactor, requestFacts } from './session.ts';

/** The most bytes of a request: a group of ten thousand members. */
const maxBytes = 1024 * 1024;

/** `/scim/v2`: provisioning by the company's directory, for programs with an API token. */
export async function mountScim(app: FastifyInstance, sessions: SessionPort, scim: ScimPort): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parse = scope.getDefaultJsonParser('error', 'error');
    scope.addContentTypeParser<string>(
      ['application/scim+json', 'application/json'],
      { parseAs: 'string', bodyLimit: maxBytes },
      // a DELETE may name the type of a body it doesn't have
      (request, body, done) => (body === '' ? done(null, undefined) : parse(request, body, done)),
    );
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = await answered(request, sessions, scim);
      if (answer.status === 401) reply.header('www-authenticate', 'Bearer realm="attain"');
      if (answer.location !== undefined) reply.header('location', answer.location);
      reply.header('cache-control', 'no-store').status(answer.status);
      return answer.body === null
        ? reply.send()
        : reply.type('application/scim+json; charset=utf-8').send(JSON.stringify(answer.body));
    };
    for (const url of ['/scim/v2', '/scim/v2/*'])
      scope.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url, handler });
    scope.setErrorHandler((error: unknown, request, reply) => {
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode >= 500) request.log.error({ err: error, requestId: request.id }, 'defect');
      const known =
        statusCode >= 500
          ? new ApiError('INTERNAL', 'Something went wrong on our side. Nothing was changed.')
          : new ApiError('BAD_INPUT', (error as Error).message);
      const { status, body } = scim.failure(known);
      void reply.status(status).type('application/scim+json; charset=utf-8').send(JSON.stringify(body));
    });
  });
}

async function answered(request: FastifyRequest, sessions: SessionPort, scim: ScimPort): Promise<ScimAnswer> {
  const route = 'scim';
  try {
    const session = await findProgram(request, sessions);
    mustHaveSecondFactor(session, route);
    const actor = { ...session.actor, request: requestFacts(request, route, request.body) };
    const [address = ''] = request.url.split('?');
    const path = address
      .replace(/^\/scim\/v2\/?/, '')
      .split('/')
      .filter(Boolean)
      .map(decodeURIComponent);
    const query = Object.fromEntries(
      Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : undefined,
      ]),
    );
    const origin = `${request.protocol}://${request.host}`;
    return await scim.answer({ actor, method: request.method, path, query, body: request.body, origin });
  } catch (error) {
    if (error instanceof ApiError) return scim.failure(error);
    throw error;
  }
}
