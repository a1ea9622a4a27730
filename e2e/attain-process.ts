import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureServerBuilt, ensureWebBuilt } from '../tools/build.mjs';
import { findNode } from '../tools/install.mjs';

/** The password of every sample account in a test's Attain. */
export const samplePassword = 'a password for tests only';

/** A separate Attain, started as by a user: built screens, embedded database, sample workspace. */
export interface RunningAttain {
  readonly url: string;
  /** Its console output so far. */
  said(): string;
  stop(): Promise<void>;
}

/** Starts Attain with these settings on a free port with an empty data folder; rejects with its output if it doesn't start. */
export async function startAttain(settings: NodeJS.ProcessEnv = {}): Promise<RunningAttain> {
  ensureWebBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), 'attain-e2e-'));
  const child = fork(join(ensureServerBuilt(), 'main.js'), {
    execPath: findNode(),
    execArgv: [],
    silent: true,
    env: {
      ...process.env,
      PORT: '0',
      ATTAIN_DATA_DIR: dataDir,
      ATTAIN_SAMPLE_PASSWORD: samplePassword,
      NODE_ENV: 'production',
      // an analysis that no one ordered would change the cards in the middle of a journey
      ATTAIN_ANALYSIS_DELAY_SECONDS: '86400',
      ...settings,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
  const url = await ready(child, () => said);
  return {
    url,
    said: () => said,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function ready(child: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message)
        resolve(String(message.ready));
    });
    child.once('exit', (code) =>
      reject(new Error(`Attain ended with ${code} before it was ready:\n${said()}`)),
    );
  });
}
