import { text } from 'node:stream/consumers';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningAttain, startAttain } from './attain-process.ts';
import { stepsOfOneJourney } from './journey.ts';
import { enterAs, giveAuthenticator, openWindow, sendAs } from './person.ts';
import { enterStage } from './stage.ts';

/** Clicks of the journeys people repeat most, from the first screen. Typing is not a click. */
const countClicks = (of: Page | BrowserContext) =>
  of.addInitScript(() => {
    const count = () => {
      sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1;
    };
    document.addEventListener('click', (event) => event.isTrusted && count(), true);
  });
const clicksOf = (page: Page) => page.evaluate(() => Number(sessionStorage.clicks ?? 0));
const startOver = (page: Page) => page.evaluate(() => sessionStorage.setItem('clicks', '0'));

describe('a rep', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('rep', '/compensation'));
    await countClicks(page);
    await page.reload();
    await startOver(page);
  });
  afterAll(() => browser?.close());

  test('reads why a line pays what it pays within 2 clicks, and disputes it within 4', async () => {
    // the tile of the year, which may come first, leads to the list of statements
    await page
      .getByRole('main')
      .locator('a[href*="/statements/"]', { hasText: /^\$[\d,.]+$/ })
      .first()
      .click();
    await page
      .getByText(/of quota is worth/)
      .first()
      .waitFor();
    await page.getByText('How this was calculated').first().click();
    await page.getByText('Attainment is credit ÷ quota').first().waitFor();
    expect(await clicksOf(page)).toBeLessThanOrEqual(2);

    await page.getByRole('button', { name: 'Dispute', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Explain/).fill('A deal of December is missing.');
    await dialog.getByRole('button', { name: 'Send dispute' }).click();
    const opened = page.getByRole('link', { name: 'View dispute' });
    await opened.waitFor();
    expect(await clicksOf(page)).toBeLessThanOrEqual(4);
    // other files dispute the same pay
    const disputeId = new URL((await opened.getAttribute('href')) ?? '', page.url()).searchParams.get(
      'dispute',
    );
    await sendAs(page, `/api/disputes/${disputeId}/withdraw`, { reason: 'The deal was found.' });
    expect(complaints).toEqual([]);
  });
});

const password = 'violet harbour tram 47';
const people =
  'Participant id,Name,E-mail,Hire date\nP1,Ann Lee,ann@example.com,2020-01-01\nP2,Bo Ray,,2020-01-01\n';
const accounts = 'Account ID,Account Name,Country\nA1,Crane Ltd,Norway\nA2,Delta Works,France\n';
const users =
  'User ID,Full Name,Email\nU1,Ann Lee,ann@example.com\nU2,"Ray, B.",ray@example.com\nU3,Integration,robot@example.com\n';
/** All stages in one file, owners and accounts by id. */
const opportunities = (
  month: string,
) => `Opportunity ID,Opportunity Name,Stage,Owner ID,Account ID,Amount,Close Date
${month}-1,Crane Hall,Closed Won,U1,A1,12000.00,2024-${month}-09
${month}-2,Crane Annex,Negotiation,U1,A1,9000.00,2024-${month}-20
${month}-3,Delta Mill,Closed Won,U2,A2,8400.50,2024-${month}-17
${month}-4,Delta Yard,Closed Lost,U2,A2,0,2024-${month}-20
${month}-5,Echo Quay,Prospecting,U3,A2,,
`;
const plan = {
  name: 'Bookings 2024',
  type: 'sales-commission',
  currency: 'USD',
  calendar: { period: 'month', fiscalYearStartMonth: 1 },
  rounding: { mode: 'HALF_UP' },
  order: ['gate', 'cap', 'weight'],
  acceleratorReading: 'incremental',
  undefinedAttainment: 'pay-zero',
  components: [
    {
      ...{ id: 'bookings', name: 'Bookings', status: 'Active', measure: { unit: '$', of: 'amount' } },
      ...{ filter: [], weight: 100, rate: { kind: 'flat', ratePercent: '5' }, cap: null },
      ...{ accelerator: null, gate: null },
    },
  ],
};
const layout = {
  name: 'Payroll',
  columns: [
    { header: 'Employee', field: 'participant-id' },
    { header: 'Amount', field: 'amount' },
  ],
  ...{ separator: 'comma', decimalSign: 'point', days: 'year-first', hasHeaders: true, skipsZero: true },
  currency: 'USD',
};

/** A company that leaves its spreadsheet: an administrator, who posts, a comp admin and finance, who approves. */
describe('a comp admin', () => {
  stepsOfOneJourney();
  let attain: RunningAttain;
  let browser: Browser;
  let admin: Page;
  let finance: Page;
  let page: Page;
  beforeAll(async () => {
    [attain, { browser }] = await Promise.all([startAttain({ ATTAIN_ENV: 'production' }), enterStage()]);
    // passkeys need a host name
    const site = attain.url.replace('127.0.0.1', 'localhost');
    const open = async () => {
      const { page: opened } = await openWindow(browser, site);
      await countClicks(opened);
      await giveAuthenticator(opened);
      return opened;
    };
    const addPasskey = async (of: Page) => {
      await of.getByRole('button', { name: 'Add passkey' }).click();
      await of.getByRole('button', { name: 'I saved the codes' }).click();
      await of.getByRole('heading', { name: 'Incentive Compensation', level: 1 }).waitFor();
    };
    admin = await open();
    await admin.goto('/setup');
    const code = /([0-9A-F]{4}-){2}[0-9A-F]{4}/.exec(attain.said())?.[0] ?? '';
    const typed = { 'Setup code': code, 'Workspace name': 'Example', 'Your name': 'Ada', Username: 'ada' };
    for (const [label, value] of Object.entries(typed)) await admin.getByLabel(label).fill(value);
    await admin.getByLabel('Password').fill(password);
    await admin.getByRole('button', { name: 'Create workspace' }).click();
    await addPasskey(admin);
    const joined = async (username: string, role: string) => {
      const invited = { displayName: username, username, roles: [{ role }] };
      const link: object = await sendAs(admin, '/api/people/invitations', invited);
      const of = await open();
      await of.goto('path' in link ? String(link.path) : '');
      await of.getByLabel('New password', { exact: true }).fill(password);
      await of.getByLabel('New password again').fill(password);
      await of.getByRole('button', { name: /^Join|^Save/ }).click();
      await addPasskey(of);
      return of;
    };
    page = await joined('cara', 'comp-admin');
    finance = await joined('fin', 'finance');
    await admin.goto('/compensation/imports/new');
    await admin.getByRole('radio', { name: /^Participants/ }).check();
    await choose(admin, { 'people.csv': people });
    await admin.getByRole('button', { name: 'Start dry run' }).click();
    await admin.getByRole('button', { name: 'Store 2 rows' }).click();
    await admin.getByText('2 new and 0 changed participants stored').waitFor();
    const made = await sendAs(admin, '/api/plans', { name: plan.name, type: plan.type, document: plan });
    await sendAs(admin, `/api/plans/${made.id}/activate`, { documentHash: made.documentHash });
    await sendAs(admin, '/api/assignments', { planId: made.id, everybody: true, from: '2024-01-01' });
    await sendAs(admin, '/api/payroll-layouts', layout);
  });
  afterAll(async () => {
    await browser?.close();
    await attain?.stop();
  });

  /** From the stored import to the payroll file; finance approves and the administrator posts meanwhile. */
  async function closeMonth(month: string): Promise<string> {
    await page.getByRole('button', { name: `Calculate Bookings 2024, 2024-${month}` }).click();
    await page.getByRole('button', { name: 'Publish all' }).click();
    await page.getByRole('radio', { name: /^Publish to payees/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish to payees' }).click();
    await page.getByRole('link', { name: 'Create payments' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`2024-${month}, version 1`).waitFor();
    await dialog.getByRole('button', { name: 'Create payment run' }).click();
    await page.getByRole('grid', { name: 'Payees' }).getByText('Ann Lee').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await sendAs(finance, `/api/payments/${id}/approve`, {});
    await sendAs(admin, `/api/payments/${id}/post`, {});
    await page.getByText('Posted', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const file = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Payroll file: Payroll' }).click();
    return text(await (await file).createReadStream());
  }

  test('brings three raw files to the payroll file of January within 24 clicks', async () => {
    await page.goto('/compensation');
    await startOver(page);
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await choose(page, {
      'opportunities.csv': opportunities('01'),
      'accounts.csv': accounts,
      'users.csv': users,
    });
    await page.getByRole('button', { name: 'Start dry run' }).click();
    await page.getByRole('combobox', { name: 'ray@example.com' }).click();
    await page.getByRole('option', { name: /^Bo Ray/ }).click();
    await page.getByRole('button', { name: 'Save and check again' }).click();
    await page.getByRole('button', { name: 'Store 2 rows' }).click();
    expect(await closeMonth('01')).toBe('Employee,Amount\r\nP1,600.00\r\nP2,420.03\r\n');
    // choosing the files is one more
    expect((await clicksOf(page)) + 1).toBeLessThanOrEqual(24);
  });

  test('closes the next month within 12 clicks: the files are read as before', async () => {
    await page.goto('/compensation');
    await startOver(page);
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await choose(page, {
      'opportunities.csv': opportunities('02'),
      'accounts.csv': accounts,
      'users.csv': users,
    });
    await page.getByRole('button', { name: 'Start dry run' }).click();
    await page.getByRole('button', { name: 'Store 2 rows' }).click();
    await closeMonth('02');
    expect((await clicksOf(page)) + 1).toBeLessThanOrEqual(12);
  });
});

/** Chooses files and waits until the first is read. */
async function choose(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const chosen = Object.entries(files).map(([name, content]) => ({
    ...{ name, mimeType: 'text/csv', buffer: Buffer.from(content) },
  }));
  await page.locator('input[type=file]').setInputFiles(chosen);
  await page.getByRole('heading', { name: chosen[0]?.name ?? '', level: 1 }).waitFor();
}
