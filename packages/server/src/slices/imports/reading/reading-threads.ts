import { Worker } from 'node:worker_threads';
import { threadFile } from '../../../base/places.ts';

/** How long a thread waits for the next file. */
const IDLE_MS = 20_000;

interface Idle {
  readonly thread: Worker;
  readonly heapMb: number;
  readonly end: NodeJS.Timeout;
}

/** The last thread that is done: starting one costs more than reading most files, and an import reads its file twice. */
let idle: Idle | null = null;

/**
 * A thread that reads one file at a time, with this limit of its heap in megabytes. `keep` hands it back once its file
 * was read to the end; after anything else it is terminated.
 */
export function takeThread(heapMb: number): { readonly thread: Worker; readonly keep: () => void } {
  const thread = takeIdle(heapMb) ?? startThread(heapMb);
  return { thread, keep: () => keep(thread, heapMb) };
}

function startThread(heapMb: number): Worker {
  return new Worker(threadFile('slices/imports/reading/read-worker'), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 24 },
  });
}

function takeIdle(heapMb: number): Worker | null {
  if (idle?.heapMb !== heapMb) return null;
  const { thread, end } = idle;
  idle = null;
  clearTimeout(end);
  leave(thread);
  thread.ref();
  return thread;
}

function keep(thread: Worker, heapMb: number): void {
  endIdle();
  leave(thread);
  // it must neither keep the process alive nor end it
  thread.unref();
  const forget = () => {
    if (idle?.thread !== thread) return;
    clearTimeout(idle.end);
    idle = null;
  };
  thread.on('error', forget);
  thread.on('exit', forget);
  idle = { thread, heapMb, end: setTimeout(endIdle, IDLE_MS).unref() };
}

function endIdle(): void {
  if (idle === null) return;
  const { thread, end } = idle;
  idle = null;
  clearTimeout(end);
  void thread.terminate();
}

/** Removes the listeners of the last file; without a name, Node's own would go too. */
function leave(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
}
