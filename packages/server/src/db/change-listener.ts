import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Change, changesChannel, readChanges } from './changes.ts';

const firstWaitMs = 100;
const longestWaitMs = 5_000;
const probeEveryMs = 10_000;
const probeTimeoutMs = 5_000;

export interface ChangeListener {
  close(): Promise<void>;
}

/**
 * Receives changes committed by any Attain process on the database, over its own connection. A lost connection is
 * restored with backoff. `onGap` is called whenever listening starts: earlier changes may be missing.
 */
export function listenForChanges(
  ownerUrl: string,
  to: { onChange: (change: Change) => void; onGap: () => void },
  log: Logger,
): ChangeListener {
  const stop = new AbortController();
  const ended = keepListening(ownerUrl, to, { log, signal: stop.signal });
  return {
    close: async () => {
      stop.abort();
      await ended;
    },
  };
}

async function keepListening(
  ownerUrl: string,
  to: { onChange: (change: Change) => void; onGap: () => void },
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<void> {
  let waitMs = firstWaitMs;
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString: ownerUrl,
      application_name: 'attain-events',
      keepAlive: true,
      connectionTimeoutMillis: probeTimeoutMs,
      query_timeout: probeTimeoutMs,
    });
    client.on('notification', ({ payload }) => {
      for (const change of readChanges(payload ?? '[]')) to.onChange(change);
    });
    try {
      const lost = new Promise<Error | undefined>((resolve) => {
        client.on('error', resolve);
        client.on('end', () => resolve(undefined));
      });
      await client.connect();
      await client.query(`LISTEN ${changesChannel}`);
      to.onGap();
      waitMs = firstWaitMs;
      await untilLost(client, lost, signal);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'lost the connection that receives change notifications');
    }
    await client.end().catch(() => undefined);
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }
}

/** Throws when the connection is gone, also when nothing said so: a probe now and then would stay without an answer. */
async function untilLost(
  client: pg.Client,
  lost: Promise<Error | undefined>,
  signal: AbortSignal,
): Promise<void> {
  const gone = lost.then((error) => {
    throw error ?? new Error('The server closed the connection.');
  });
  gone.catch(() => undefined);
  while (!signal.aborted) {
    const pause = sleep(probeEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    await Promise.race([gone, pause]);
    if (!signal.aborted) await client.query('SELECT 1');
  }
}
