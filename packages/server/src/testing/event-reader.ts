import type { ChangeEvent } from '@attain/contract/events';

/** A browser's end of `GET /api/events`. */
export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  /** Everything told so far. */
  readonly events: readonly ChangeEvent[];
  /** The id a browser would send as `Last-Event-ID`; empty before the first one. */
  lastEventId(): string;
  /** Waits until something is told that fits; what was told before counts too. Throws when the stream ends first. */
  until(fits: (event: ChangeEvent) => boolean): Promise<ChangeEvent>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  leave(): void;
}

/** Opens a stream with the session behind a cookie, `headers` may carry a `last-event-id`; does not wait for `ready`. */
export async function openEvents(
  url: string,
  cookie: string,
  { query = '', ...headers }: { query?: string; [header: string]: string | undefined } = {},
): Promise<EventReader> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/events${query}`, {
    headers: { cookie, accept: 'text/event-stream', ...(headers as Record<string, string>) },
    signal: leaving.signal,
  });
  const events: ChangeEvent[] = [];
  const waiting = new Set<() => void>();
  let lastEventId = '';
  let over = false;
  const wake = () => {
    for (const look of waiting) look();
  };
  const take = (block: string) => {
    for (const line of block.split('\n')) {
      if (line.startsWith('id: ')) lastEventId = line.slice(4);
      if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)) as ChangeEvent);
    }
    wake();
  };
  const ended = readBlocks(response, take).then(() => {
    over = true;
    wake();
  });
  return {
    status: response.status,
    headers: response.headers,
    events,
    lastEventId: () => lastEventId,
    until: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const event = events.find(fits);
          if (event) resolve(event);
          else if (over) reject(new Error(`The stream ended after ${JSON.stringify(events)}.`));
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
    ended,
    leave: () => leaving.abort(),
  };
}

async function readBlocks(response: Response, take: (block: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of response.body ?? []) {
      const blocks = `${text}${decoder.decode(chunk, { stream: true })}`.split('\n\n');
      text = blocks.pop() ?? '';
      blocks.forEach(take);
    }
  } catch {
    // a stream that is left, or cut, has ended
  }
}
