import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process answers. `/readyz`: the database answers and has this version's tables. */
export function mountHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const ready = await isReady().catch((error: unknown) => {
      request.log.warn({ err: error }, 'not ready');
      return false;
    });
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready', database: ready });
  });
}
