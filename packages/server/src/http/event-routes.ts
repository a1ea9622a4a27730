import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../base/api-error.ts';
import type { SessionPort } from '../base/session-port.ts';
import type { Change } from '../db/changes.ts';
import type { EventHub } from './event-hub.ts';
import { seqOf } from './event-stream.ts';
import { authorise } from './session.ts';

/** Access to past changes in the log. */
export interface EventPast {
  /** The place of the log's newest entry, -1 for none, and what changed after `after`; null when that is too much, or not known. */
  since(tenantId: string, after: number | null): Promise<{ head: number; changes: Change[] | null }>;
}

/**
 * Mounts `GET /api/events`: changes in the session's workspace that its user may see, for as long as the session lasts.
 * `Last-Event-ID` (or `?lastEventId=` for a new stream) continues where another one stopped.
 */
export function mountEvents(
  app: FastifyInstance,
  parts: { sessions: SessionPort; hub: EventHub; past: EventPast },
): void {
  const { sessions, hub, past } = parts;
  app.get('/api/events', { exposeHeadRoute: false }, async (request, reply) => {
    mustBeOurPage(request);
    const allowed = await authorise(request, { access: 'signed-in', route: 'events', body: null }, sessions);
    if (!allowed) throw new Error('The event stream must not be public.');
    const { tenantId, userId, roles } = allowed.actor;
    const stream = hub.open({ tenantId, userId, roles, idHash: allowed.session.idHash });
    try {
      // From here on the stream buffers events, so the log is read after it was opened.
      const lastId = lastEventId(request);
      const after = lastId === null ? null : seqOf(tenantId, lastId);
      const { head, changes } = await past.since(tenantId, after);
      stream.start(lastId === null ? [] : changes, head);
    } catch (error) {
      stream.body.destroy();
      throw error;
    }
    reply.header('content-type', 'text/event-stream; charset=utf-8');
    reply.header('x-accel-buffering', 'no');
    // no other request shares the connection: when the stream ends, it is free to close
    reply.header('connection', 'close');
    return reply.send(stream.body);
  });
  app.addHook('preClose', () => hub.close());
}

/** A stream costs as long as it lasts; no other page, also none of a neighbouring host, may make a browser hold one. */
function mustBeOurPage(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new ApiError('FORGED_REQUEST', 'Requests from other sites are rejected.');
}

/** Null for a first stream, which has missed nothing. */
function lastEventId(request: FastifyRequest): string | null {
  const sent = request.headers['last-event-id'] ?? (request.query as Record<string, unknown>).lastEventId;
  return typeof sent === 'string' && sent !== '' ? sent : null;
}
