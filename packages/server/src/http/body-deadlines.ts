import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { BrokenRequestAnswer } from './broken-requests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file comes in: its body may take long, as long as bytes arrive. */
    readonly isUpload?: boolean;
  }
}

/** How long a body may take to arrive, and how long an upload may be silent. */
export interface BodyDeadlines {
  readonly totalMs: number;
  readonly silentMs: number;
}

/** Ends requests whose body does not arrive: of an upload when no bytes come any more, of all others after a fixed time. */
export function limitBodyTime(
  app: FastifyInstance,
  { totalMs, silentMs }: BodyDeadlines,
  answer: BrokenRequestAnswer,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const { socket } = raw;
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    // a request from inside the process (`app.inject`) has no connection, and its body is there already
    if (!hasBody || !(socket instanceof Socket)) return done();
    const isUpload = request.routeOptions.config.isUpload === true;
    let bytesRead = socket.bytesRead;
    const look = () => {
      if (raw.complete) return clearInterval(watch);
      if (isUpload && socket.bytesRead > bytesRead) {
        bytesRead = socket.bytesRead;
        return;
      }
      clearInterval(watch);
      answer(
        Object.assign(new Error('The request body did not arrive in time.'), {
          code: 'ERR_HTTP_REQUEST_TIMEOUT',
        }),
        socket,
      );
    };
    const watch = setInterval(look, isUpload ? silentMs : totalMs);
    raw.once('close', () => clearInterval(watch));
    done();
  });
}
