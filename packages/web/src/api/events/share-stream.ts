import type { ChangeEvent } from '@attain/contract/events';
import { followEvents, type StreamListener, type StreamState } from './follow-events.ts';

type ShareMessage =
  | { kind: 'event'; event: ChangeEvent; id: string | undefined; fresh: boolean }
  | { kind: 'state'; state: StreamState }
  | { kind: 'hello' };

export type ShareOptions = StreamListener & { url: string; signInAgain: () => Promise<unknown> };

const name = 'attain.events';

/**
 * Shares one event stream between all tabs of this browser: one tab holds it and forwards events; when it
 * closes, another resumes from the last id. Without locks and channels (plain HTTP) every visible tab holds
 * its own. Returns a stop function.
 */
export function shareStream(options: ShareOptions): () => void {
  const stop = new AbortController();
  const together = 'locks' in navigator && typeof BroadcastChannel === 'function';
  if (together) followTogether(options, stop.signal);
  else followWhileVisible(options, stop.signal);
  return () => stop.abort();
}

function followTogether(options: ShareOptions, signal: AbortSignal): void {
  const channel = new BroadcastChannel(name);
  signal.addEventListener('abort', () => channel.close());
  let lastId: string | undefined;
  let state: StreamState = 'connecting';
  let leading = false;
  const broadcast = (message: ShareMessage) => {
    if (!signal.aborted) channel.postMessage(message);
  };
  channel.onmessage = ({ data }: MessageEvent<ShareMessage>) => {
    if (leading) {
      if (data.kind === 'hello') broadcast({ kind: 'state', state });
    } else if (data.kind === 'event') {
      lastId = data.id ?? lastId;
      options.onEvent(data.event, data.id, data.fresh);
    } else if (data.kind === 'state') {
      options.onState(data.state);
      if (data.state === 'over') options.signInAgain().catch(() => undefined);
    }
  };
  broadcast({ kind: 'hello' });
  navigator.locks
    .request(name, { signal }, () => {
      leading = true;
      return followEvents({
        ...options,
        signal,
        lastEventId: () => lastId,
        onEvent: (event, id, fresh) => {
          lastId = id ?? lastId;
          options.onEvent(event, id, fresh);
          broadcast({ kind: 'event', event, id, fresh });
        },
        onState: (next) => {
          state = next;
          options.onState(next);
          broadcast({ kind: 'state', state });
        },
      });
    })
    .catch(() => undefined);
}

/** browsers allow six connections per origin, so hidden tabs hold none */
function followWhileVisible(options: ShareOptions, signal: AbortSignal): void {
  let lastId: string | undefined;
  let line: AbortController | null = null;
  const look = () => {
    if (signal.aborted || document.visibilityState === 'hidden') {
      line?.abort();
      line = null;
    } else if (!line) {
      line = new AbortController();
      void followEvents({
        ...options,
        signal: line.signal,
        lastEventId: () => lastId,
        onEvent: (event, id, fresh) => {
          lastId = id ?? lastId;
          options.onEvent(event, id, fresh);
        },
      });
    }
  };
  document.addEventListener('visibilitychange', look, { signal });
  signal.addEventListener('abort', look);
  look();
}
