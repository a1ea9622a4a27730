import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What `/metrics` is mounted with. */
export interface MetricsPort {
  /** Bearer token; without one only this machine is answered, and no proxy. */
  readonly token: string | undefined;
  /** The metrics in the text format of Prometheus. */
  read(): Promise<string>;
}

/** `/metrics` for the operator’s monitoring: figures of the process and of all workspaces together, none by name. */
export function mountMetrics(app: FastifyInstance, port: MetricsPort): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, port.token))
      return reply.status(401).header('www-authenticate', 'Bearer').send('Send the metrics token.\n');
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(await port.read());
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) {
    const address = request.socket.remoteAddress ?? '';
    const isForwarded =
      request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    return !isForwarded && /^(::1|127\.|::ffff:127\.)/.test(address);
  }
  const [, sent = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(sent), digest(token));
}
