import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plan } from '@attain/domain/plans/plan';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { tieredPlan } from '../slices/payouts/paid-workspace.fixture.ts';
import { attain, someFolder } from './child.fixture.ts';

const folder = someFolder();
afterAll(() => folder.remove());

const plan = folder.file('plan.json', JSON.stringify(tieredPlan));
const payees = folder.file('payees.csv', 'Participant id,Name\nann,Ann Example\nbob,Bob Example\n');
const quotas = folder.file(
  'quotas.csv',
  'Participant,Period,Quota\nann,2024-Q1,100000\nbob,2024-Q1,100000\n',
);
const rates = folder.file('rates.csv', 'From,To,Date,Rate\nEUR,USD,2024-01-01,1.1\n');
const dealLines = [
  'Deal id,Date,Amount,Currency,Participant,Splits,Product',
  'd1,2024-01-10,60000.00,USD,ann,,Bikes',
  'd2,2024-02-10,30000.00,EUR,ann,,',
  'd3,2024-02-20,-5000.00,USD,ann,,',
  'd4,2024-03-01,40000.00,USD,,ann:60;bob:40,',
  '=d5,2024-03-02,12345.67,USD,bob,,',
];
const deals = folder.file('deals.csv', `${dealLines.join('\n')}\n`);
const files = ['--plan', plan, '--deals', deals, '--quotas', quotas, '--payees', payees, '--rates', rates];

describe('attain calculate', () => {
  test('[MEASURE-4] [CREDIT-13] pays a window and a team: earlier periods first, from the same files', async () => {
    const bikes = tieredPlan.components[1]!;
    const window = { kind: 'year-to-date', settle: 'deduct' } as const;
    const credit = { of: 'own-and-team', levels: null, factorPercents: ['100'] } as const;
    const yearly: Plan = { ...tieredPlan, components: [{ ...bikes, weight: 100, window, credit }] };
    const led = ['--plan', folder.file('yearly.json', JSON.stringify(yearly))];
    const people = folder.file('led.csv', 'Participant id,Name\nann,Ann\nbob,Bob\nmia,Mia\n');
    const more = `${dealLines.join('\n')}\nd6,2024-05-02,10000,USD,ann,,Bikes\n`;
    led.push('--payees', people, '--deals', folder.file('year.csv', more), '--rates', rates);
    const asked = ['calculate', ...led, '--period', '2024-Q2'];
    const unknown = await attain(asked);
    expect(unknown.code, unknown.out).toBe(2);
    expect(unknown.err).toContain('CREDIT-15');
    const lines = folder.file('lines.csv', 'Participant,Manager,From,To\nann,mia,2024-01-01,\n');
    const { code, out, err } = await attain([...asked, '--reporting-lines', lines]);
    expect(code, err).toBe(0);
    // 70,000 of bikes since January at 2 %, less 1,200 for the first quarter
    expect(out).toMatch(/ann +Ann +200\.00\nbob +Bob +0\.00\nmia +Mia +200\.00\n/);

    const managed = folder.file(
      'managed.csv',
      'Participant id,Name,Manager,Hire date\nann,Ann,mia,2024-01-01\nbob,Bob,,\nmia,Mia,,\n',
    );
    const derived = await attain(asked.map((part) => (part === people ? managed : part)));
    expect([derived.code, derived.out], 'the hierarchy is read from the manager column').toEqual([0, out]);
  });

  test('pays a period from files without a server, the same bytes every time', async () => {
    const out = join(folder.path, 'out');
    const first = await attain(['calculate', ...files, '--period', '2024-Q1', '--out', out]);
    expect(first.err).toContain('deals.csv: deals, id ← Deal id');
    expect(first.code, first.err).toBe(0);
    expect(first.out).toMatch(/ann +Ann Example +3,300\.00\nbob +Bob Example +283\.46\n +Total +3,583\.46\n/);
    const names = ['payouts.csv', 'credits.csv', 'explanations.json', 'summary.json'];
    const before = names.map((name) => readFileSync(join(out, name), 'utf8'));
    const payouts: Record<string, string>[] = parse(before[0] ?? '', { columns: true });
    expect(payouts.map((row) => [row.participantId, row.componentId, row.amount])).toEqual([
      ['ann', 'bookings', '2100.00'],
      ['ann', 'bikes', '1200.00'],
      ['bob', 'bookings', '283.46'],
      ['bob', 'bikes', '0.00'],
    ]);
    const credits: Record<string, string>[] = parse(before[1] ?? '', { columns: true });
    expect(credits.find((row) => row.dealId === 'd3')).toMatchObject({
      credited: '-5000',
      earned: '-100.00',
    });
    expect(credits.map((row) => row.dealId)).toContain("'=d5");
    expect(JSON.parse(before[2] ?? '')[0].message).toContain('Bookings pays 2,100.00 USD');
    const again = await attain(['calculate', ...files, '--period', '2024-Q1', '--out', out, '--json']);
    expect(names.map((name) => readFileSync(join(out, name), 'utf8'))).toEqual(before);
    const json = JSON.parse(again.out);
    expect(json).toMatchObject({
      total: '3583.46',
      currency: 'USD',
      dealCount: 5,
      period: { key: '2024-Q1' },
    });
    expect(json.lines[0].credits).toHaveLength(4);
    expect(json.resultHash).toBe(JSON.parse(before[3] ?? '').resultHash);
  });

  test('[CREDIT-19] a mapping keeps columns as own fields, which conditions name', async () => {
    const [bookings] = tieredPlan.components;
    const filter = [{ field: 'own:Way', in: ['web'] }] as const;
    const components = [{ ...bookings!, weight: 100, filter }];
    const mapping = { deals: { ownFields: [{ name: 'Way', column: 7 }] } };
    const ways = ['Channel', 'Web', '', '', 'Fair', ''];
    const { code, out, err } = await attain([
      ...['calculate', '--plan', folder.file('own.json', JSON.stringify({ ...tieredPlan, components }))],
      ...['--mapping', folder.file('own-mapping.json', JSON.stringify(mapping)), '--deals'],
      folder.file('own.csv', `${dealLines.map((line, i) => `${line},${ways[i]}`).join('\n')}\n`),
      ...[...files.slice(4), '--period', '2024-Q1', '--json'],
    ]);
    expect(code, err).toBe(0);
    expect(err).toContain('own:Way ← Channel');
    const { lines } = JSON.parse(out) as { lines: { credits: { dealId: string }[] }[] };
    expect(lines.flatMap(({ credits }) => credits.map(({ dealId }) => dealId))).toEqual(['d1']);
  });

  test('[LINT-14] a component without credit is warned about; where every component is, the exit code is 3', async () => {
    const [bookings, bikes] = tieredPlan.components;
    const filter = [{ field: 'product', in: ['Boats'] }] as const;
    const asked = async (components: Plan['components']) => {
      const file = folder.file('boats.json', JSON.stringify({ ...tieredPlan, components }));
      return attain(['calculate', '--plan', file, ...files.slice(2), '--period', '2024-Q1', '--json']);
    };
    const message = 'The filter of Bike bonus matches 0 of 5 deals. Values found: Bikes 1.';
    const some = await asked([bookings!, { ...bikes!, filter }]);
    expect(some.code, some.err).toBe(0);
    expect(some.err).toContain(
      `Warning: ${message} Change the condition on product to values that deals have.`,
    );
    expect(JSON.parse(some.out).warnings).toMatchObject([{ componentId: 'bikes', message }]);
    const none = await asked([{ ...bikes!, filter, weight: 100 }]);
    expect(none.code, none.err).toBe(3);
    expect(none.err).toContain(message);
    const lower = await asked([{ ...bikes!, filter: [{ field: 'product', in: ['bikes'] }], weight: 100 }]);
    expect([lower.code, JSON.parse(lower.out).warnings]).toEqual([0, []]);
    const territory = await asked([
      { ...bikes!, filter: [{ field: 'territory', in: ['West'] }], weight: 100 },
    ]);
    expect(territory.err).toContain(
      'matches 0 of 5 deals: no deal has a value for territory (territory West).',
    );
  });

  test('[PAY-18] told an earlier calculation, it says line by line what changed', async () => {
    const earlier = await attain(['calculate', ...files, '--period', '2024-Q1', '--json']);
    const before = folder.file('earlier.json', earlier.out);
    const more = folder.file('more.csv', `${dealLines.join('\n')}\nd6,2024-03-03,1000.00,USD,ann,,\n`);
    const changed = files.map((one) => (one === deals ? more : one));
    const now = await attain(['calculate', ...changed, '--period', '2024-Q1', '--against', before]);
    expect(now.code, now.err).toBe(0);
    expect(now.out).toMatch(/changed +ann +bookings +2100\.00 to \d+\.\d\d +\+\d+\.\d\d/);
    expect(now.out).toMatch(/1 lines differ, 3 do not: 3583\.46 to/);
    const none = await attain(['calculate', ...files, '--period', '2024-Q1', '--against', plan]);
    expect(none).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not the output of "attain calculate --json"'),
    });
  });

  test('[BASE-1] [BASE-5] [CREDIT-9] every bad row of every file is told with line, column, reason and mend; nothing is written', async () => {
    const bad = folder.file(
      'bad.csv',
      [
        ...dealLines,
        'd6,2024-13-01,10,USD,ann,,',
        'd7,2024-03-01,ten,USD,ann,,',
        'd1,2024-03-01,10,USD,ann,,',
      ].join('\n'),
    );
    const out = join(folder.path, 'never');
    const args = [
      '--plan',
      plan,
      '--payees',
      payees,
      '--quotas',
      quotas,
      '--period',
      '2024-Q1',
      '--out',
      out,
      '--json',
    ];
    const ended = await attain(['calculate', '--deals', bad, ...args]);
    expect(ended.code).toBe(2);
    expect(ended.err).toMatch(/bad\.csv:7: Date "2024-13-01": .+\. \(BASE-5\)/);
    expect(ended.err).toMatch(/bad\.csv:8: Amount "ten": .+\. \(BASE-1\)/);
    expect(ended.err).toMatch(/bad\.csv:9: .+line 2/);
    expect(ended.err).toContain('3 problems; nothing was calculated.');
    const rules = JSON.parse(ended.out).problems.map(({ rule }: { rule: string }) => rule);
    expect(rules).toEqual(['BASE-5', 'BASE-1', 'CREDIT-9']);
    expect(existsSync(out)).toBe(false);
  });

  test('[QUOTA-9] a file of assignments says on which days people are on the plan; what overlaps is refused by its row', async () => {
    const asked = ['calculate', ...files, '--period', '2024-Q1', '--assignments'];
    const of = (name: string, ...rows: string[]) =>
      folder.file(name, `Participant,From,To\n${rows.join('\n')}\n`);
    // ann joins after the bikes of January, bob never does: 33,000 − 5,000 + 24,000, 50,000 of it at 1 % and the rest at 2 %
    const moved = await attain([...asked, of('moved.csv', 'ann,2024-02-01,')]);
    expect(moved.code, moved.err).toBe(0);
    expect(moved.out).toMatch(/ann +Ann Example +540\.00\n +Total +540\.00\n/);
    const rows = ['ann,2023-01-01,2024-02-29', 'ann,2024-02-15,', 'bob,2024-01-01,'];
    const twice = await attain([...asked, of('twice.csv', ...rows)]);
    expect(twice.code, twice.out).toBe(2);
    expect(twice.err).toMatch(
      /twice\.csv:3: .*It overlaps the one from 2023-01-01 to 2024-02-29\. End that one earlier, or remove one of them\. \(QUOTA-9\)/,
    );
    const wrong = await attain([...asked, of('wrong.csv', 'ann,2024-03-01,2024-02-01', 'anne,2024-01-01,')]);
    expect(wrong.code, wrong.out).toBe(2);
    expect(wrong.err).toMatch(/wrong\.csv:2: .*ends on 2024-02-01, before it starts on 2024-03-01.*\(/);
    expect(wrong.err).toMatch(
      /wrong\.csv:3: Participant "anne": The payee file has no participant with this ID/,
    );
  });

  test('what cannot be paid is told with the rule and the line of the deal', async () => {
    const stranger = folder.file(
      'stranger.csv',
      [...dealLines, 'd8,2024-03-01,10,CHF,ann,,', 'd9,2024-03-01,10,USD,zoe,,'].join('\n'),
    );
    const ended = await attain(
      ['calculate', ...files, '--period', '2024-Q1'].map((word) => (word === deals ? stranger : word)),
    );
    expect(ended.code).toBe(2);
    expect(ended.err).toMatch(/stranger\.csv:7: .*CREDIT-6/);
    expect(ended.err).toMatch(/stranger\.csv:8: .*zoe.*CREDIT-\d/);
    const invalid: Plan = {
      ...tieredPlan,
      components: tieredPlan.components.map((one) => ({ ...one, weight: 40, cap: '9x' })),
    };
    const other = folder.file('unsound.json', JSON.stringify(invalid));
    const rejected = await attain(
      ['calculate', ...files, '--period', '2024-Q1'].map((word) => (word === plan ? other : word)),
    );
    expect(rejected).toMatchObject({ code: 2 });
    expect(rejected.err).toContain('PLAN-4');
  });

  test('usage: help, missing and unknown options, files that are not there, periods that are none', async () => {
    const help = await attain(['calculate', '--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    for (const word of ['--plan <file>', '--rates <file>', 'Exit codes']) expect(help.out).toContain(word);
    expect((await attain(['--help'])).out).toContain('verify');
    expect(await attain([])).toMatchObject({ code: 64, out: '', err: expect.stringContaining('is missing') });
    expect((await attain(['--version'])).out).toMatch(/^attain \d+\.\d+\.\d+, engine \d+\.\d+\.\d+\n$/);
    expect(await attain(['dance'])).toMatchObject({
      code: 64,
      err: expect.stringContaining('no command "dance"'),
    });
    const missing = await attain(['calculate', '--plan', plan]);
    expect(missing).toMatchObject({
      code: 64,
      out: '',
      err: expect.stringContaining('--deals <file> is missing'),
    });
    expect((await attain(['calculate', ...files, '--period', '2024-Q1', '--fast'])).code).toBe(64);
    expect((await attain(['calculate', ...files, '--period', '2024-Q5'])).code).toBe(64);
    const gone = await attain(['calculate', ...files.slice(0, -1), 'gone.csv', '--period', '2024-Q1']);
    expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('File not found: "gone.csv"') });
    const folders = await attain(['calculate', ...files.slice(0, -1), '.', '--period', '2024-Q1']);
    expect(folders).toMatchObject({ code: 1, err: expect.stringContaining('got a folder') });
  });
});

const adventureWorks = fileURLToPath(new URL('../../../../../shared/data/adventureworks/', import.meta.url));
const absent = !existsSync(adventureWorks);
if (absent) console.warn(`SKIPPED: ${adventureWorks} is absent, so nothing is shown on real orders.`);

// The file has 3,796 orders of net 80,479,762.2122. The history it was taken from has ten more, net 7,941.9710 at 1.8 %, which
// make the 142.95 up to the 1,101,643.47 that is told of the whole history.
test.skipIf(absent)(
  'AdventureWorks: 3,796 real orders at each payee’s own rate pay 1,101,500.52',
  async () => {
    const people = readFileSync(join(adventureWorks, 'SalesPerson.tsv'), 'utf8')
      .split('\n')
      .map((line) => line.split('\t'))
      .filter((cells) => cells.length > 4)
      .map((cells) => `${cells[0]},Payee ${cells[0]},${cells[4]?.replace(/^\./, '0.')}`);
    const own = folder.file(
      'sales-people.csv',
      ['BusinessEntityID,Name,CommissionPct', ...people].join('\n'),
    );
    const [component] = tieredPlan.components;
    const flat = { ...tieredPlan, components: [{ ...component, weight: 100, rate: { kind: 'individual' } }] };
    const mapping = folder.file(
      'mapping.json',
      JSON.stringify({ deals: { fields: { participant: { columns: [3] }, amount: { columns: [8] } } } }),
    );
    const ended = await attain([
      ...[
        'calculate',
        '--plan',
        folder.file('flat.json', JSON.stringify(flat)),
        '--payees',
        own,
        '--mapping',
        mapping,
      ],
      ...[
        '--deals',
        join(adventureWorks, 'derived_orders.csv'),
        '--period',
        '2017-01-01..2020-12-31',
        '--json',
      ],
    ]);
    expect(ended.code, ended.err).toBe(0);
    const { total, payees, dealCount } = JSON.parse(ended.out) as {
      total: string;
      dealCount: number;
      payees: { id: string; amount: string }[];
    };
    expect([total, dealCount, payees.length]).toEqual(['1101500.52', 3796, 17]);
    const paid = new Map(payees.map(({ id, amount }) => [id, amount]));
    expect(['276', '275', '277', '289'].map((id) => paid.get(id))).toEqual([
      '155505.11',
      '111526.84',
      '150987.05',
      '170066.77',
    ]);
  },
);
