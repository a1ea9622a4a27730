/** How many turns are given at once. */
export interface TurnLimits {
  readonly atOnce: number;
  /** Of those, how many one key may have; all of them by default. */
  readonly atOnceEach?: number;
  /** How many may wait, of all keys and of one; any number by default. */
  readonly maxWaiting?: number;
  readonly maxWaitingEach?: number;
  /** Creates the error for requests beyond the limit. */
  readonly full?: () => Error;
}

/** Shares something scarce among keys, such as workspaces: those that wait are served in rotation, one of each key at a time. */
export interface FairTurns {
  /** Waits for a turn; call what it gives when the work is done. An aborted signal ends the waiting. */
  take(key: string, signal?: AbortSignal): Promise<() => void>;
  /** The same around a work. */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** How many of this key are working or waiting. */
  count(key: string): number;
}

interface Waiter {
  readonly begin: () => void;
}

export function fairTurns(limits: TurnLimits): FairTurns {
  const { atOnce, atOnceEach = atOnce } = limits;
  const active = new Map<string, number>();
  // the order of the keys is the rotation
  const queues = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;

  const mayBegin = (key: string) => running < atOnce && (active.get(key) ?? 0) < atOnceEach;
  const begin = (key: string) => {
    running += 1;
    active.set(key, (active.get(key) ?? 0) + 1);
  };
  const end = (key: string) => {
    running -= 1;
    const left = (active.get(key) ?? 1) - 1;
    if (left === 0) active.delete(key);
    else active.set(key, left);
    next();
  };
  const next = () => {
    for (const [key, queue] of queues) {
      if (running >= atOnce) return;
      const waiter = mayBegin(key) ? queue.shift() : undefined;
      if (waiter === undefined) continue;
      queues.delete(key);
      if (queue.length > 0) queues.set(key, queue);
      waiting -= 1;
      begin(key);
      waiter.begin();
    }
  };

  const turn = (key: string, signal?: AbortSignal): Promise<void> | undefined => {
    if (mayBegin(key)) {
      begin(key);
      return undefined;
    }
    const queue = queues.get(key) ?? [];
    if (waiting >= (limits.maxWaiting ?? Infinity) || queue.length >= (limits.maxWaitingEach ?? Infinity))
      throw limits.full?.() ?? new Error('Too many requests are waiting.');
    return new Promise((resolve, reject) => {
      const waiter = {
        begin: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        queue.splice(queue.indexOf(waiter), 1);
        if (queue.length === 0) queues.delete(key);
        waiting -= 1;
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(waiter);
      queues.set(key, queue);
      waiting += 1;
    });
  };

  const take = async (key: string, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    await turn(key, signal);
    return () => end(key);
  };

  return {
    take,
    async run(key, work, signal) {
      const done = await take(key, signal);
      try {
        return await work();
      } finally {
        done();
      }
    },
    count: (key) => (active.get(key) ?? 0) + (queues.get(key)?.length ?? 0),
  };
}
