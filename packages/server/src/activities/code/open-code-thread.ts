import { Worker } from 'node:worker_threads';
import { fairTurns } from '../../base/fair-turns.ts';
import { threadFile } from '../../base/places.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { FromCodeThread, ToCodeThread } from './code-messages.ts';

/** How long a program that should stop may go on before its thread is ended: some calls of the engine can't be interrupted. */
const GRACE_MS = 2_000;
/** Longest time of a program, whatever its step allows: others wait for the thread. */
const LONGEST_MS = 60_000;

interface Program {
  readonly tenantId: string;
  readonly code: string;
  /** `{ input, values }` as JSON. */
  readonly given: string;
  readonly signal: AbortSignal;
}

/** The thread that runs the code of workflows for this process: one program at a time, workspaces in rotation. */
export function openCodeThread() {
  const turns = fairTurns({ atOnce: 1 });
  let last = 0;
  let worker: Worker | null = null;

  const started = () => {
    const thread = new Worker(threadFile('activities/code/code-thread'), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 16 },
    });
    // an idle thread does not keep the process alive
    thread.unref();
    thread.on('error', () => undefined); // 'exit' follows
    thread.on('exit', () => {
      if (worker === thread) worker = null;
    });
    return thread;
  };

  const run = ({ code, given, signal }: Program): Promise<FromCodeThread> =>
    new Promise((ended, failed) => {
      worker ??= started();
      const thread = worker;
      last += 1;
      const id = last;
      const stop = new Int32Array(new SharedArrayBuffer(4));
      let ending: NodeJS.Timeout;
      const settle = () => {
        clearTimeout(ending);
        signal.removeEventListener('abort', halt);
        thread.off('message', take);
        thread.off('exit', lost);
      };
      const lost = () => {
        settle();
        failed(
          new EffectFailed('CODE_LIMIT', 'The code had to be ended with its thread. Give it less to do.'),
        );
      };
      const end = () => {
        // no other program may be given to a thread that ends
        worker = null;
        void thread.terminate();
      };
      const halt = () => {
        Atomics.store(stop, 0, 1);
        clearTimeout(ending);
        ending = setTimeout(end, GRACE_MS);
      };
      const take = (message: FromCodeThread) => {
        if (message.id !== id) return;
        settle();
        ended(message);
      };
      ending = setTimeout(end, LONGEST_MS);
      thread.on('message', take);
      thread.on('exit', lost);
      if (signal.aborted) halt();
      signal.addEventListener('abort', halt, { once: true });
      thread.postMessage({ id, code, given, stop } satisfies ToCodeThread);
    });

  return {
    run: (program: Program): Promise<FromCodeThread> =>
      turns.run(program.tenantId, () => run(program), program.signal),
  };
}
