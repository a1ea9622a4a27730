import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestContext, type TestContext, type TestTenant } from '../testing/start-test-context.ts';
import { attain, someFolder } from './child.fixture.ts';

const folder = someFolder();
let ctx: TestContext;
let tenant: TestTenant;

beforeAll(async () => {
  ctx = await startTestContext();
  tenant = await ctx.newTenant({ administrator: { participantId: null }, viewer: { participantId: null } });
});
afterAll(async () => {
  folder.remove();
  await ctx?.stop();
});

const importOf = (kind: string, file: string, ...more: string[]) =>
  attain(['import', '--kind', kind, '--file', file, '--url', ctx.url, ...more], {
    env: { ATTAIN_USER: tenant.usernameOf('administrator'), ATTAIN_PASSWORD: tenant.password },
  });

describe('attain import', () => {
  test('uploads, checks and commits; the same file again changes nothing; a dry run stores nothing', async () => {
    const people = folder.file('people.csv', 'Participant id;Name\nann;Ann Example\nbob;Bob Example\n');
    const dry = await importOf('participants', people, '--dry-run');
    expect(dry, dry.err).toMatchObject({ code: 0 });
    expect((await tenant.as('administrator').get('/api/participants')).body.total).toBe(0);
    const first = await importOf('participants', people);
    expect(first, first.err).toMatchObject({ code: 0 });
    expect(first.out).toBe('people.csv: committed; 2 rows, 2 added, 0 changed, 0 unchanged, 0 bad\n');
    expect((await tenant.as('administrator').get('/api/participants')).body.total).toBe(2);
    const again = await importOf('participants', people, '--json');
    expect(again, again.err).toMatchObject({ code: 0 });
    expect(again.err).toContain('This file was already imported');
    expect(JSON.parse(again.out).summary).toMatchObject({ rows: 2, added: 0, unchanged: 2 });
    const large =
      'Deal id,Date,Amount,Currency,Participant\nd1,2024-01-10,19961484046.1,USD,ann\nd2,2024-01-11,1234.5,EUR,bob\n';
    const deals = await importOf('deals', folder.file('large.csv', large), '--dry-run');
    expect(deals.out).toContain('1,234.50 EUR');
    expect(deals.out).toContain('$19,961,484,046.10');
  });

  test('[ACCESS-19] an API token imports without a password, as far as its permissions go', async () => {
    const admin = tenant.as('administrator');
    const tokenFor = async (...scopes: string[]) =>
      (await admin.post('/api/auth/tokens', { name: 'Nightly load', scopes, days: 1 })).body.token;
    const people = folder.file('token.csv', 'Participant id,Name\ntom,Tom Token\n');
    const wanted = ['import', '--kind', 'participants', '--file', people, '--url', ctx.url];
    const narrow = await attain([...wanted, '--token-stdin'], { input: `${await tokenFor('read:plans')}\n` });
    expect(narrow).toMatchObject({ code: 1, err: expect.stringContaining('import records') });
    const env = { ATTAIN_TOKEN: await tokenFor('import:records', 'read:imports') };
    const done = await attain(wanted, { env });
    expect(done, done.err).toMatchObject({ code: 0 });
    expect(done.out).toContain(': committed; 1 row, 1 added');
    const both = await attain([...wanted, '--token-stdin', '--password-stdin'], { input: 'x\n' });
    expect(both.code).toBe(64);
  });

  test('[ACCESS-35] a service account imports with --server and --token', async () => {
    const admin = tenant.as('administrator');
    const account = { displayName: 'Nightly load', roles: [{ role: 'plan-designer' }] };
    const { id } = (await admin.post('/api/service-accounts', account)).body;
    const wanted = { name: 'Cron', scopes: ['import:records', 'read:imports'], days: 1 };
    const { token } = (await admin.post(`/api/service-accounts/${id}/tokens`, wanted)).body;
    const people = folder.file('service.csv', 'Participant id,Name\numa,Uma Upload\n');
    const command = ['import', '--kind', 'participants', '--file', people, '--server', ctx.url];
    const done = await attain([...command, '--token', token]);
    expect(done, done.err).toMatchObject({ code: 0 });
    expect(done.out).toContain('1 added');
    const log = (await admin.get('/api/audit', { limit: 5 })).body.rows;
    expect(JSON.stringify(log)).toContain('Nightly load');
  });

  test('every bad row is told, exit code 2, and nothing is stored', async () => {
    const deals = folder.file(
      'deals.csv',
      'Deal id,Date,Amount,Currency,Participant\nd1,2024-01-10,60,USD,ann\nd2,2024-02-30,1,USD,ann\nd3,2024-02-01,x,USD,ann\nd4,2024-02-01,5,USD,zoe\n',
    );
    const ended = await importOf('deals', deals, '--json');
    expect(ended, ended.err).toMatchObject({ code: 2 });
    expect(ended.err).toMatch(/deals\.csv:3: Date "2024-02-30": /);
    expect(ended.err).toMatch(/deals\.csv:4: Amount "x": /);
    expect(ended.err).toMatch(/deals\.csv:5: Participant "zoe": /);
    expect(JSON.parse(ended.out).problems).toHaveLength(3);
    expect((await tenant.as('administrator').get('/api/deals')).body.rows).toEqual([]);
  });

  test('with --skip-errors the other rows are saved, and those with errors counted by reason', async () => {
    const head = 'Deal id,Date,Amount,Currency,Participant\n';
    const bad = folder.file(
      'skip.csv',
      `${head}s1,2024-01-10,60,USD,ann\ns2,2024-02-30,1,USD,ann\ns3,2024-02-01,x,USD,ann\n`,
    );
    const done = await importOf('deals', bad, '--skip-errors');
    expect(done, done.err).toMatchObject({ code: 0 });
    expect(done.out).toBe(
      'skip.csv: committed; 3 rows, 1 added, 0 changed, 0 unchanged, 0 bad, 2 skipped with errors; $60.00\n',
    );
    expect(done.err).toMatch(/skip\.csv:3: Date "2024-02-30": /);
    expect(done.err.match(/^Skipped 1 row: /gm)).toHaveLength(2);
    const admin = tenant.as('administrator');
    expect((await admin.get('/api/deals')).body.rows).toHaveLength(1);
    const [stored] = (await admin.get('/api/imports')).body.rows;
    expect(stored).toMatchObject({ fileName: 'skip.csv', skipBadRows: true });
    expect((await admin.get(`/api/imports/${stored.id}/skips`)).body.rows).toHaveLength(2);

    const named = folder.file('named.csv', `${head}s4,2024-01-10,60,USD,ann\ns5,2024-02-01,5,USD,zoe\n`);
    expect(await importOf('deals', named, '--skip-errors')).toMatchObject({ code: 2 });
    const none = folder.file('none.csv', `${head}s6,2024-02-30,60,USD,ann\n`);
    expect(await importOf('deals', none, '--skip-errors')).toMatchObject({ code: 2 });
    expect((await admin.get('/api/deals')).body.rows).toHaveLength(1);
  });

  test('the server’s refusals, a wrong password and an address without a server end with 1 and say why', async () => {
    const people = folder.file('again.csv', 'Participant id,Name\ncid,Cid\n');
    const wanted = ['import', '--kind', 'participants', '--file', people, '--url'];
    const viewer = ['--user', tenant.usernameOf('viewer'), '--password-stdin'];
    const rejected = await attain([...wanted, ctx.url, ...viewer], { input: `${tenant.password}\n` });
    expect(rejected).toMatchObject({ code: 1, out: '' });
    expect(rejected.err).toContain('Request ');
    const wrong = await attain([...wanted, ctx.url, ...viewer], { input: 'not it\n' });
    expect(wrong).toMatchObject({
      code: 1,
      err: expect.stringContaining('Wrong username or password.'),
    });
    const nobody = await attain([...wanted, 'http://127.0.0.1:1', ...viewer], { input: 'x\n' });
    expect(nobody).toMatchObject({
      code: 1,
      err: expect.stringContaining('http://127.0.0.1:1 does not respond'),
    });
    const without = await attain([...wanted, ctx.url], { env: { ATTAIN_USER: '', ATTAIN_PASSWORD: '' } });
    expect(without).toMatchObject({ code: 64, err: expect.stringContaining('ATTAIN_USER') });
  });

  test('[CLOSE-23] control totals that differ stop it, unless a reason is given', async () => {
    const sold = folder.file(
      'totals.csv',
      'Deal id,Date,Amount,Currency,Participant\nt1,2024-03-10,60.25,USD,ann\nt2,2024-03-11,40,USD,ann\n',
    );
    const admin = tenant.as('administrator');
    const newest = async () => {
      const { rows } = (await admin.get('/api/imports', { limit: 1 })).body;
      return (await admin.get(`/api/imports/${rows[0].id}`)).body;
    };
    const differs = await importOf('deals', sold, '--totals', 'Rows=2; Amount=120.25');
    expect(differs, differs.err).toMatchObject({ code: 2 });
    expect(differs.err).toContain('Amount: 100.25 in the file, 120.25 stated.');
    expect(differs.err).not.toContain('Rows:');
    expect((await newest()).status).toBe('cancelled');
    const reason = ['--totals-reason', 'The third deal follows'];
    const given = await importOf('deals', sold, '--totals', 'Rows=2;Amount=120.25', ...reason);
    expect(given, given.err).toMatchObject({ code: 0 });
    expect(await newest()).toMatchObject({
      status: 'committed',
      controls: [{ state: 'equal' }, { label: 'Amount', difference: '20', state: 'differs' }],
      controlReason: { text: 'The third deal follows' },
    });
    const bars = folder.file(
      'bars.csv',
      'Deal, by region, team, year, month, day|Date|Amount|Currency|Participant\nw,t,y,m,d,1|2024-03-10|60.25|USD|ann\nw,t,y,m,d,2|2024-03-11|40|USD|ann\n',
    );
    const fields = { id: 0, date: 1, amount: 2, currency: 3, participant: 4 };
    const columns = Object.entries(fields).map(([field, column]) => [field, { columns: [column] }]);
    const mapping = { deals: { delimiter: '|', fields: Object.fromEntries(columns) } };
    const mapped = ['--mapping', folder.file('mapping.json', JSON.stringify(mapping))];
    const other = await importOf('deals', bars, '--totals', 'Amount=100.25', ...mapped);
    expect(other, other.err).toMatchObject({ code: 0 });
    const equal = await importOf('deals', sold, '--totals', 'Amount=100.25');
    expect(equal, equal.err).toMatchObject({ code: 0 });
    for (const [totals, message] of [
      ['Amount', 'is not a control total'],
      ['Amount=1e3', 'is not a control total'],
      ['Amount=1;Amount=2', 'one control total'],
      ['Total=1', 'no column "Total"'],
    ] as const) {
      const wrong = await importOf('deals', sold, '--totals', totals);
      expect(wrong, totals).toMatchObject({ code: 64, err: expect.stringContaining(message) });
    }
    expect((await newest()).status).toBe('cancelled');
  });
});
