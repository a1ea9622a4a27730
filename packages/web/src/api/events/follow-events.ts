import type { ChangeEvent } from '@attain/contract/events';
import { eventParser } from './event-parser.ts';

/** How the stream stands: `over` means that the server no longer knows the session. */
export type StreamState = 'connecting' | 'open' | 'down' | 'over';

/** What a stream tells whoever follows it. `fresh`: it opened without knowing what came before. */
export type StreamListener = {
  onEvent(event: ChangeEvent, id: string | undefined, fresh: boolean): void;
  onState(state: StreamState): void;
};

export type FollowOptions = StreamListener & {
  url: string;
  signal: AbortSignal;
  /** The id of what was heard last, here or in another tab; read at each opening. */
  lastEventId: () => string | undefined;
  /** Called when the server no longer knows the session; resolves when it is worth trying again. */
  signInAgain: () => Promise<unknown>;
  /** Milliseconds to wait before the n-th try in a row; for tests. */
  waitMs?: (failures: number) => number;
};

/** The server says something every 15 s; after this long a silent connection is taken for dead. */
const silenceMs = 40_000;
const longestWaitMs = 30_000;

/** Waits of 1, 2, 4 … 30 seconds, each up to a fifth longer or shorter, so that browsers do not come back all at once. */
export function backOffMs(failures: number, dice = drawn()): number {
  return Math.min(longestWaitMs, 1000 * 2 ** (failures - 1)) * (0.8 + 0.4 * dice);
}

/** A share of one, 0 included, from the browser's own source of chance. */
function drawn(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number / 2 ** 32;
}

/** Follows the server's changes until the signal aborts: comes back by itself, and goes on where it stopped. */
export async function followEvents(options: FollowOptions): Promise<void> {
  const { signal, onState, waitMs = backOffMs } = options;
  let failures = 0;
  onState('connecting');
  while (!signal.aborted) {
    let ended: 'well' | 'badly' | 'signed-out' = 'badly';
    try {
      ended = await readStream(options, () => {
        failures = 0;
        onState('open');
      });
    } catch {
      // A lost line and a refusal are mended alike: by coming back.
    }
    if (signal.aborted) return;
    if (ended === 'signed-out') {
      onState('over');
      await options.signInAgain().catch(() => undefined);
    }
    failures += 1;
    // A stream that ends in good order comes back before anybody would notice.
    if (ended === 'badly' || failures > 1) onState(ended === 'signed-out' ? 'over' : 'down');
    await pause(waitMs(failures), signal);
  }
}

async function readStream(options: FollowOptions, onReady: () => void): Promise<'well' | 'signed-out'> {
  const lastId = options.lastEventId();
  const line = new AbortController();
  const hangUp = () => line.abort();
  options.signal.addEventListener('abort', hangUp);
  let watchdog = setTimeout(hangUp, silenceMs);
  try {
    const response = await fetch(options.url, {
      headers: { accept: 'text/event-stream', ...(lastId ? { 'last-event-id': lastId } : {}) },
      credentials: 'include',
      cache: 'no-store',
      signal: line.signal,
    });
    if (response.status === 401) return 'signed-out';
    if (!response.ok || !response.body) throw new Error(`The stream was refused with ${response.status}.`);
    const take = eventParser(({ text, id }) => {
      if (text === '') return options.onEvent(moved, id, false);
      const event = JSON.parse(text) as ChangeEvent;
      if (event.topic === 'ready') onReady();
      options.onEvent(event, id, event.topic === 'ready' && lastId === undefined);
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(watchdog);
      watchdog = setTimeout(hangUp, silenceMs);
      take(piece.value);
    }
    return 'well';
  } finally {
    clearTimeout(watchdog);
    options.signal.removeEventListener('abort', hangUp);
  }
}

/** Only the id moved on: changed was what this person may not know. */
const moved: ChangeEvent = { topic: 'ready', at: '' };

/** Waits, but no longer than until the network is back or somebody looks at the page again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = new AbortController();
    const done = () => {
      clearTimeout(timer);
      wake.abort();
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { signal: wake.signal });
    globalThis.addEventListener?.('online', done, { signal: wake.signal });
    globalThis.document?.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && done(),
      { signal: wake.signal },
    );
  });
}
