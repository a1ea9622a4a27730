import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../../base/actor.ts';
import type { TenantTx } from '../../../db/database.ts';
import { runMaintenance } from '../../../maintenance.ts';
import { insertRecords } from '../../../testing/insert-records.ts';
import { startTestContext, type TestContext } from '../../../testing/start-test-context.ts';
import { validPlan } from '../../../testing/valid-plan.ts';
import { creditsFromRows, payeeCredits } from '../../calculations/payee-credits.ts';
import { selectPayees } from '../../calculations/payee-store.ts';
import { HEAD, imported, importer } from '../../imports/imports.fixture.ts';
import { undoImport } from '../../imports/undo/undo-import.ts';
import type { PayeeCredits } from './credited-deal.ts';
import { checkLedger, writeAllSegments, writeMarked, writeSegments } from './write-segments.ts';

let attain: TestContext;
beforeAll(async () => {
  attain = await startTestContext();
});
afterAll(() => attain?.stop());

const span = { key: '2024', from: '2024-01-01', to: '2024-12-31' };

interface Workspace {
  readonly actor: Actor;
  readonly planId: string;
}

/** Without deals: rows are read for everyone where many payees are marked. */
const others = Array.from({ length: 9 }, (_, at) => `other-${at}`);

/** Three sellers and others on a plan, one of them from April on; deals of two quarters, one of them shared. */
async function workspace(): Promise<Workspace> {
  const tenant = await attain.newTenant({ administrator: { participantId: null } });
  const splits = [
    { participantId: 'ann', sharePercent: '60' },
    { participantId: 'bob', sharePercent: '40' },
  ];
  await insertRecords(attain.ctx.db, tenant.tenantId, {
    participants: ['ann', 'bob', 'cid', ...others].map((id) => ({ id })),
    deals: ['ann', 'bob', 'cid'].flatMap((id) =>
      ['01-10', '02-20', '05-05'].map((day) => ({
        id: `${id}-${day}`,
        date: `2024-${day}`,
        amount: '100.10',
        participantId: id,
        ...(id === 'ann' && { splits }),
      })),
    ),
  });
  const admin = tenant.as('administrator');
  const document = validPlan();
  const made = await admin.post('/api/plans', { name: document.name, type: document.type, document });
  const { id: planId, documentHash } = made.body;
  expect((await admin.post(`/api/plans/${planId}/activate`, { documentHash })).status).toBe(200);
  await admin.post('/api/assignments', {
    planId,
    participantIds: ['ann', 'bob', ...others],
    from: '2024-01-01',
  });
  await admin.post('/api/assignments', { planId, participantIds: ['cid'], from: '2024-04-01' });
  return { actor: importer(tenant.tenantId), planId };
}

/** What credits everyone, from segments and from rows, as text. */
function bothWays({ actor, planId }: Workspace) {
  return attain.ctx.db.within(actor.tenantId, async (tx) => {
    const scope = { planId, period: span };
    const needed = { from: span.from, levelsBelow: null };
    const payees = await selectPayees(tx, scope, []);
    const [segments, rows]: [string[], string[]] = [[], []];
    for await (const one of payeeCredits(tx, scope, { payees, needed })) segments.push(textOf(one));
    for await (const one of creditsFromRows(tx, scope, { payees, needed })) rows.push(textOf(one));
    return { segments, rows };
  });
}

function textOf({ participant, credits }: { participant: unknown; credits: PayeeCredits }): string {
  return JSON.stringify([participant, credits.deals, [...(credits.sources ?? [])]]);
}

const checkOf = ({ actor }: Workspace, repair = false) =>
  attain.ctx.db.within(actor.tenantId, (tx) => checkLedger(tx, { repair }));

const sql = ({ actor }: Workspace, text: string, values: unknown[] = []) =>
  attain.ctx.db.within(actor.tenantId, async (tx) => (await tx.client.query(text, values)).rows);

const marked = async (at: Workspace) =>
  (
    await sql(at, 'SELECT participant_id AS id, quarter FROM ledger_changes ORDER BY participant_id, quarter')
  ).map(({ id, quarter }) => `${id} ${quarter}`);

async function mustBeWritten(at: Workspace): Promise<string[]> {
  expect(await marked(at)).toEqual([]);
  expect((await checkOf(at)).differing).toEqual([]);
  const { segments, rows } = await bothWays(at);
  expect(segments).toEqual(rows);
  return segments;
}

describe('segments follow the deals', () => {
  test('[LEDGER-2] through imports that add and move deals between payees and quarters, and when they are undone', async () => {
    const at = await workspace();
    const before = await mustBeWritten(at);
    expect(before.join()).not.toContain('cid-02-20');
    const moved = `${HEAD}bob-01-10,2024-08-01,123456789012.12345678,USD,cid,,\nnew,2024-05-05,-1,USD,,bob:50;cid:50,\n`;
    const { id } = await imported(attain.ctx, at.actor, { kind: 'deals', content: moved });
    const after = await mustBeWritten(at);
    expect(after.join()).toContain('123456789012.12345678');
    expect((await checkOf(at)).segments).toBe(7);
    await undoImport(attain.ctx, at.actor, id);
    expect(await mustBeWritten(at)).toEqual(before);
  });

  test('[LEDGER-3] a change by any statement is read at once, and written by maintenance', async () => {
    const at = await workspace();
    await sql(at, `UPDATE deals SET date = '2024-07-01', participant_id = 'bob' WHERE id = 'cid-05-05'`);
    await sql(at, `DELETE FROM deals WHERE id = 'ann-01-10'`);
    expect(await marked(at)).toEqual([
      ...['ann 2024-01-01', 'bob 2024-01-01', 'bob 2024-07-01', 'cid 2024-04-01'],
    ]);
    const { segments, rows } = await bothWays(at);
    expect(segments).toEqual(rows);
    expect(rows.join()).not.toContain('ann-01-10');
    await runMaintenance(attain.ctx);
    expect(await mustBeWritten(at)).toEqual(rows);
  });

  test('[LEDGER-3] a transaction that ends without a commit leaves segments and marks as they were', async () => {
    const at = await workspace();
    const before = await sql(at, 'SELECT participant_id, quarter, hash FROM ledger_segments ORDER BY 1, 2');
    const stopped = attain.ctx.db.within(at.actor.tenantId, async (tx) => {
      await tx.client.query(`DELETE FROM deals WHERE id <> 'bob-01-10'`);
      await writeSegments(tx);
      throw new Error('stopped');
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect(await sql(at, 'SELECT participant_id, quarter, hash FROM ledger_segments ORDER BY 1, 2')).toEqual(
      before,
    );
    await mustBeWritten(at);
  });

  test('[LEDGER-4] a segment that two transactions change at once has both changes', async () => {
    const at = await workspace();
    const add = (id: string) =>
      `INSERT INTO deals (tenant_id, id, date, amount, currency, participant_id) VALUES ('${at.actor.tenantId}', '${id}', '2024-01-11', 5, 'USD', 'bob')`;
    const { promise: isAdded, resolve: added } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    await sql(at, add('zero'));
    const first = attain.ctx.db.within(at.actor.tenantId, async (tx) => {
      await tx.client.query(add('first'));
      added();
      await mayCommit;
    });
    await isAdded;
    await attain.ctx.db.within(at.actor.tenantId, writeAllSegments);
    commit();
    await first;
    expect(await marked(at)).toEqual(['bob 2024-01-01']);
    const { segments, rows } = await bothWays(at);
    expect(segments).toEqual(rows);
    await runMaintenance(attain.ctx);
    const credits = await mustBeWritten(at);
    expect(credits.join()).toContain('"zero"');
    expect(credits.join()).toContain('"first"');
  });

  test('[LEDGER-4] changes of the same payees never wait for each other, nor for segments that are being written', async () => {
    const at = await workspace();
    const within = <T>(work: (tx: TenantTx) => Promise<T>) => attain.ctx.db.within(at.actor.tenantId, work);
    const change = (tx: TenantTx, id: string) =>
      tx.client.query(`UPDATE deals SET amount = amount + 1 WHERE id = $1`, [id]);
    await sql(at, `UPDATE deals SET amount = 7 WHERE id IN ('bob-01-10', 'cid-05-05')`);
    await within(async (writing) => {
      expect(await writeMarked(writing, { quarters: 1, deals: 1 })).toHaveLength(1);
      await within(async (preview) => {
        await preview.client.query('SAVEPOINT preview');
        await change(preview, 'bob-01-10');
        await within(async (other) => {
          await other.client.query('SAVEPOINT preview');
          await change(other, 'cid-05-05');
          await change(preview, 'cid-02-20');
          await change(other, 'bob-02-20');
          await change(preview, 'bob-05-05');
          await writeSegments(other);
        });
        await preview.client.query('ROLLBACK TO SAVEPOINT preview');
      });
    });
    expect(await marked(at)).not.toEqual([]);
    const { segments, rows } = await bothWays(at);
    expect(segments).toEqual(rows);
    await runMaintenance(attain.ctx);
    expect(await mustBeWritten(at)).toEqual(rows);
  });

  test('[LEDGER-3] removing all deals, or segments, marks them; days that no calculation reads have none', async () => {
    const at = await workspace();
    const client = await attain.ctx.db.owner.connect();
    try {
      for (const remove of [
        'TRUNCATE deals CASCADE',
        'TRUNCATE ledger_segments',
        'DELETE FROM ledger_segments',
      ]) {
        await client.query('BEGIN');
        await client.query(remove);
        const found = await client.query('SELECT 1 FROM ledger_changes WHERE tenant_id = $1', [
          at.actor.tenantId,
        ]);
        expect([remove, found.rowCount]).toEqual([remove, 6]);
        await client.query('ROLLBACK');
      }
    } finally {
      client.release();
    }
    await sql(at, `UPDATE deals SET date = '0044-03-15 BC' WHERE id = 'cid-02-20'`);
    await sql(at, `UPDATE deals SET date = '-infinity' WHERE id = 'bob-02-20'`);
    await runMaintenance(attain.ctx);
    await mustBeWritten(at);
  });
});

describe('damaged segments', () => {
  test('[LEDGER-5] are read from the deals, marked, written again byte by byte and logged', async () => {
    const at = await workspace();
    const stored = 'SELECT content, hash FROM ledger_segments ORDER BY participant_id, quarter';
    const before = await sql(at, stored);
    await attain.ctx.db.owner.query(
      `UPDATE ledger_segments SET content = set_byte(content, length(content) - 1, 88) WHERE tenant_id = $1 AND participant_id = 'bob' AND quarter = '2024-01-01'`,
      [at.actor.tenantId],
    );
    expect((await checkOf(at)).differing).toEqual([{ payee: 'bob', quarter: '2024-01-01' }]);
    const { segments, rows } = await bothWays(at);
    expect(segments).toEqual(rows);
    expect(await marked(at)).toEqual(['bob 2024-01-01']);
    const logged: unknown[] = [];
    const log = Object.assign(Object.create(attain.ctx.log), {
      error: (...said: unknown[]) => void logged.push(said),
    });
    await runMaintenance({ ...attain.ctx, log });
    expect(logged).toMatchObject([
      [{ count: 1, segments: [{ payee: 'bob', quarter: '2024-01-01' }] }, expect.any(String)],
    ]);
    await mustBeWritten(at);
    expect(await sql(at, stored)).toEqual(before);
  });

  test('[LEDGER-1] rebuilding makes missing and surplus segments right, and finds nothing to do afterwards', async () => {
    const at = await workspace();
    const stored = 'SELECT participant_id, quarter, content, hash FROM ledger_segments ORDER BY 1, 2';
    const before = await sql(at, stored);
    await sql(at, `DELETE FROM ledger_segments WHERE participant_id = 'ann'`);
    await attain.ctx.db.owner.query(
      `UPDATE ledger_segments SET quarter = '2023-01-01' WHERE tenant_id = $1 AND participant_id = 'cid' AND quarter = '2024-01-01'`,
      [at.actor.tenantId],
    );
    expect((await checkOf(at, true)).differing).toHaveLength(4);
    expect(await sql(at, stored)).toEqual(before);
    expect(await checkOf(at, true)).toMatchObject({ segments: 6, differing: [] });
  });
});
