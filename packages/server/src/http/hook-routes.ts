import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../base/api-error.ts';
import { readForm } from './hook-form.ts';

/** The most bytes a delivery may have, and one with files. */
const maxBytes = 256 * 1024;
const maxFormBytes = 4 * 1024 * 1024;

/** A delivery as it came in. */
interface Sent {
  readonly address: string;
  readonly method: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly form: Awaited<ReturnType<typeof readForm>> | null;
}

/** Response that a Respond step wrote. */
interface Written {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Handler of deliveries. */
export interface HookPort {
  answer(delivery: Sent): Promise<
    | { readonly challenge: string }
    | {
        readonly runId: string;
        readonly repeated: boolean;
        readonly response: Written | null;
        readonly ended: {
          readonly status: string;
          readonly output: unknown;
          readonly error: string | null;
        } | null;
      }
  >;
  /** Keeps a delivery to the test address for who listens; starts nothing. */
  capture(delivery: Sent): Promise<unknown>;
}

/**
 * Webhooks: no session and no cookie, but a secret address and a sender who shows who it is. 202 once the run is
 * stored; for a trigger that waits, what a Respond step wrote, else 200 if the run completed, 422 if it failed or was
 * canceled, 202 if it is still running. A repeated delivery gets the run it started.
 */
export async function mountHooks(app: FastifyInstance, hooks: HookPort): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // the very bytes are signed, so they are read before anybody looks into them
    const raw = { parseAs: 'buffer' } as const;
    scope.addContentTypeParser('*', raw, asSent);
    scope.addHook('onSend', async (_request, reply, payload) => {
      // what a workflow writes is served from our address, and must do nothing in our name
      reply.header('content-security-policy', "sandbox; default-src 'none'");
      reply.header('x-content-type-options', 'nosniff');
      return payload;
    });
    const method = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    scope.route<Addressed>({
      method,
      url: '/hooks/:address',
      bodyLimit: maxFormBytes,
      handler: async (request, reply) =>
        answer(
          reply,
          await hooks.answer(await sentBy(request)).catch((error: unknown) => withAllow(reply, error)),
        ),
    });
    scope.route<Addressed>({
      method,
      url: '/hooks/:address/test',
      bodyLimit: maxFormBytes,
      handler: async (request, reply) =>
        reply.send({ test: true, input: await hooks.capture(await sentBy(request)) }),
    });
  });
}

type Addressed = { Params: { address: string } };

/** A 405 says which method to use instead (RFC 9110). */
function withAllow(reply: FastifyReply, error: unknown): never {
  if (error instanceof ApiError && error.code === 'METHOD_NOT_ALLOWED')
    reply.header('allow', /with (GET|POST)\./.exec(error.message)?.[1] ?? 'GET, POST');
  throw error;
}

function asSent(_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void): void {
  done(null, body);
}

async function sentBy(request: FastifyRequest<Addressed>): Promise<Sent> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const isForm = /^multipart\/form-data/i.test(request.headers['content-type'] ?? '');
  if (!isForm && body.length > maxBytes)
    throw new ApiError(
      'TOO_LARGE',
      `The request is larger than webhooks accept: at most ${maxBytes} bytes, or ${maxFormBytes} as a form with files.`,
    );
  const at = request.url.indexOf('?');
  return {
    address: request.params.address,
    method: request.method,
    query: at < 0 ? '' : request.url.slice(at + 1),
    headers: request.headers,
    body,
    form: isForm ? await readForm(body, request.headers['content-type'] ?? '') : null,
  };
}

type Answer = Awaited<ReturnType<HookPort['answer']>>;

function answer(reply: FastifyReply, made: Answer) {
  if ('challenge' in made) return reply.type('text/plain').send(made.challenge);
  const { runId, repeated, response, ended } = made;
  if (response !== null) {
    reply.header('attain-run', runId);
    return reply.status(response.status).headers(response.headers).send(response.body);
  }
  const started = { runId, ...(repeated ? { repeated } : {}) };
  if (ended === null) return reply.status(202).send(started);
  return reply.status(ended.status === 'completed' ? 200 : 422).send({ ...started, ...ended });
}
