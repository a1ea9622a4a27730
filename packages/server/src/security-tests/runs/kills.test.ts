import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newDatabase } from '../../testing/start-test-context.ts';
import { diceOf } from '../attain-process.fixture.ts';
import { openRange, type Range } from './kills.fixture.ts';
import { brokenJournals } from './sample-runs.fixture.ts';

/** Places every run of these workflows passes; `npm run bench -- durability` kills at each there is. */
const places: Readonly<Record<string, readonly string[]>> = {
  calls: points({ commit: 3, effect: 3 }),
  'rows-and-a-timer': points({ commit: 5, effect: 0 }),
  people: points({ commit: 6, effect: 2 }),
  // before and after each call, and where the run begins to undo and goes on undoing
  'undone-calls': [...points({ effect: 4 }), ...points({ commit: 4 }).slice(4)],
  // late enough for the state to be one that was kept
  'long-loop': points({ commit: 30, effect: 30 }).filter((point) => Number(point.split(':')[1]) > 24),
};
const workflows = Object.keys(places);
const killsOf: Readonly<Record<string, number>> = { 'long-loop': 1, 'undone-calls': 4 };
const seed = Number(process.env.ATTACK_SEED ?? 1);
const dice = diceOf(seed);

let range: Range;
let drop: () => Promise<void>;

beforeAll(async () => {
  console.warn(`Dies at the failpoints of seed ${seed}; the same again with ATTACK_SEED=${seed}.`);
  const database = await newDatabase(inject('ownerUrl'));
  drop = database.drop;
  range = await openRange(database.url);
});
afterAll(async () => {
  await range?.close();
  await drop?.();
});

function points(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([what, times]) =>
    Array.from({ length: times }, (_, at) => [`before-${what}:${at + 1}`, `after-${what}:${at + 1}`]).flat(),
  );
}

test('[I4] [I9] [I16] [WF-118] a run that is killed at any point ends as it would have, and performs each call once', async () => {
  const kills = workflows.flatMap((workflowId) => {
    const left = [...(places[workflowId] ?? [])];
    const chosen = Array.from({ length: killsOf[workflowId] ?? 2 }, () =>
      left.splice(Math.floor(dice() * left.length), 1),
    );
    return chosen.flat().map((point) => ({ workflowId, key: point, point }));
  });
  console.warn(kills.map(({ workflowId, point }) => `${workflowId} ${point}`).join(', '));
  // its timer is set, and nobody is there when it is due
  kills.push({ workflowId: 'rows-and-a-timer', key: 'timer', point: 'after-commit:3' });
  const died: unknown[] = [];
  for (const kill of kills) died.push(await range.carry(kill, kill.point));
  expect(died).toEqual(kills.map(() => expect.objectContaining({ how: 'SIGKILL' })));
  await range.timeGoesOn();
  const due = 'SELECT count(*)::int AS n FROM run_timers WHERE due_at < now()';
  while ((await range.ctx.db.owner.query<{ n: number }>(due)).rows[0]?.n === 0) await setTimeout(50);
  await range.survivors(2);
  const expected = new Map(
    await Promise.all(
      workflows.map(
        async (workflowId) => [workflowId, await range.finish({ workflowId, key: 'whole' })] as const,
      ),
    ),
  );
  expect([...expected.values()].map(({ status, left }) => [status, left])).toEqual(
    workflows.map((workflowId) => [workflowId === 'undone-calls' ? 'failed' : 'completed', 0]),
  );
  const ended = await Promise.all(kills.map(range.finish));
  for (const [at, { workflowId, point }] of kills.entries())
    expect(ended[at], `${workflowId} killed at ${point}`).toEqual(expected.get(workflowId));
  expect(await brokenJournals(range.ctx)).toEqual([]);
});
