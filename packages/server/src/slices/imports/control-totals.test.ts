import type { ControlSource } from '@attain/contract/control-totals';
import type { ImportDetail, Mapping } from '@attain/contract/imports';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { sharedTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { checked, committed, HEAD, imported, importer, PEOPLE, upload } from './imports.fixture.ts';
import { stateTotals } from './state-totals.ts';

let attain: TestContext;
let actor: Actor;
const ctx = () => attain.ctx;

beforeAll(async () => {
  attain = await sharedTestContext();
});
afterAll(() => attain?.stop());
beforeEach(async () => {
  actor = importer((await attain.newTenant({})).tenantId);
  await imported(ctx(), actor, { kind: 'participants', content: PEOPLE });
});

const AMOUNT = 2;
const rows = { column: null, from: 'person' } as const;
const amount = { column: AMOUNT, from: 'person' } as const;
const deal = (id: string, money: string, more = 'ann,,Bikes') => `${id},2024-03-01,${money},USD,${more}\n`;
const asking =
  (...controls: ControlSource[]) =>
  (mapping: Mapping): Mapping => ({ ...mapping, controls });

async function dryRun(content: string, choose?: (mapping: Mapping) => Mapping): Promise<ImportDetail> {
  const { id } = await upload(ctx(), actor, 'deals', HEAD + content, 'crm.csv');
  return checked(ctx(), actor, id, choose);
}
const state = (id: string, stated: (string | null)[], reason: string | null = null) =>
  stateTotals(ctx(), actor, { id, stated, reason });
const states = ({ controls }: ImportDetail) => controls.map((one) => [one.label, one.found, one.state]);

test('[CLOSE-23] totals of the source are entered, compared, and corrected before the rows are stored', async () => {
  const dry = await dryRun(deal('A', '100.10') + deal('B', '-0.05'), asking(rows, amount));
  expect(states(dry)).toEqual([
    ['Rows', '2', 'missing'],
    ['amount', '100.05', 'missing'],
  ]);
  const { id } = dry;
  const wrong = await state(id, ['3', '120.05'], null);
  expect(wrong.controls.map(({ state, difference }) => [state, difference])).toEqual([
    ['differs', '1'],
    ['differs', '20'],
  ]);
  await expect(committed(ctx(), actor, id)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining(
      'Rows: 2 in the file, 3 stated. amount: 100.05 in the file, 120.05 stated.',
    ),
  });
  await expect(state(id, ['2'])).rejects.toMatchObject({ code: 'BAD_INPUT' });
  // a reason is kept only for a difference
  expect(await state(id, ['2', '100.050'], 'No matter')).toMatchObject({ controlReason: null });
  expect((await committed(ctx(), actor, id)).status).toBe('committed');
  await expect(state(id, ['2', '1'])).rejects.toMatchObject({ code: 'CONFLICT' });
  // the profile keeps what it asks for, not what was entered
  const next = await dryRun(deal('C', '7'));
  expect([next.mapping?.controls, states(next)]).toEqual([
    [rows, amount],
    [
      ['Rows', '1', 'missing'],
      ['amount', '7', 'missing'],
    ],
  ]);
});

test('[CLOSE-23] a difference is confirmed with a reason, which a new check takes back', async () => {
  const { id, mapping } = await dryRun(deal('A', '100'), asking(amount));
  const confirmed = await state(id, ['90'], 'A late return');
  expect(confirmed.controlReason).toMatchObject({ text: 'A late return' });
  const again = await checked(ctx(), actor, id);
  expect([again.mapping, again.controlReason, states(again)]).toEqual([
    mapping,
    null,
    [['amount', '100', 'differs']],
  ]);
  await expect(committed(ctx(), actor, id)).rejects.toMatchObject({ code: 'CONFLICT' });
  await state(id, ['90'], 'A late return');
  const stored = await committed(ctx(), actor, id);
  expect([stored.status, stored.controlReason?.text, stored.controls[0]?.difference]).toEqual([
    'committed',
    'A late return',
    '-10',
  ]);
});

test('[CLOSE-23] the total row or a column states a total of all records, those that are skipped as well', async () => {
  const stage = (one: string) => `ann,,${one}`;
  const choose = (mapping: Mapping): Mapping => ({
    ...asking({ column: AMOUNT, from: 'total-row' })(mapping),
    filters: [{ column: 6, keep: 'others', values: ['Lost'] }],
  });
  const content = deal('A', '100', stage('Won')) + deal('B', '50', stage('Lost'));
  const equal = await dryRun(`${content}Total,,150,,,,\n`, choose);
  expect([states(equal), equal.summary?.added]).toEqual([[['amount', '150', 'equal']], 1]);
  const cut = await dryRun(`${content}Total,,250,,,,\n`, choose);
  await expect(committed(ctx(), actor, cut.id)).rejects.toMatchObject({
    message: expect.stringContaining('amount: 150 in the file, 250 stated.'),
  });
  const without = await dryRun(content, choose);
  await expect(committed(ctx(), actor, without.id)).rejects.toMatchObject({
    message: expect.stringContaining('amount: the file states no total.'),
  });
  // what a person enters does not replace what the file states
  expect(states(await state(cut.id, ['150']))).toEqual([['amount', '150', 'differs']]);
  await expect(
    dryRun(content, asking({ column: null, from: 'total-row' }, { column: 9, from: 'person' })),
  ).rejects.toMatchObject({
    code: 'BAD_INPUT',
    problems: [{ path: 'controls[0]' }, { path: 'controls[1]' }],
  });
  const counted = async (...stated: string[]) => {
    const lines = stated.map((one, at) => deal(`E${at}`, '5', `ann,,${one}`)).join('');
    return states(await dryRun(lines, asking({ column: null, from: 6 })));
  };
  expect(await counted('2', '2')).toEqual([['Rows', '2', 'equal']]);
  expect(await counted('3', '3')).toEqual([['Rows', '2', 'differs']]);
  expect(await counted('2', '3')).toEqual([['Rows', '2', 'missing']]);
  const two = deal('F0', '5', 'ann,,2') + deal('F1', '5', 'ann,,3');
  const several = await dryRun(two, asking({ column: null, from: 6 }));
  await expect(committed(ctx(), actor, several.id)).rejects.toMatchObject({
    message: 'Rows: the file states several totals. Correct them or the file, or give a reason.',
  });
});
