import { queuedWith } from './queued.ts';

/** An item that waits to be sent, and the user and workspace that it belongs to. */
type Waiting<One> = { readonly owner: string; readonly one: One };

/** What a queue needs from the browser and the server. */
type QueuePorts<One> = {
  readonly read: () => string | null;
  /** False if storage is full or blocked. */
  readonly write: (text: string | null) => boolean;
  /** The signed-in user in their workspace; null when signed out. */
  readonly owner: () => string | null;
  readonly isOnline: () => boolean;
  readonly batchSize: number;
  readonly send: (batch: readonly One[]) => Promise<unknown>;
  /** Whether the server read the batch and will never take it. */
  readonly isRejected: (error: unknown) => boolean;
};

/** Keeps items until the server has them: over a lost network, a reload and a full storage. Problems are only logged. */
export function makeQueue<One extends { readonly id: string }>(ports: QueuePorts<One>) {
  const listeners = new Set<() => void>();
  /** What could not be stored; kept as long as the page. */
  let unstored: readonly Waiting<One>[] | null = null;
  let sending = false;

  const list = () => unstored ?? parseList<One>(ports.read());
  const keep = (next: readonly Waiting<One>[]) => {
    const isStored = ports.write(next.length === 0 ? null : JSON.stringify(next));
    if (!isStored) console.warn('What waits to be sent could not be stored');
    unstored = isStored ? null : next;
    for (const listener of listeners) listener();
  };
  const own = () => list().filter(({ owner }) => owner === ports.owner());
  const without = (batch: readonly Waiting<One>[]) => {
    const gone = new Set(batch.map((one) => JSON.stringify(one)));
    return list().filter((one) => !gone.has(JSON.stringify(one)));
  };

  return {
    /** Adds an item; one with the same id takes the place of the earlier. */
    add(one: One): void {
      const owner = ports.owner();
      if (owner === null) return;
      const others = list().filter((waiting) => waiting.owner !== owner || waiting.one.id !== one.id);
      keep(queuedWith(others, { owner, one }));
    },
    /** The user's own item with this id. */
    find: (id: string): One | null => own().find(({ one }) => one.id === id)?.one ?? null,
    /** Sends the user's own items in batches; after a failure they wait for the next time. Returns how many were sent. */
    async flush(): Promise<number> {
      if (sending || !ports.isOnline()) return 0;
      sending = true;
      let sent = 0;
      try {
        for (let batch = own().slice(0, ports.batchSize); batch.length > 0; ) {
          const isTaken = await ports.send(batch.map(({ one }) => one)).then(
            () => true,
            (error: unknown) => {
              if (!ports.isRejected(error)) throw error;
              console.warn('The server refused what waited to be sent', error);
              return false;
            },
          );
          sent += isTaken ? batch.length : 0;
          keep(without(batch));
          batch = own().slice(0, ports.batchSize);
        }
      } catch (error) {
        console.warn('What waits could not be sent', error);
      } finally {
        sending = false;
      }
      return sent;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function parseList<One>(text: string | null): readonly Waiting<One>[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read) ? read.filter((one) => typeof one?.owner === 'string' && one.one) : [];
  } catch {
    return [];
  }
}
