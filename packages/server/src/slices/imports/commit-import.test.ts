import { existsSync } from 'node:fs';
import type { Mapping } from '@attain/contract/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { pathOf } from './import-file.ts';
import {
  checked,
  committed,
  DEALS,
  HEAD,
  imported,
  importer,
  PEOPLE,
  rowsIn,
  upload,
} from './imports.fixture.ts';
import { listImportChanges } from './list-import-problems.ts';

let attain: TestContext;
let actor: Actor;
const ctx = () => attain.ctx;

beforeAll(async () => {
  attain = await startTestContext();
});
afterAll(() => attain?.stop());
beforeEach(async () => {
  actor = importer((await attain.newTenant({})).tenantId);
});

const rowsOf = (sql: string) => rowsIn(ctx(), actor, sql);
const people = () => imported(ctx(), actor, { kind: 'participants', content: PEOPLE });

describe('a commit stores all rows or none', () => {
  test('every row knows its import, its line and its text; figures are exact', async () => {
    await people();
    const done = await imported(ctx(), actor, { kind: 'deals', content: DEALS });
    expect(done).toMatchObject({ status: 'committed', summary: { added: 3 } });
    expect(
      await rowsOf(
        'SELECT id, amount::text, participant_id, splits, unit, kind, import_id, import_line, source_text FROM deals ORDER BY id',
      ),
    ).toEqual([
      {
        id: 'D1',
        amount: '100.10',
        participant_id: 'ann',
        splits: null,
        unit: '$',
        kind: 'sale',
        import_id: done.id,
        import_line: 2,
        source_text: 'D1,2024-01-31,100.10,USD,ann,,Bikes',
      },
      {
        id: 'D2',
        amount: '-20.05',
        participant_id: 'bob',
        splits: null,
        unit: '$',
        kind: 'sale',
        import_id: done.id,
        import_line: 3,
        source_text: 'D2,2024-02-01,-20.05,USD,bob,,"Bolts, small"',
      },
      {
        id: 'D3',
        amount: '0.00000001',
        participant_id: 'ann',
        unit: '$',
        kind: 'sale',
        import_id: done.id,
        import_line: 4,
        splits: [
          { participantId: 'ann', sharePercent: '50' },
          { participantId: 'bob', sharePercent: '50' },
        ],
        source_text: 'D3,2024-02-15,0.00000001,USD,,ann:50;bob:50,',
      },
    ]);
    expect(existsSync(pathOf(ctx(), done.id))).toBe(false);
    expect(
      await rowsOf('SELECT touched_from, touched_to FROM imports ORDER BY created_at DESC LIMIT 1'),
    ).toEqual([{ touched_from: '2024-01-31', touched_to: '2024-02-15' }]);
  });

  test('the same file again changes nothing and makes nothing stale', async () => {
    await people();
    const first = await imported(ctx(), actor, { kind: 'deals', content: DEALS });
    const again = await upload(ctx(), actor, 'deals', DEALS, 'renamed.csv');
    expect(again.sameAs).toMatchObject({ id: first.id, fileName: 'deals.csv', sameMapping: true });
    const withoutProduct = (mapping: Mapping) => {
      const { product: _, ...fields } = mapping.fields;
      return { ...mapping, fields: { ...fields, customer: { constant: 'Acme' } } };
    };
    const other = await checked(ctx(), actor, again.id, withoutProduct);
    expect([other.sameAs?.sameMapping, other.summary?.changed]).toEqual([false, 3]);
    expect((await checked(ctx(), actor, again.id, () => again.mapping!)).summary).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 3,
      stale: [],
    });
    const done = await committed(ctx(), actor, again.id);
    expect(done.status).toBe('committed');
    expect(await rowsOf(`SELECT DISTINCT import_id FROM deals`)).toEqual([{ import_id: first.id }]);
    expect(await rowsOf(`SELECT commit_seq::int FROM imports WHERE id = '${again.id}'`)).toEqual([
      { commit_seq: null },
    ]);
  });

  test('[DEP-9] people on no plan make no calculation out of date, whether new or changed', async () => {
    const known = await people();
    const changed = await imported(ctx(), actor, {
      kind: 'participants',
      content: PEOPLE.replace('2020-01-01', '2020-02-01'),
    });
    expect(known.summary).toMatchObject({ changed: 0 });
    expect(changed.summary).toMatchObject({ added: 0, changed: 1 });
    const seqs = await rowsOf('SELECT commit_seq::int FROM imports ORDER BY created_at');
    expect(seqs).toEqual([{ commit_seq: null }, { commit_seq: null }]);
  });

  test('the same id again is an update, shown field by field, and what it was is kept', async () => {
    await people();
    const first = await imported(ctx(), actor, { kind: 'deals', content: DEALS });
    const { id } = await upload(
      ctx(),
      actor,
      'deals',
      `${HEAD}D1,2024-01-30,100.1,USD,bob,,\nD2,2024-02-01,-20.050,USD,bob,,"Bolts, small"\nD9,2024-05-05,9,USD,ann,,\n`,
    );
    const dry = await checked(ctx(), actor, id);
    expect(dry.summary).toMatchObject({ added: 1, changed: 1, unchanged: 1 });
    const changes = await listImportChanges(ctx(), actor, { id, limit: 10 });
    expect(changes.rows).toEqual([
      {
        key: 'D1',
        line: 2,
        changes: [
          { field: 'date', before: '2024-01-31', after: '2024-01-30' },
          { field: 'participant', before: 'ann', after: 'bob' },
          { field: 'product', before: 'Bikes', after: null },
        ],
      },
    ]);
    await committed(ctx(), actor, id);
    expect(
      await rowsOf(
        `SELECT id, date, participant_id, import_id FROM deals WHERE id IN ('D1', 'D2') ORDER BY id`,
      ),
    ).toEqual([
      { id: 'D1', date: '2024-01-30', participant_id: 'bob', import_id: id },
      { id: 'D2', date: '2024-02-01', participant_id: 'bob', import_id: first.id },
    ]);
    expect(await rowsOf('SELECT deal_id, replaced_by, import_id, before FROM deal_history')).toMatchObject([
      {
        deal_id: 'D1',
        replaced_by: id,
        import_id: first.id,
        before: {
          amount: '100.10',
          participantId: 'ann',
          product: 'Bikes',
          sourceText: 'D1,2024-01-31,100.10,USD,ann,,Bikes',
        },
      },
    ]);
    expect(await rowsOf(`SELECT touched_from, touched_to FROM imports WHERE id = '${id}'`)).toEqual([
      { touched_from: '2024-01-30', touched_to: '2024-05-05' },
    ]);
  });

  test('fields the mapping does not speak of stay as they are', async () => {
    await people();
    await imported(ctx(), actor, {
      kind: 'participants',
      content: 'id,commission rate\nann,0.012\nbob,0.02\n',
    });
    expect(
      await rowsOf(
        'SELECT id, name, hired_on, commission_rate_percent::text AS rate FROM participants ORDER BY id',
      ),
    ).toEqual([
      { id: 'ann', name: 'Ann Lee', hired_on: '2020-01-01', rate: '1.2' },
      { id: 'bob', name: 'Bob Ray', hired_on: '2021-05-01', rate: '2' },
    ]);
  });

  test('what was removed between dry run and commit stops the commit with nothing stored', async () => {
    await people();
    const { id } = await upload(ctx(), actor, 'deals', `${HEAD}D1,2024-01-01,1,USD,bob,,\n`);
    await checked(ctx(), actor, id);
    await rowsOf(`DELETE FROM participants WHERE id = 'bob'`);
    const failed = await committed(ctx(), actor, id);
    expect(failed).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/records changed after the check, and 1 problem/),
    });
    expect(await rowsOf('SELECT 1 FROM deals')).toEqual([]);
    expect(await checked(ctx(), actor, id)).toMatchObject({ status: 'checked', problemCount: 1 });
  });

  test('every change of state leaves one entry in the audit log', async () => {
    const { id } = await people();
    await ctx().db.sequencer.settle();
    const acts = await rowsOf('SELECT body FROM audit_entries ORDER BY leaf_index');
    const mine = acts
      .map((row) => JSON.parse(row.body) as { action: string; object: { id: string } })
      .filter((act) => act.object.id === id);
    expect(mine.map((act) => act.action)).toEqual([
      'import.uploaded',
      'import.check-ordered',
      'import.checked',
      'import.commit-ordered',
      'import.committed',
    ]);
  });
});
