import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLog, RejectedOperation } from '../base/access-log.ts';
import type { Actor } from '../base/actor.ts';

/** The operation that a 403 of this request would deny; set as soon as the user is known. */
export interface Attempt extends RejectedOperation {
  readonly actor: Actor;
}

const attempts = new WeakMap<FastifyRequest, Attempt>();

/** Stores the attempted operation, so that a denial can be logged. Values that do not look like IDs are omitted. */
export function noteAttempt(request: FastifyRequest, attempt: Attempt): void {
  const ids = attempt.ids.filter((id) => /^[\p{L}\p{N}._:-]{1,100}$/u.test(id));
  attempts.set(request, { ...attempt, ids });
}

/**
 * Logs every 403 to a signed-in user, and what people with an audited role read, before the response is sent. If the log can't be
 * written, the response is sent anyway.
 */
export function logAttempts(app: FastifyInstance, log: AccessLog): void {
  app.addHook('onSend', async (request, reply) => {
    const attempt = attempts.get(request);
    if (attempt === undefined) return;
    const isRead = attempt.actor.isAudited && request.method === 'GET' && reply.statusCode < 400;
    if (reply.statusCode !== 403 && !isRead) return;
    try {
      await (isRead ? log.read(attempt.actor, attempt) : log.rejected(attempt.actor, attempt));
    } catch (error) {
      request.log.error({ err: error, requestId: request.id }, 'a request could not be logged');
    }
  });
}

const pending = new WeakMap<object, Set<Promise<void>>>();

/** Lets work that `afterAnswer` started finish before the app is closed. */
export function awaitPending(app: FastifyInstance): void {
  const running = new Set<Promise<void>>();
  pending.set(app.server, running);
  app.addHook('onClose', async () => {
    while (running.size > 0) await Promise.all(running);
  });
}

/** Does something once the answer has left, or its connection is lost: how long it takes cannot be measured from outside. */
export function afterAnswer(request: FastifyRequest, reply: FastifyReply, work: () => Promise<void>): void {
  const running = pending.get(request.server.server);
  reply.raw.once('close', () => {
    const done = work()
      .catch((error: unknown) => request.log.error({ err: error, requestId: request.id }, 'defect'))
      .finally(() => running?.delete(done));
    running?.add(done);
  });
}
