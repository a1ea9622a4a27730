import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A target that honors Idempotency-Keys and holds its answers until released. */
export interface HoldingTarget {
  readonly origin: string;
  /** How often each key was asked for. */
  readonly asked: ReadonlyMap<string, number>;
  /** How many wait for an answer now. */
  waiting(): number;
  /** Answers all waiting requests, and later ones at once. */
  answer(): void;
  close(): void;
}

/** Starts it on a free port of this machine. */
export async function startHoldingTarget(): Promise<HoldingTarget> {
  const asked = new Map<string, number>();
  const held: ServerResponse[] = [];
  let answering = false;
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    asked.set(key, (asked.get(key) ?? 0) + 1);
    if (answering) response.end('done');
    else held.push(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    waiting: () => held.length,
    answer: () => {
      answering = true;
      for (const response of held.splice(0)) response.end('done');
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
