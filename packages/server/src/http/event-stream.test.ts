import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Change } from '../db/changes.ts';
import { EventStream, seqOf } from './event-stream.ts';

const tenantId = randomUUID();
const change = (seq: number | null, action = 'plan.saved', id = `plan-${seq}`): Change => ({
  tenantId,
  seq,
  action,
  id,
  userId: null,
  at: '2026-01-01T00:00:00.000Z',
});
const streamOf = (...roles: ('viewer' | 'sales-rep')[]) =>
  new EventStream({ tenantId, userId: randomUUID(), roles, idHash: Buffer.alloc(32) });

function received(stream: EventStream): string {
  return (stream.body.read() as Buffer | null)?.toString() ?? '';
}

test('what is offered before the start is told after what was missed, and once', () => {
  const stream = streamOf('viewer');
  for (const seq of [6, 7, 8]) stream.offer(change(seq));
  expect(received(stream)).toBe('');
  stream.start([change(5), change(6), change(7)], 7);
  const ids = [...received(stream).matchAll(/"(plan-\d|ready)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['plan-5', 'plan-6', 'plan-7', 'ready', 'plan-8']);
});

test('only the last message of an act has the id: who loses the connection in between hears of all of it again', () => {
  const stream = streamOf('viewer');
  stream.start([], 0);
  received(stream);
  stream.offer(change(1, 'plan.activated'));
  expect(received(stream)).toMatch(
    new RegExp(
      `^data: .*"plans".*\n\ndata: .*"calculations".*\n\nid: ${tenantId}:1\ndata: .*"approvals".*\n\n$`,
    ),
  );
});

test('the same thing missed twice is told once, and too much is told as everything', () => {
  const twice = streamOf('viewer');
  twice.start([change(1, 'plan.saved', 'a'), change(2, 'plan.saved', 'a')], 2);
  expect(received(twice).match(/"a"/g)).toHaveLength(1);
  const much = streamOf('viewer');
  much.start(
    Array.from({ length: 300 }, (_, seq) => change(seq)),
    299,
  );
  expect(received(much)).toMatch(
    new RegExp(`^retry: 1000\n\ndata: .*"resync".*\n\nid: ${tenantId}:299\ndata: .*"ready"`),
  );
});

test('a gap before the start is told at the start', () => {
  const stream = streamOf('viewer');
  stream.resync();
  stream.start([], 0);
  expect(received(stream)).toContain('"resync"');
});

test('a heartbeat moves the id past what was none of the reader’s business', () => {
  const stream = streamOf('sales-rep');
  stream.start([], 4);
  received(stream);
  stream.offer(change(5));
  expect(received(stream)).toBe('');
  stream.beat();
  expect(received(stream)).toBe(`: \nid: ${tenantId}:5\n\n`);
  stream.beat();
  expect(received(stream)).toBe(': \n\n');
});

test('a client that does not read is let go', () => {
  const stream = streamOf('viewer');
  stream.start([], 0);
  for (let seq = 1; seq < 2_000; seq += 1) stream.offer(change(seq));
  expect(stream.body.destroyed).toBe(true);
});

test('an id names a place in the log of its own workspace only', () => {
  expect(seqOf(tenantId, `${tenantId}:12`)).toBe(12);
  for (const id of ['', '12', `${randomUUID()}:12`, `${tenantId}:-1`, `${tenantId}:1e3`, `${tenantId}:12 `])
    expect(seqOf(tenantId, id)).toBeNull();
});
