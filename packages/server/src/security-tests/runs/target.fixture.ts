import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A target that honours Idempotency-Keys, and remembers what it was asked under each. */
export interface Target {
  readonly origin: string;
  /** What was done, by key: once a key, however often it was asked; with the bodies that came under it. */
  readonly done: ReadonlyMap<string, ReadonlySet<string>>;
  /** Forgets what it was asked so far. */
  forget(): void;
  close(): void;
}

/** Starts it on a free port of this machine. */
export async function startTarget(): Promise<Target> {
  const done = new Map<string, Set<string>>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const key = String(request.headers['idempotency-key']);
    done.set(key, (done.get(key) ?? new Set()).add(`${request.url} ${body}`));
    // two runs get the same answer, headers included
    response.sendDate = false;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ did: request.url }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    done,
    forget: () => done.clear(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
