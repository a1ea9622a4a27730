import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../../packages/server/src/db/embedded/start-embedded.ts';
import { openRange } from '../../../packages/server/src/security-tests/runs/kills.fixture.ts';
import { brokenJournals } from '../../../packages/server/src/security-tests/runs/sample-runs.fixture.ts';
import { table } from '../../measuring.ts';
import type { Part } from './part.ts';

const workflows = ['calls', 'rows-and-a-timer', 'people'];

interface Kill {
  readonly workflowId: string;
  readonly key: string;
  readonly how: string;
}

/**
 * Kills a run of each workflow at every place there is, and compares the result with the run that was not killed; a
 * difference throws. Says what it found.
 */
export async function killedEverywhere(): Promise<Part> {
  const dataDir = mkdtempSync(join(tmpdir(), 'attain-bench-'));
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  const range = await openRange(embedded.ownerUrl);
  try {
    const kills: Kill[] = [];
    for (const workflowId of workflows) {
      const passed = await range.carry({ workflowId, key: 'whole' }, 'list');
      // how often entries of the log are placed differs from run to run; the first time always comes
      const points = passed.points.filter((point) => !/-placed:(?!1$)/.test(point));
      for (const [at, key] of points.entries()) {
        const { how } = await range.carry({ workflowId, key }, key);
        kills.push({ workflowId, key, how: String(how) });
        console.error(`${workflowId} ${at + 1}/${points.length} ${key}: ${how}`);
      }
    }
    await range.timeGoesOn();
    await range.survivors(2);
    const equal = new Map<string, number>();
    for (const kill of kills) {
      const whole = await range.finish({ workflowId: kill.workflowId, key: 'whole' });
      assert.deepEqual(await range.finish(kill), whole, `${kill.workflowId} killed at ${kill.key}`);
      equal.set(kill.workflowId, (equal.get(kill.workflowId) ?? 0) + 1);
    }
    assert.deepEqual(await brokenJournals(range.ctx), []);
    const { rows } = await range.ctx.db.owner.query<{ server_version: string }>('SHOW server_version');
    return { text: report(kills, equal), serverVersion: rows[0]?.server_version ?? '' };
  } finally {
    await range.close();
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report(kills: readonly Kill[], equal: ReadonlyMap<string, number>): string {
  const rows = workflows.map((id) => {
    const mine = kills.filter(({ workflowId }) => workflowId === id);
    const at = (what: string) => mine.filter(({ key }) => key.includes(what)).length;
    const died = mine.filter(({ how }) => how === 'SIGKILL').length;
    return [id, ...[at('commit'), at('effect'), died, equal.get(id) ?? 0].map(String)];
  });
  const head = ['workflow', 'places at a commit', 'at a call', 'killed there', 'ended as without a kill'];
  return `${table(head, rows)}

A place is before and after each commit, and before and after each call. A run whose process did not come by a place again, because
two of its steps shared a commit this time, ended without a kill. Compared are status, output, every step with its attempt and output,
rows written, tasks, started runs, calls at the target by Idempotency-Key with their bodies, what is left over, and the hash of every
journal. A difference ends the bench.

`;
}
