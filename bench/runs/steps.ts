import { createHmac } from 'node:crypto';
import type { Client } from '../../packages/server/src/testing/client.ts';
import type { BenchContext } from '../bench-context.ts';
import { median, timed } from '../measuring.ts';
import { chain } from './flows.ts';
import { makeHook } from './hook.ts';

const callsEach = 5;
const runsAtOnce = 400;
const sequential = 20;

const call = (target: string) => ({ method: 'POST', url: target, repeatable: 'honours-idempotency-key' });

/** External calls as journaled steps: many runs at once, one run at a time, and the same calls without Attain. */
export async function stepsASecond(
  bench: BenchContext,
  client: Client,
  { url, target }: { url: string; target: string },
): Promise<{ perSecond: number; sequentialMs: number; bareMs: number }> {
  const many = await makeHook(client, chain('Many calls', callsEach, 'api_call', call(target)), false);
  await startRuns(`${url}${many.address}`, many.secret, 50);
  await allEnded(bench, many.workflowId);
  const from = performance.now();
  await startRuns(`${url}${many.address}`, many.secret, runsAtOnce);
  await allEnded(bench, many.workflowId);
  const perSecond = (runsAtOnce * callsEach) / ((performance.now() - from) / 1000);
  const one = await makeHook(client, chain('Calls in a row', sequential, 'api_call', call(target)));
  const times: number[] = [];
  for (let n = 0; n < 15; n += 1)
    times.push(await timed(() => startRuns(`${url}${one.address}`, one.secret, 1)));
  const bare: number[] = [];
  for (let n = 0; n < 200; n += 1)
    bare.push(await timed(async () => (await fetch(target, { method: 'POST', body: '{}' })).text()));
  return { perSecond, sequentialMs: median(times) / sequential, bareMs: median(bare) };
}

/** Delivers so many at once and waits for every answer. */
export async function startRuns(url: string, secret: string, howMany: number): Promise<void> {
  const timestamp = (Date.now() / 1000).toFixed(3);
  await Promise.all(
    Array.from({ length: howMany }, async (_, n) => {
      const body = JSON.stringify({ n });
      const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
      const headers = {
        'content-type': 'application/json',
        'attain-timestamp': timestamp,
        'attain-signature': `sha256=${mac}`,
      };
      const answer = await fetch(url, { method: 'POST', body, headers });
      if (answer.status > 202) throw new Error(`${answer.status} ${await answer.text()}`);
      await answer.text();
    }),
  );
}

/** Waits until no run of the workflow is under way; throws when one failed. */
export async function allEnded(bench: BenchContext, workflowId: string): Promise<void> {
  for (;;) {
    const { rows } = await bench.owner.query<{ open: number; failed: number }>(
      `SELECT count(*) FILTER (WHERE end_time IS NULL)::int AS open, count(*) FILTER (WHERE status = 'failed')::int AS failed
         FROM agent_executions WHERE workflow_id = $1`,
      [workflowId],
    );
    if (rows[0]?.failed) throw new Error(`${rows[0].failed} runs failed`);
    if (rows[0]?.open === 0) return;
    await new Promise((wake) => setTimeout(wake, 20));
  }
}
