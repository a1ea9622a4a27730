import type { Client } from '../../packages/server/src/testing/client.ts';
import type { BenchContext } from '../bench-context.ts';
import { chain } from './flows.ts';
import { makeHook } from './hook.ts';
import { allEnded, startRuns } from './steps.ts';
import { startWorker } from './worker-process.ts';

const runs = 1_000;

/** The most memory an `attain worker` held (Linux: VmHWM) while it and the serving process shared runs that had waited. */
export async function workerMemory(
  bench: BenchContext,
  client: Client,
  { url, target }: { url: string; target: string },
): Promise<{ runs: number; byWorker: number; peakMb: number }> {
  const worker = await startWorker(bench, { ATTAIN_ALLOWED_HOSTS: target });
  try {
    const calls = chain('Wait, then call', 3, 'api_call', {
      method: 'POST',
      url: target,
      repeatable: 'honours-idempotency-key',
    });
    const [first, ...rest] = calls.edges;
    const waiting = {
      ...calls,
      nodes: [
        ...calls.nodes,
        {
          ...(calls.nodes[1] as (typeof calls.nodes)[number]),
          id: 'rest',
          type: 'wait',
          config: { mode: 'duration', seconds: 2 },
        },
      ],
      edges: [
        ...rest,
        { id: 'to-rest', from: { node: 'begin', port: 'out' }, to: { node: 'rest', port: 'in' } },
        {
          id: 'from-rest',
          from: { node: 'rest', port: 'out' },
          to: first?.to ?? { node: 'step1', port: 'in' },
        },
      ],
    };
    const hook = await makeHook(client, waiting, false);
    const holders = watchHolders(bench);
    for (let some = 0; some < runs; some += 200) await startRuns(`${url}${hook.address}`, hook.secret, 200);
    await allEnded(bench, hook.workflowId);
    return { runs, byWorker: await holders.stop(), peakMb: worker.memory().maxMb };
  } finally {
    await worker.stop();
  }
}

/** Looks now and then who holds effects; says how many the second holder was seen with at least. */
function watchHolders(bench: BenchContext) {
  const seen = new Map<string, Set<string>>();
  const look = async () => {
    const { rows } = await bench.owner.query<{ holder: string; run: string }>(
      `SELECT holder, run_id || effect AS run FROM run_effects`,
    );
    for (const { holder, run } of rows) seen.set(holder, (seen.get(holder) ?? new Set()).add(run));
  };
  let on = true;
  const looking = (async () => {
    while (on) {
      await look();
      await new Promise((wake) => setTimeout(wake, 50));
    }
  })();
  return {
    stop: async () => {
      on = false;
      await looking;
      return Math.min(
        ...[...seen.values()].map((one) => one.size),
        seen.size < 2 ? 0 : Number.POSITIVE_INFINITY,
      );
    },
  };
}
