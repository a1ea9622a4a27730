import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { checkImport } from './check-import.ts';
import { commitImport } from './commit-import.ts';
import { checked, committed, DEALS, imported, importer, PEOPLE, rowsIn, upload } from './imports.fixture.ts';
import { listImportProblems } from './list-import-problems.ts';

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

describe('a dry run stores nothing and says everything', () => {
  test('[PLAN-24] counts, totals, sample and every problem, those only the database knows included', async () => {
    await people();
    const { id } = await upload(
      ctx(),
      actor,
      'deals',
      `${DEALS}D4,2024-03-01,1,USD,zoe,,\nD5,2024-03-01,x,USD,ann,,\nD6,2024-03-02,5,EUR,ann,ann:30;kim:70,\n`,
    );
    const dry = await checked(ctx(), actor, id);
    expect(dry).toMatchObject({ status: 'checked', problemCount: 3, progress: { done: 6, total: 6 } });
    expect(dry.summary).toMatchObject({
      rows: 6,
      badRows: 3,
      warnings: 1,
      added: 3,
      changed: 0,
      unchanged: 0,
      from: '2024-01-31',
      to: '2024-02-15',
    });
    const page = await listImportProblems(ctx(), actor, { id, limit: 2 });
    const rest = await listImportProblems(ctx(), actor, { id, limit: 10, cursor: page.nextCursor ?? '' });
    expect(
      [...page.rows, ...rest.rows].map((p) => [p.line, p.column, p.value, p.severity, p.reason]),
    ).toEqual([
      [5, 'participant', 'zoe', 'error', 'Participant zoe not found.'],
      [6, 'amount', 'x', 'error', 'This is not a number.'],
      [7, 'splits', 'kim', 'error', 'Participant kim not found.'],
      [
        7,
        'currency',
        'EUR',
        'warning',
        'There is no exchange rate for EUR yet; this is the first row that needs it.',
      ],
    ]);
    expect(await rowsOf('SELECT 1 FROM deals')).toEqual([]);
    await expect(commitImport(ctx(), actor, id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('a mapping that cannot be used is refused with all its problems; one that was stored is applied to the next file, one that was only tried is not', async () => {
    const { id, mapping } = await upload(ctx(), actor, 'deals', 'Ref,When,Much,Who\n1,2024-01-01,5,ann\n');
    const broken = {
      header: true,
      decimal: '.',
      date: 'iso',
      fields: { id: { columns: [0] }, date: { columns: [9] }, nope: { constant: '1' } },
    } as const;
    await expect(
      checkImport(ctx(), actor, { id, mapping: structuredClone(broken) as never }),
    ).rejects.toMatchObject({
      code: 'BAD_INPUT',
      problems: [
        { path: 'fields.nope' },
        { path: 'fields.date' },
        { path: 'fields.amount' },
        { path: 'fields.participant' },
      ],
    });
    const fields = {
      id: { columns: [0] },
      date: { columns: [1] },
      amount: { columns: [2] },
      participant: { columns: [3] },
      currency: { constant: 'USD' },
    };
    const trial = await checked(ctx(), actor, id, (m) => ({ ...m, fields }));
    expect(trial.problemCount).toBe(1);
    expect(mapping?.fields).not.toEqual(fields);
    const next = 'Ref,When,Much,Who\n2,2024-01-02,6,ann\n';
    const afterTrial = await upload(ctx(), actor, 'deals', next);
    expect(afterTrial).toMatchObject({ mappingOf: null, mapping: { fields: mapping?.fields } });
    await imported(ctx(), actor, { kind: 'participants', content: PEOPLE });
    await checked(ctx(), actor, id, (m) => ({ ...m, fields }));
    await committed(ctx(), actor, id);
    const again = await upload(ctx(), actor, 'deals', next);
    const proposed = { fields: mapping?.fields };
    expect(again).toMatchObject({ mappingOf: { id, fileName: 'deals.csv' }, mapping: { fields }, proposed });
  });

  test('progress ends with the rows of the file, whatever its beginning let expect', async () => {
    const rows = (count: number, id: string, note: string) =>
      Array.from({ length: count }, (_, at) => `${id}${at},Name,${note}\n`).join('');
    const content = `id,name,note\n${rows(10_000, 'short', 'n'.repeat(12))}${rows(100, 'long', 'n'.repeat(3_000))}`;
    const { id } = await upload(ctx(), actor, 'participants', content);
    const { progress } = await checked(ctx(), actor, id);
    expect(progress).toMatchObject({ done: 10_100, total: 10_100 });
  });

  test('a file that breaks off on the way is told on the import, and nothing is left half done', async () => {
    const { id } = await upload(
      ctx(),
      actor,
      'participants',
      `id,name\n${'x,y\n'.repeat(100_000)}9,"never closed`,
    );
    const dry = await checked(ctx(), actor, id);
    expect(dry).toMatchObject({ status: 'failed', summary: null });
    expect(dry.error).toMatch(/ends inside a quoted cell; its record begins on line 100002/);
  });

  test('unreadable files and unknown kinds are refused at the door', async () => {
    await expect(upload(ctx(), actor, 'deals', '<html></html>')).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE',
    });
    await expect(upload(ctx(), actor, 'toys' as never, DEALS)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(upload(ctx(), actor, 'plan-components', DEALS)).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });
});
