import { parseEntry } from '@attain/domain/proofs/entry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../base/actor.ts';
import { newId } from '../base/ids.ts';
import { startTestContext, type TestContext, type TestTenant } from '../testing/start-test-context.ts';

let ctx: TestContext;
let tenant: TestTenant;

beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

async function freshActor(key: string | null, bodyHash = 'a'): Promise<Actor> {
  return {
    tenantId: tenant.tenantId,
    userId: tenant.tenantId,
    displayName: 'Somebody',
    kind: 'user',
    roles: ['administrator'],
    participantId: null,
    sessionHash: null,
    request: {
      id: newId(),
      route: 'test',
      idempotencyKey: key,
      bodyHash,
      address: '127.0.0.1',
      userAgent: 'test',
    },
  };
}

const addPerson = (actor: Actor, id: string) =>
  ctx.ctx.write(actor, async (tx) => {
    await tx.client.query('INSERT INTO participants (tenant_id, id, name) VALUES ($1, $2, $2)', [
      tx.tenantId,
      id,
    ]);
    tx.record({ action: 'participant.added', object: { type: 'participant', id } });
    return { id, nonce: newId() };
  });

const counts = async () => {
  await ctx.ctx.db.sequencer.settle(tenant.tenantId);
  const result = await ctx.ctx.db.within(tenant.tenantId, (tx) =>
    tx.client.query<{ people: number; entries: number; size: number }>(
      `SELECT (SELECT count(*)::int FROM participants) AS people, (SELECT count(*)::int FROM audit_entries) AS entries, (SELECT size::int FROM audit_heads) AS size`,
    ),
  );
  return result.rows[0];
};

describe('a state change', () => {
  beforeAll(async () => {
    tenant = await ctx.newTenant({});
  });

  test('leaves exactly one entry in the log', async () => {
    const before = await counts();
    await addPerson(await freshActor(null), 'p1');
    const after = await counts();
    expect(after).toEqual({
      people: (before?.people ?? 0) + 1,
      entries: (before?.entries ?? 0) + 1,
      size: (before?.size ?? 0) + 1,
    });
    const last = await ctx.ctx.db.within(tenant.tenantId, (tx) =>
      tx.client.query<{ body: string }>('SELECT body FROM audit_entries ORDER BY leaf_index DESC LIMIT 1'),
    );
    expect(parseEntry(last.rows[0]?.body ?? '')).toMatchObject({
      action: 'participant.added',
      object: { id: 'p1' },
    });
  });

  test.each([
    ['SELECT 1', 'COMMIT'],
    ['SELECT 1 / 0', 'ROLLBACK'],
  ])('asks one statement after the other, %s and then %s: the driver keeps no queue', async (last, end) => {
    const asked: string[] = [];
    const busy: string[] = [];
    const underWay = new Set<string>();
    let stop = () => {};
    const outcome = ctx.ctx.db.within(tenant.tenantId, async ({ client, withCommit }) => {
      const query = client.query.bind(client) as (text: string) => Promise<unknown>;
      const watched = async (text: string) => {
        if (underWay.size > 0) busy.push(text);
        asked.push(text);
        underWay.add(text);
        return query(text).finally(() => underWay.delete(text));
      };
      Object.assign(client, { query: watched });
      stop = () => void Reflect.deleteProperty(client, 'query');
      withCommit(() => client.query(last));
    });
    const ended = await outcome.then(
      () => 'COMMIT',
      (error: Error) => (/division by zero/.test(error.message) ? 'ROLLBACK' : error),
    );
    stop();
    expect([ended, asked, busy]).toEqual([end, [last, end], []]);
  });

  test('that fails leaves neither its rows nor an entry', async () => {
    const before = await counts();
    await expect(addPerson(await freshActor(null), 'p1')).rejects.toThrow(/duplicate key/);
    expect(await counts()).toEqual(before);
  });

  test('that records nothing, or twice, is a defect and is not stored', async () => {
    const before = await counts();
    const actor = await freshActor(null);
    await expect(ctx.ctx.write(actor, async () => 1)).rejects.toThrow(/exactly one audit entry/);
    const act = { action: 'thing.done', object: { type: 'thing', id: '1' } };
    await expect(
      ctx.ctx.write(actor, async (tx) => {
        tx.record(act);
        tx.record(act);
      }),
    ).rejects.toThrow(/exactly one audit entry/);
    expect(await counts()).toEqual(before);
  });

  test('made by forty at once gives forty entries without gaps', async () => {
    const before = await counts();
    await Promise.all(
      Array.from({ length: 40 }, async (_, at) => addPerson(await freshActor(null), `many-${at}`)),
    );
    expect(await counts()).toEqual({
      people: (before?.people ?? 0) + 40,
      entries: (before?.entries ?? 0) + 40,
      size: (before?.size ?? 0) + 40,
    });
    const gaps = await ctx.ctx.db.within(tenant.tenantId, (tx) =>
      tx.client.query<{ gaps: number }>(
        'SELECT (max(leaf_index) + 1 - count(*))::int AS gaps FROM audit_entries',
      ),
    );
    expect(gaps.rows[0]?.gaps).toBe(0);
  });
});

describe('an Idempotency-Key', () => {
  beforeAll(async () => {
    tenant = await ctx.newTenant({});
  });

  test('with the same body is answered the same and done once', async () => {
    const first = await addPerson(await freshActor('k1'), 'once');
    const again = await addPerson(await freshActor('k1'), 'once');
    expect(again).toEqual(first);
    expect((await counts())?.people).toBe(1);
  });

  test('with another body is refused with KEY_REUSED', async () => {
    await expect(addPerson(await freshActor('k1', 'b'), 'twice')).rejects.toMatchObject({
      code: 'KEY_REUSED',
      status: 422,
    });
  });

  test('sent fifty times at once has one effect; whoever came too early is told IN_FLIGHT', async () => {
    const actor = await freshActor('k2');
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => addPerson(actor, 'race')));
    const answers = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [JSON.stringify(outcome.value)] : [],
    );
    const errors = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    );
    expect(answers.length).toBeGreaterThan(0);
    expect(new Set(answers).size).toBe(1);
    expect(new Set([...errors, 'IN_FLIGHT'])).toEqual(new Set(['IN_FLIGHT']));
    expect((await counts())?.people).toBe(2);
  });

  test('that was answered is answered to fifty at once, and nobody is told to wait', async () => {
    const actor = await freshActor('k2');
    const answers = await Promise.all(Array.from({ length: 50 }, () => addPerson(actor, 'race')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('of one person means nothing for another', async () => {
    const stranger = { ...(await freshActor('k1')), userId: newId() };
    await expect(addPerson(stranger, 'own')).resolves.toMatchObject({ id: 'own' });
  });
});

test('ten jobs that each read and write leave connections to tell how far they are', async () => {
  const { tenantId } = await ctx.newTenant();
  const { db } = ctx.ctx;
  const long = { statementTimeoutMs: 60_000 };
  const notified = Promise.withResolvers<void>();
  let busy = 0;
  const work = async () => {
    busy += 1;
    if (busy === 10) {
      for (let at = 0; at < 10; at += 1) await db.within(tenantId, (tx) => tx.client.query('SELECT 1'));
      notified.resolve();
    }
    await notified.promise;
  };
  const job = () => db.within(tenantId, () => db.within(tenantId, work, long), long);
  await Promise.all(Array.from({ length: 10 }, job));
  expect(busy).toBe(10);
});
