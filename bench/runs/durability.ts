/** Kills a run at every place there is, and compares what became of it with the run that nobody killed. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openRange } from '../../packages/server/src/attacks/runs/kills.fixture.ts';
import { brokenJournals } from '../../packages/server/src/attacks/runs/sample-runs.fixture.ts';
import { startEmbedded } from '../../packages/server/src/db/embedded.ts';
import { circumstances, load, publish, table } from '../measuring.ts';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: 'bench/results/durability.md' },
    help: { type: 'boolean', default: false },
  },
});

const workflows = ['calls', 'rows-and-a-timer', 'people'];

if (options.help) console.log('node bench/runs/durability.ts [--out bench/results/durability.md]');
else await main();

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'attain-bench-'));
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  const range = await openRange(embedded.ownerUrl);
  const loads = [load()];
  try {
    const kills: { workflowId: string; key: string; how: string }[] = [];
    for (const workflowId of workflows) {
      const { points } = await range.carry({ workflowId, key: 'whole' }, 'list');
      for (const key of points) {
        const { how } = await range.carry({ workflowId, key }, key);
        kills.push({ workflowId, key, how: String(how) });
        console.error(`${workflowId} ${key}: ${how}`);
      }
    }
    await range.timeGoesOn();
    await range.survivors(2);
    for (const kill of kills) {
      const whole = await range.finish({ workflowId: kill.workflowId, key: 'whole' });
      assert.deepEqual(await range.finish(kill), whole, `${kill.workflowId} killed at ${kill.key}`);
    }
    assert.deepEqual(await brokenJournals(range.house), []);
    loads.push(load());
    const version = await range.house.db.owner.query<{ server_version: string }>('SHOW server_version');
    publish(
      options.out,
      report(kills) +
        circumstances({
          command: 'node bench/runs/durability.ts',
          serverVersion: version.rows[0]?.server_version ?? '',
          loads,
        }),
    );
  } finally {
    await range.close();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report(kills: readonly { workflowId: string; key: string; how: string }[]): string {
  const rows = workflows.map((id) => {
    const mine = kills.filter(({ workflowId }) => workflowId === id);
    const died = mine.filter(({ how }) => how === 'SIGKILL').length;
    return [id, String(mine.length), String(died), String(mine.length)];
  });
  return `# Runs that are killed

${table(['workflow', 'places', 'killed there', 'ended as if nobody had been'], rows)}

A place is before and after each commit, and before and after each call. A run whose process did not come by a place again, because
two of its steps shared a commit this time, ended by itself. Compared are standing, output, every step with its attempt and output,
rows written, tasks, started runs, calls at the target by Idempotency-Key with their bodies, what is left over, and the hash of every
journal. A difference ends the bench.

`;
}
