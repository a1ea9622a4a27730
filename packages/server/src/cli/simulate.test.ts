import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { tieredPlan } from '../slices/payouts/paid-workspace.fixture.ts';
import { attain, someFolder } from './child.fixture.ts';

const folder = someFolder();
afterAll(() => folder.remove());

const plan = folder.file('plan.json', JSON.stringify(tieredPlan));
const [first, ...others] = tieredPlan.components;
const dearer = {
  ...tieredPlan,
  components: [{ ...first, rate: { kind: 'flat', ratePercent: '4' } }, ...others],
};
const draft = folder.file('draft.json', JSON.stringify(dearer));
const payees = folder.file('payees.csv', 'Participant id,Name\nann,Ann Example\nbob,Bob Example\n');
const quotas = folder.file(
  'quotas.csv',
  'Participant,Period,Quota\nann,2024-Q1,100000\nbob,2024-Q1,100000\n',
);
const deals = folder.file(
  'deals.csv',
  [
    'Deal id,Date,Amount,Currency,Participant,Splits,Product',
    'd1,2024-01-10,60000.00,USD,ann,,Bikes',
    'd2,2024-02-20,5000.00,USD,ann,,',
    'd3,2024-03-01,40000.00,USD,,ann:60;bob:40,',
  ].join('\n'),
);
const files = ['--deals', deals, '--quotas', quotas, '--payees', payees, '--span', '2024-Q1'];

describe('attain simulate', () => {
  test('replays and simulates a draft against a baseline, the same bytes every time', async () => {
    const out = join(folder.path, 'out');
    const words = [
      'simulate',
      '--plan',
      draft,
      '--baseline',
      plan,
      ...files,
      '--scenarios',
      '50',
      '--out',
      out,
    ];
    const once = await attain(words);
    expect(once.code, once.err).toBe(0);
    expect(once.out).toMatch(/Past records, 2 payees \(0 could not be paid\)/);
    expect(once.out).toMatch(/50 scenarios of 3 months, seed attain/);
    expect(once.out).toMatch(/pay for performance: – → –/);
    const rows: Record<string, string>[] = parse(readFileSync(join(out, 'payees.csv'), 'utf8'), {
      columns: true,
    });
    expect(rows.map((row) => row.participantId)).toEqual(['ann', 'bob']);
    const summary = readFileSync(join(out, 'summary.json'), 'utf8');
    const delta = rows.reduce((all, row) => all + Number(row.delta) * 100, 0);
    expect(JSON.parse(summary).replay.change).toBe((Math.round(delta) / 100).toFixed(2));
    expect((await attain(words)).out).toBe(once.out);
    expect(readFileSync(join(out, 'summary.json'), 'utf8')).toBe(summary);
    const other = await attain([...words, '--seed', 'other', '--json']);
    expect(JSON.parse(other.out).monteCarlo.seed).toBe('other');
    expect(JSON.parse(other.out).replay).toEqual(JSON.parse(summary).replay);
  });

  test('[SIM-4] says how pay follows performance, with the point of everybody', async () => {
    const out = join(folder.path, 'curve');
    const target = { ...first, rate: { kind: 'target' }, weight: 100 };
    const people = folder.file(
      'with-targets.csv',
      'Participant id,Name,Target variable annual\nann,Ann,40000\nbob,Bob,40000\n',
    );
    const steep = { ...tieredPlan, components: [{ ...target, accelerator: '>50% @ 2x' }] };
    const named = (name: string, document: object) => folder.file(name, JSON.stringify(document));
    const words = ['simulate', '--plan', named('steep.json', steep)];
    words.push('--baseline', named('even.json', { ...tieredPlan, components: [target] }));
    words.push('--deals', deals, '--quotas', quotas, '--payees', people, '--span', '2024-Q1');
    const output = await attain([...words, '--scenarios', '0', '--out', out]);
    // 89 % and 16 % of quota: paid as reached, or 50 + 39 × 2 = 128 % and 16 %
    expect(output.out, output.err).toContain('pay for performance: slope 1, r 1 → slope 1.5342, r 1');
    const rows: Record<string, string>[] = parse(readFileSync(join(out, 'payees.csv'), 'utf8'), {
      columns: true,
    });
    const points = rows.map((row) => [
      row.attainmentBefore,
      row.payBefore,
      row.attainmentAfter,
      row.payAfter,
    ]);
    expect(points).toEqual([
      ['89', '89', '89', '128'],
      ['16', '16', '16', '16'],
    ]);
  });

  test('says what is wrong with plans and numbers', async () => {
    const euro = folder.file('euro.json', JSON.stringify({ ...tieredPlan, currency: 'EUR' }));
    const mixed = await attain(['simulate', '--plan', euro, '--baseline', plan, ...files]);
    expect(mixed).toMatchObject({ code: 2 });
    expect(mixed.err).toContain('SIM-2');
    const many = await attain([
      'simulate',
      '--plan',
      draft,
      '--baseline',
      plan,
      ...files,
      '--scenarios',
      '1e9',
    ]);
    expect(many).toMatchObject({ code: 64 });
  });
});

describe('attain lint', () => {
  test('tells findings with the money at stake, and runs golden cases', async () => {
    const tests = folder.file(
      'tests.json',
      JSON.stringify([
        { name: 'One sale', period: '2024-Q1', deals: [{ amount: '1000' }], expect: { total: '1.23' } },
      ]),
    );
    const found = await attain(['lint', '--plan', plan, ...files, '--tests', tests, '--json']);
    expect(found.code, found.err).toBe(1);
    const report = JSON.parse(found.out);
    expect(report.looked).toMatchObject({ payees: 2, periods: 2 });
    expect(report.tests).toMatchObject([{ name: 'One sale', passed: false }]);
    expect(report.findings.map(({ rule }: { rule: string }) => rule)).toContain('LINT-8');
    const output = await attain(['lint', '--plan', plan, ...files]);
    expect(output.out).toContain('Checked 2 payees');
  });

  test('a broken list of tests is told with the place', async () => {
    const tests = folder.file('broken.json', JSON.stringify([{ name: 'x', period: '2024-Q1', expect: {} }]));
    const found = await attain(['lint', '--plan', plan, ...files, '--tests', tests]);
    expect(found.code).toBe(2);
    expect(found.err).toContain('[0].expect');
  });
});
