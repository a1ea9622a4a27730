import { parentPort } from 'node:worker_threads';
import { beNice } from '../../base/be-nice.ts';
import type { FromCodeThread, ToCodeThread } from './code-messages.ts';
import { runSealed } from './run-sealed.ts';

/** Processor time of one program. */
const MAX_PROCESSOR_MS = 5_000;

beNice();

parentPort?.on('message', async ({ id, ...program }: ToCodeThread) => {
  const answer = await runSealed(program, MAX_PROCESSOR_MS);
  parentPort?.postMessage({ id, ...answer } satisfies FromCodeThread);
});
