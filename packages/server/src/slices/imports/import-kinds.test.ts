import type { Plan } from '@attain/domain/plans/plan';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { createPlan } from '../plans/create-plan.ts';
import { readPlan } from '../plans/read-plan.ts';
import { savePlan } from '../plans/save-plan.ts';
import { checked, committed, imported, importer, PEOPLE, rowsIn, upload } from './imports.fixture.ts';
import { listImportChanges, listImportProblems } from './list-import-problems.ts';

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

describe('people, territories, quotas and rates', () => {
  test('[QUOTA-18] target variable pay is on-target earnings less base pay, or the variable share of them', async () => {
    const content = 'id,name,OTE,base salary,variable share\nann,Ann,100000,60000,\nbob,Bob,90000,,40%\n';
    await imported(ctx(), actor, { kind: 'participants', content });
    expect(await rowsOf('SELECT id, target_variable_annual AS tv FROM participants ORDER BY id')).toEqual([
      { id: 'ann', tv: '40000' },
      { id: 'bob', tv: '36000' },
    ]);
    // who is known already gets what follows from the new figure
    const raised = 'id,name,OTE,base salary\nann,Ann,110000,60000\n';
    await imported(ctx(), actor, { kind: 'participants', content: raised });
    expect(await rowsOf(`SELECT target_variable_annual AS tv FROM participants WHERE id = 'ann'`)).toEqual([
      { tv: '50000' },
    ]);
    // a mix is told as what it is, once: that target pay does not follow from it goes without saying
    const mixed = 'id,name,OTE,variable share\ncid,Cid,100000,60/40\n';
    const { id } = await upload(ctx(), actor, 'participants', mixed);
    await checked(ctx(), actor, id);
    expect(await rowsOf('SELECT field FROM import_problems')).toEqual([{ field: 'variableSharePercent' }]);
  });

  test('managers and territories have a history; circles are refused', async () => {
    await people();
    const moved = 'id,manager,territory,effective from\nbob,kim,North,2024-01-01\nkim,ann,South,2023-01-01\n';
    await imported(ctx(), actor, { kind: 'participants', content: moved });
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
    const same = await upload(ctx(), actor, 'participants', moved, 'same.csv');
    expect((await checked(ctx(), actor, same.id)).summary).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 2,
    });
    const circle = await upload(ctx(), actor, 'participants', 'id,manager\nann,bob\n');
    expect((await checked(ctx(), actor, circle.id)).problemCount).toBe(1);
    const problems = await listImportProblems(ctx(), actor, { id: circle.id, limit: 9 });
    expect(problems.rows[0]?.reason).toBe('ann would be in a circular reporting line.');
  });

  test('quotas, territories and exchange rates are updated by their keys', async () => {
    await people();
    await imported(ctx(), actor, {
      kind: 'quotas',
      content: 'participant,period,quota\nann,2024-Q1,1000\nann,2024-Q2,1000\n',
    });
    await imported(ctx(), actor, {
      kind: 'quotas',
      content: 'participant,from,to,quota\nann,2024-01-01,2024-03-31,1500\n',
    });
    expect(
      await rowsOf('SELECT from_date, to_date, amount::text, component_id FROM quotas ORDER BY 1'),
    ).toEqual([
      { from_date: '2024-01-01', to_date: '2024-03-31', amount: '1500', component_id: '' },
      { from_date: '2024-04-01', to_date: '2024-06-30', amount: '1000', component_id: '' },
    ]);
    await imported(ctx(), actor, {
      kind: 'quotas',
      content: 'participant,period,unit,quota,currency\nann,2024-Q1,$,900,EUR\nann,2024-Q1,Count,3,\n',
    });
    expect(await rowsOf('SELECT unit, amount::text, currency FROM quotas ORDER BY from_date, unit')).toEqual([
      { unit: '$', amount: '900', currency: 'EUR' },
      { unit: 'Count', amount: '3', currency: null },
      { unit: '$', amount: '1000', currency: null },
    ]);
    const counted = await upload(
      ctx(),
      actor,
      'quotas',
      'participant,period,unit,quota,currency\nann,2024-Q1,Count,3,EUR\n',
    );
    expect((await checked(ctx(), actor, counted.id)).problemCount).toBe(1);
    const wrong = await listImportProblems(ctx(), actor, { id: counted.id, limit: 9 });
    expect(wrong.rows[0]).toMatchObject({
      reason: 'The quota is in Count but has the currency EUR.',
      fix: 'Leave the currency blank, or correct the unit.',
    });
    await imported(ctx(), actor, {
      kind: 'quotas',
      content: 'participant,week,quota\nbob,2020-W53,700\nbob,W1 2021,800\n',
    });
    await imported(ctx(), actor, {
      kind: 'quotas',
      content: 'participant,from,length,quota\nbob,2021-01-04,week,900\n',
    });
    expect(
      await rowsOf(
        `SELECT from_date, to_date, amount::text FROM quotas WHERE participant_id = 'bob' ORDER BY 1`,
      ),
    ).toEqual([
      { from_date: '2020-12-28', to_date: '2021-01-03', amount: '700' },
      { from_date: '2021-01-04', to_date: '2021-01-10', amount: '900' },
    ]);
    const weeks = { pattern: '4-4-5', weekday: 6, anchor: 'nearest-to' } as const;
    const shops = await createPlan(ctx(), actor, { name: 'Shops', type: 'sales-commission' });
    const document = {
      ...shops.document,
      calendar: { period: 'week', fiscalYearStartMonth: 2, weeks } as const,
    };
    await savePlan(ctx(), actor, { id: shops.id, revision: shops.revision, document });
    await imported(ctx(), actor, {
      kind: 'quotas',
      content: 'participant,period,quota\nann,2024-W05,55\n',
    });
    expect(await rowsOf('SELECT from_date, to_date FROM quotas WHERE amount = 55')).toEqual([
      { from_date: '2023-02-26', to_date: '2023-03-04' },
    ]);
    await imported(ctx(), actor, {
      kind: 'territories',
      content: 'participant,territory,from,to\nann,North,2023-01-01,2023-12-31\nann,South,2024-01-01,\n',
    });
    await imported(ctx(), actor, {
      kind: 'territories',
      content: 'participant,territory,from,to\nann,South,2024-01-01,2024-06-30\n',
    });
    expect(await rowsOf('SELECT territory, to_date FROM territory_assignments ORDER BY 1')).toEqual([
      { territory: 'North', to_date: '2023-12-31' },
      { territory: 'South', to_date: '2024-06-30' },
    ]);
    await imported(ctx(), actor, {
      kind: 'exchange-rates',
      content: 'from,to,date,rate\nUSD,EUR,2024-01-01,0.96970001\n',
    });
    expect(await rowsOf('SELECT rate::text, source FROM exchange_rates')).toEqual([
      { rate: '0.96970001', source: 'import' },
    ]);
  });
});

describe('[CREDIT-11] [CREDIT-12] [QUOTA-10] [QUOTA-12] what plans may ask for beyond deals and quotas', () => {
  test('reporting lines, leaves and ramps with their days; who is nobody and what ends before it starts is told', async () => {
    const three = `${PEOPLE}kim,Kim Fox,ann,2021-05-01\n`;
    await imported(ctx(), actor, { kind: 'participants', content: three });
    const lines = 'participant,manager,from,to\nbob,kim,2024-01-01,2024-02-15\nbob,ann,2024-02-16,\n';
    await imported(ctx(), actor, { kind: 'reporting-lines', content: lines });
    expect(
      await rowsOf(
        `SELECT manager_id, from_date, to_date FROM reporting_lines WHERE participant_id = 'bob' AND from_date >= '2024-01-01' ORDER BY 2`,
      ),
    ).toEqual([
      { manager_id: 'kim', from_date: '2024-01-01', to_date: '2024-02-15' },
      { manager_id: 'ann', from_date: '2024-02-16', to_date: null },
    ]);
    await imported(ctx(), actor, {
      kind: 'leaves',
      content: 'participant,from,to\nann,2024-02-01,2024-02-10\n',
    });
    expect(await rowsOf('SELECT participant_id, from_date, to_date FROM leaves')).toEqual([
      { participant_id: 'ann', from_date: '2024-02-01', to_date: '2024-02-10' },
    ]);
    await imported(ctx(), actor, {
      kind: 'ramps',
      content: 'participant,from,to,quota percent,target percent\nbob,2024-01-01,2024-03-31,50,100\n',
    });
    expect(await rowsOf('SELECT quota_percent::text, target_percent::text FROM ramps')).toEqual([
      { quota_percent: '50', target_percent: '100' },
    ]);
    const wrong = 'participant,from,to\nnobody,2024-02-01,2024-02-10\nann,2024-03-02,2024-03-01\n';
    const file = await upload(ctx(), actor, 'leaves', wrong);
    expect((await checked(ctx(), actor, file.id)).problemCount).toBe(2);
  });

  test('[CREDIT-13] [CREDIT-15] reporting lines in a circle are refused by the day; two managers at once are told', async () => {
    const three = `${PEOPLE}kim,Kim Fox,ann,2021-05-01\n`;
    await imported(ctx(), actor, { kind: 'participants', content: three });
    const lines = 'participant,manager,from,to\nann,bob,2024-03-01,2024-03-31\nkim,bob,2024-01-01,\n';
    const file = await upload(ctx(), actor, 'reporting-lines', lines);
    expect((await checked(ctx(), actor, file.id)).problemCount).toBe(1);
    const { rows } = await listImportProblems(ctx(), actor, { id: file.id, limit: 9 });
    expect(rows.map(({ line, severity, reason }) => `${line} ${severity}: ${reason}`)).toEqual([
      '2 error: From 2024-03-01, ann would be in a circular reporting line.',
      '3 warning: kim already reports to ann since 2021-05-01; both are credited from 2024-01-01.',
    ]);
  });

  test('[PAYM-12] the least and the most payments may be; a row that limits nothing, or the wrong way round, is told', async () => {
    await people();
    const content =
      'participant,currency,from,to,at least,at most\nann,USD,2024-01-01,,1500,\nbob,USD,2024-01-01,2024-12-31,,25000.50\n';
    await imported(ctx(), actor, { kind: 'payment-limits', content });
    const sql = 'SELECT participant_id, minimum::text, maximum::text, to_date FROM payment_limits ORDER BY 1';
    expect(await rowsOf(sql)).toEqual([
      { participant_id: 'ann', minimum: '1500', maximum: null, to_date: null },
      { participant_id: 'bob', minimum: null, maximum: '25000.50', to_date: '2024-12-31' },
    ]);
    const wrong =
      'participant,currency,from,at least,at most\nann,USD,2024-02-01,,\nbob,USD,2024-02-01,9,8\nnobody,USD,2024-02-01,1,2\n';
    const file = await upload(ctx(), actor, 'payment-limits', wrong);
    expect((await checked(ctx(), actor, file.id)).problemCount).toBe(3);
  });

  test('deals with overlays, approval, term and the deal they take back', async () => {
    const three = `${PEOPLE}kim,Kim Fox,ann,2021-05-01\n`;
    await imported(ctx(), actor, { kind: 'participants', content: three });
    const content = [
      'id,date,amount,currency,participant,overlays,approved on,term months,reverses',
      'd1,2024-01-05,100,USD,ann,bob:50;kim:100,2024-01-09,12,',
      'd2,2024-02-05,-40,USD,ann,,,,d1',
    ].join('\n');
    await imported(ctx(), actor, { kind: 'deals', content });
    expect(
      await rowsOf('SELECT overlays, approved_on, term_months, reverses_id FROM deals ORDER BY id'),
    ).toEqual([
      {
        overlays: [
          { participantId: 'bob', sharePercent: '50' },
          { participantId: 'kim', sharePercent: '100' },
        ],
        approved_on: '2024-01-09',
        term_months: 12,
        reverses_id: null,
      },
      { overlays: null, approved_on: null, term_months: null, reverses_id: 'd1' },
    ]);
    // an approval is for the amount it was given for
    const approval = async (amount: string) => {
      const again = `id,date,amount,currency,participant\nd1,2024-01-06,${amount},USD,ann\n`;
      await imported(ctx(), actor, { kind: 'deals', content: again });
      return rowsOf(`SELECT amount, approved_on FROM deals WHERE id = 'd1'`);
    };
    expect(await approval('100.00')).toEqual([{ amount: '100.00', approved_on: '2024-01-09' }]);
    expect(await approval('150')).toEqual([{ amount: '150', approved_on: null }]);
    const unknown = await upload(
      ctx(),
      actor,
      'deals',
      'id,date,amount,currency,participant,overlays\nd3,2024-01-05,1,USD,ann,nobody:10\n',
    );
    await checked(ctx(), actor, unknown.id);
    const problems = await listImportProblems(ctx(), actor, { id: unknown.id, limit: 9 });
    expect(problems.rows.map(({ reason }) => reason)).toEqual(['Participant nobody not found.']);
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
    const plan = await createPlan(ctx(), actor, {
      name: 'Quota plan',
      type: 'sales-commission',
    });
    await savePlan(ctx(), actor, {
      id: plan.id,
      revision: plan.revision,
      document: { ...(plan.document as Plan), components: [component] },
    });
    const content =
      'component,measure,weight,cap,accelerator\nacv bookings,$,60,2x,>120% @ 1.2x\nPipeline Hygiene,Score,30,,\n';
    const { id } = await upload(ctx(), actor, 'plan-components', content, 'plan.csv', plan.id);
    const dry = await checked(ctx(), actor, id);
    expect(dry).toMatchObject({
      status: 'checked',
      problemCount: 0,
      summary: { added: 1, changed: 1, unchanged: 0 },
    });
    const changes = await listImportChanges(ctx(), actor, { id, limit: 5 });
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
    const warned = await listImportProblems(ctx(), actor, { id, limit: 5 });
    expect(warned.rows.map((row) => [row.severity, row.fix])).toContainEqual([
      'warning',
      expect.stringMatching(/not activated/),
    ]);
    expect(await committed(ctx(), actor, id)).toMatchObject({ status: 'committed' });
    const after = await readPlan(ctx(), actor, { id: plan.id });
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
