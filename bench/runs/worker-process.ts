import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BenchContext } from '../bench-context.ts';
import { processorTime, spentMs } from './processor-time.ts';

const attain = fileURLToPath(new URL('../../packages/server/bin/attain.mjs', import.meta.url));

/** `npx attain worker` as an operator starts it, which works by now (Linux: what it uses is read from `/proc`). */
export interface WorkerProcess {
  /** Of the working process, for tests that stop it. */
  readonly pid: number;
  /** Megabytes it holds now, and the most it has held since it was started. */
  memory(): { readonly nowMb: number; readonly maxMb: number };
  /** Processor time it has spent since it was started, milliseconds. */
  spentMs(): number;
  stop(): Promise<void>;
}

/** Starts it next to the bench's server. Throws when it ends before it works. */
export async function startWorker(
  bench: BenchContext,
  env: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  const worker = spawn(process.execPath, [attain, 'worker'], {
    env: { ...process.env, DATABASE_URL: bench.ownerUrl, ATTAIN_DATA_DIR: bench.dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([once(worker.stdout, 'data'), ended(worker)]);
  // `attain` starts the Node that works
  const pid = Number(readFileSync(`/proc/${worker.pid}/task/${worker.pid}/children`, 'utf8'));
  const megabytes = (name: string) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  };
  return {
    pid,
    memory: () => ({ nowMb: megabytes('VmRSS'), maxMb: megabytes('VmHWM') }),
    spentMs: () => spentMs(new Map(), processorTime([pid])),
    stop: async () => {
      if (worker.exitCode !== null) return;
      // one that was stopped hears nothing
      process.kill(pid, 'SIGCONT');
      worker.kill();
      await once(worker, 'exit');
    },
  };
}

async function ended(worker: ChildProcess): Promise<never> {
  const [code] = await once(worker, 'exit');
  throw new Error(`The worker ended with ${code} before it worked.`);
}
