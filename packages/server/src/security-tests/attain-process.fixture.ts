import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostmaster, isAlive } from '../db/embedded/pid-file.ts';
import { builtFile } from '../testing/built-server.ts';

/** One Attain as an operator starts it: a process of its own, which can be killed. */
export interface AttainProcess {
  readonly url: string;
  readonly pid: number;
  /** Everything it wrote to its console so far. */
  said(): string;
  /** Sends the signal and waits until the process is gone; the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

const running = new Set<ChildProcess>();

/**
 * Starts it and waits until it answers, or until its console says a text that comes before. The environment of the tests
 * does not reach it. Throws with its words when it ends too early.
 */
export function startProcess(env: Readonly<Record<string, string>>, until?: string): Promise<AttainProcess> {
  return launch([builtFile('main.js')], env, until);
}

/** Starts `attain worker` and waits until it works; it has no address. */
export function startWorker(env: Readonly<Record<string, string>>): Promise<AttainProcess> {
  return launch([builtFile('cli.js'), 'worker'], env, ' is running\n');
}

function launch(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  until?: string,
): Promise<AttainProcess> {
  const child = spawn(process.execPath, args, {
    env: { ...fromHere(), PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  let said = '';
  const listen = (chunk: Buffer) => {
    said += chunk;
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  const gone = new Promise<number | NodeJS.Signals>((resolve) => {
    // not 'exit': what it said last may still be on its way then
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve(signal ?? code ?? -1);
    });
  });
  return new Promise((resolve, reject) => {
    gone.then((how) => reject(new Error(`Attain ended with ${how} before it answered. It said:\n${said}`)));
    const isUp = (url: string) =>
      resolve({
        url,
        pid: child.pid ?? 0,
        said: () => said,
        end: (signal) => {
          child.kill(signal);
          return gone;
        },
      });
    child.on('message', (message: { ready?: string }) => message.ready && isUp(message.ready));
    child.stdout?.on('data', () => until && said.includes(until) && isUp(''));
  });
}

/** What a process needs of this one's environment to run at all, and to begin soon. */
function fromHere(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.includes(name)));
}

/** A data folder of a test's own; `remove` ends whatever still runs on it. */
export function newDataFolder(): { path: string; postmaster(): number | undefined; remove(): Promise<void> } {
  const path = mkdtempSync(join(tmpdir(), 'attain-attack-'));
  const postmaster = () => findPostmaster(join(path, 'postgres', 'cluster'))?.pid;
  return {
    path,
    postmaster,
    remove: async () => {
      for (const child of running) child.kill('SIGKILL');
      const pid = postmaster();
      if (pid !== undefined) {
        process.kill(pid, 'SIGQUIT');
        while (isAlive(pid)) await new Promise((wake) => setTimeout(wake, 20));
      }
      rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** The same numbers for the same seed, from 0 to 1 (mulberry32). Failing tests print their seed. */
export function diceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
