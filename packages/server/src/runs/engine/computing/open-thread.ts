import { Worker } from 'node:worker_threads';
import type { Outcome } from '../advance-events.ts';
import type { ComputeTask, FromThread, ToThread } from './compute-messages.ts';

/** JavaScript heap of the thread: two runs with the largest values a run may have. */
const maxHeapMb = 1_024;

interface Asked {
  readonly computed: (outcome: Outcome) => void;
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
    const thread = new Worker(new URL('./compute-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    thread.on('message', ({ id, outcome, error }: FromThread) => {
      const one = asked.get(id);
      asked.delete(id);
      if (outcome !== null) one?.computed(outcome);
      else one?.failed(new Error(error ?? 'The thread gave no reason.'));
    });
    thread.on('error', (error) => failAll(error as Error));
    thread.on('exit', () => {
      if (worker === thread) failAll(new Error('The thread that computes has ended.'));
    });
    return thread;
  };

  return {
    compute: (task: ComputeTask): Promise<Outcome> =>
      new Promise((computed, failed) => {
        worker ??= started();
        last += 1;
        asked.set(last, { computed, failed });
        worker.postMessage({ id: last, task } satisfies ToThread);
      }),
    stop: async () => {
      await worker?.terminate();
    },
  };
}
