import type { Plan } from '@attain/domain/plans/plan';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { startTestHouse, type TestHouse } from '../../testing/start-test-house.ts';
import { createPlan } from '../plans/create-plan.ts';
import { readPlan } from '../plans/read-plan.ts';
import { savePlan } from '../plans/save-plan.ts';
import { checked, committed, imported, importer, PEOPLE, rowsIn, upload } from './imports.fixture.ts';
import { listImportChanges, listImportProblems } from './list-import-problems.ts';

let attain: TestHouse;
let actor: Actor;
const house = () => attain.house;

beforeAll(async () => {
  attain = await startTestHouse();
});
afterAll(() => attain?.stop());
beforeEach(async () => {
  actor = importer((await attain.newTenant({})).tenantId);
});

const rowsOf = (sql: string) => rowsIn(house(), actor, sql);
const people = () => imported(house(), actor, { kind: 'participants', content: PEOPLE });

describe('people, territories, quotas and rates', () => {
  test('managers and territories have a history; circles are refused', async () => {
    await people();
    const moved = 'id,manager,territory,effective from\nbob,kim,North,2024-01-01\nkim,ann,South,2023-01-01\n';
    await imported(house(), actor, { kind: 'participants', content: moved });
    expect(
      await rowsOf(
        'SELECT participant_id, manager_id, from_date, to_date, import_line FROM reporting_lines ORDER BY 1, 3',
      ),
    ).toEqual([
      {
        participant_id: 'bob',
        manager_id: 'ann',
        from_date: '2021-05-01',
        to_date: '2023-12-31',
        import_line: 3,
      },
      { participant_id: 'bob', manager_id: 'kim', from_date: '2024-01-01', to_date: null, import_line: 2 },
      { participant_id: 'kim', manager_id: 'ann', from_date: '2023-01-01', to_date: null, import_line: 3 },
    ]);
    expect(
      await rowsOf('SELECT participant_id, territory, from_date FROM territory_assignments ORDER BY 1'),
    ).toHaveLength(2);
    const same = await upload(house(), actor, 'participants', moved, 'same.csv');
    expect((await checked(house(), actor, same.id)).summary).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 2,
    });
    const circle = await upload(house(), actor, 'participants', 'id,manager\nann,bob\n');
    expect((await checked(house(), actor, circle.id)).problemCount).toBe(1);
    const problems = await listImportProblems(house(), actor, { id: circle.id, limit: 9 });
    expect(problems.rows[0]?.reason).toBe('ann would lead ann in a circle.');
  });

  test('quotas, territories and exchange rates are updated by their keys', async () => {
    await people();
    await imported(house(), actor, {
      kind: 'quotas',
      content: 'participant,period,quota\nann,2024-Q1,1000\nann,2024-Q2,1000\n',
    });
    await imported(house(), actor, {
      kind: 'quotas',
      content: 'participant,from,to,quota\nann,2024-01-01,2024-03-31,1500\n',
    });
    expect(
      await rowsOf('SELECT from_date, to_date, amount::text, component_id FROM quotas ORDER BY 1'),
    ).toEqual([
      { from_date: '2024-01-01', to_date: '2024-03-31', amount: '1500', component_id: '' },
      { from_date: '2024-04-01', to_date: '2024-06-30', amount: '1000', component_id: '' },
    ]);
    await imported(house(), actor, {
      kind: 'territories',
      content: 'participant,territory,from,to\nann,North,2023-01-01,2023-12-31\nann,South,2024-01-01,\n',
    });
    await imported(house(), actor, {
      kind: 'territories',
      content: 'participant,territory,from,to\nann,South,2024-01-01,2024-06-30\n',
    });
    expect(await rowsOf('SELECT territory, to_date FROM territory_assignments ORDER BY 1')).toEqual([
      { territory: 'North', to_date: '2023-12-31' },
      { territory: 'South', to_date: '2024-06-30' },
    ]);
    await imported(house(), actor, {
      kind: 'exchange-rates',
      content: 'from,to,date,rate\nUSD,EUR,2024-01-01,0.96970001\n',
    });
    expect(await rowsOf('SELECT rate::text, source FROM exchange_rates')).toEqual([
      { rate: '0.96970001', source: 'import' },
    ]);
  });
});

describe('plan components', () => {
  const component = {
    id: 'acv',
    name: 'ACV Bookings',
    status: 'Active',
    measure: { unit: '$', of: 'amount' },
    filter: [],
    weight: 100,
    rate: { kind: 'target' },
    cap: null,
    accelerator: null,
    gate: null,
  } as const;

  test('[PLAN-24] a file of components becomes a draft: known names are changed where it speaks of them, others added', async () => {
    const plan = await createPlan(house(), actor, {
      name: 'Quota plan',
      type: 'sales-commission',
    });
    await savePlan(house(), actor, {
      id: plan.id,
      revision: plan.revision,
      document: { ...(plan.document as Plan), components: [component] },
    });
    const content =
      'component,measure,weight,cap,accelerator\nacv bookings,$,60,2x,>120% @ 1.2x\nPipeline Hygiene,Score,30,,\n';
    const { id } = await upload(house(), actor, 'plan-components', content, 'plan.csv', plan.id);
    const dry = await checked(house(), actor, id);
    expect(dry).toMatchObject({
      status: 'checked',
      problemCount: 0,
      summary: { added: 1, changed: 1, unchanged: 0 },
    });
    const changes = await listImportChanges(house(), actor, { id, limit: 5 });
    expect(changes.rows).toMatchObject([
      {
        key: 'acv bookings',
        changes: [
          { field: 'weight', before: '100', after: '60' },
          { field: 'cap', before: null, after: '2x' },
          { field: 'accelerator' },
        ],
      },
    ]);
    const warned = await listImportProblems(house(), actor, { id, limit: 5 });
    expect(warned.rows.map((row) => [row.severity, row.mend])).toContainEqual([
      'warning',
      expect.stringMatching(/not activated/),
    ]);
    expect(await committed(house(), actor, id)).toMatchObject({ status: 'committed' });
    const after = await readPlan(house(), actor, { id: plan.id });
    expect((after.document as Plan).components).toMatchObject([
      {
        id: 'acv',
        name: 'ACV Bookings',
        weight: 60,
        cap: '2x',
        accelerator: '>120% @ 1.2x',
        status: 'Active',
      },
      {
        id: 'pipeline-hygiene',
        name: 'Pipeline Hygiene',
        weight: 30,
        measure: { unit: 'Score' },
        rate: { kind: 'target' },
      },
    ]);
  });
});
