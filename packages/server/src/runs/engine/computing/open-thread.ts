import { Worker } from 'node:worker_threads';
import { threadFile } from '../../../base/places.ts';
import type { Outcome } from '../advance-events.ts';
import type { ComputeTask, FromThread, ToThread } from './compute-messages.ts';

/** JavaScript heap of the thread: two runs with the largest values a run may have. */
const maxHeapMb = 1_024;

interface Asked {
  readonly computed: (outcome: Outcome | null) => void;
  readonly failed: (error: Error) => void;
}

/** The thread that computes for this process, so that its event loop never does; started with the first task. */
export function openComputeThread() {
  const asked = new Map<number, Asked>();
  let last = 0;
  let worker: Worker | null = null;

  const failAll = (error: Error) => {
    worker = null;
    const all = [...asked.values()];
    asked.clear();
    for (const { failed } of all) failed(error);
  };

  const started = () => {
    const thread = new Worker(threadFile('runs/engine/computing/compute-thread'), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    thread.on('message', ({ id, outcome, error }: FromThread) => {
      const one = asked.get(id);
      asked.delete(id);
      if (error === null) one?.computed(outcome);
      else one?.failed(new Error(error));
    });
    thread.on('error', (error) => failAll(error as Error));
    thread.on('exit', () => {
      if (worker === thread) failAll(new Error('The thread that computes has ended.'));
    });
    return thread;
  };

  return {
    /** Null if `giveUp` was aborted before it was computed. */
    compute: (task: ComputeTask, giveUp: AbortSignal): Promise<Outcome | null> =>
      new Promise((computed, failed) => {
        worker ??= started();
        const thread = worker;
        last += 1;
        const id = last;
        asked.set(id, { computed, failed });
        thread.postMessage({ id, task } satisfies ToThread);
        giveUp.addEventListener('abort', () => thread.postMessage({ id, task: null } satisfies ToThread));
      }),
    stop: async () => {
      await worker?.terminate();
    },
  };
}
