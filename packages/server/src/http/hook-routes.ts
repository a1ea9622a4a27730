import type { FastifyInstance } from 'fastify';
import { ApiError } from '../base/api-error.ts';

/** The most bytes a delivery may have. */
const maxBytes = 256 * 1024;

/** Handler of deliveries. */
export interface HookPort {
  answer(delivery: {
    address: string;
    timestamp: string;
    signature: string;
    idempotencyKey: string;
    body: Buffer;
  }): Promise<{
    readonly runId: string;
    readonly repeated: boolean;
    readonly ended: {
      readonly status: string;
      readonly output: unknown;
      readonly error: string | null;
    } | null;
  }>;
}

/**
 * Webhooks: no session and no cookie, but a secret address and a signature over time and bytes. 202 once the run is
 * stored; for a trigger that waits for its end, 200 if it completed, 422 if it failed or was canceled, 202 if it is
 * still running. A repeated delivery gets the run it started.
 */
export async function mountHooks(app: FastifyInstance, hooks: HookPort): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // the very bytes are signed, so they are read before anybody looks into them
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { address: string } }>(
      '/hooks/:address',
      { bodyLimit: maxBytes },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body))
          throw new ApiError('BAD_INPUT', 'Send JSON, with Content-Type: application/json.');
        const { runId, repeated, ended } = await hooks.answer({
          address: request.params.address,
          timestamp: headerOf(request.headers['attain-timestamp']),
          signature: headerOf(request.headers['attain-signature']),
          idempotencyKey: headerOf(request.headers['idempotency-key']),
          body: request.body,
        });
        const answer = { runId, ...(repeated ? { repeated } : {}) };
        if (ended === null) return reply.status(202).send(answer);
        return reply.status(ended.status === 'completed' ? 200 : 422).send({ ...answer, ...ended });
      },
    );
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
      url: '/hooks/:address',
      handler: (_request, reply) => {
        reply.header('allow', 'POST');
        throw new ApiError('METHOD_NOT_ALLOWED', 'Call webhooks with POST.');
      },
    });
  });
}

function headerOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
