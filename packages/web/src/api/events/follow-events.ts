import type { ChangeEvent } from '@attain/contract/events';
import { eventParser } from './event-parser.ts';

/** The state of the stream; `over`: the server no longer knows the session. */
export type StreamState = 'connecting' | 'open' | 'down' | 'over';

/** Callbacks of a stream. `fresh`: it opened without knowing earlier events. */
export type StreamListener = {
  onEvent(event: ChangeEvent, id: string | undefined, fresh: boolean): void;
  onState(state: StreamState): void;
};

export type FollowOptions = StreamListener & {
  url: string;
  signal: AbortSignal;
  /** The id of the last event received, here or in another tab; read whenever the stream opens. */
  lastEventId: () => string | undefined;
  /** Called when the server no longer knows the session; resolves when a retry makes sense. */
  signInAgain: () => Promise<unknown>;
  /** Delay in ms before the n-th retry in a row; for tests. */
  waitMs?: (failures: number) => number;
};

/** The server sends something every 15 s; a connection silent for longer counts as dead. */
const silenceMs = 40_000;
const longestWaitMs = 30_000;

/** Delays of 1, 2, 4 … 30 seconds with up to 20% jitter, so that browsers do not reconnect at once. */
export function backOffMs(failures: number, dice = drawn()): number {
  return Math.min(longestWaitMs, 1000 * 2 ** (failures - 1)) * (0.8 + 0.4 * dice);
}

/** A random share of one from the browser's crypto source; may be 0. */
function drawn(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number / 2 ** 32;
}

/** Follows the server's changes until the signal aborts; reconnects and resumes. */
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
      // errors and lost connections are handled alike: reconnect
    }
    if (signal.aborted) return;
    if (ended === 'signed-out') {
      onState('over');
      await options.signInAgain().catch(() => undefined);
    }
    failures += 1;
    // a stream that ended normally reconnects before it is noticed
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

/** only the id advanced: the change is not visible to this user */
const moved: ChangeEvent = { topic: 'ready', at: '' };

/** Waits, but ends early when the network returns or the page becomes visible. */
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
