import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { samplePassword } from './attain-process.ts';
import { stepsOfOneJourney } from './journey.ts';
import { choose, openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

const people = `Participant id;Name;E-mail;Hire date
E2E-1;Ada Novak;ada@example.com;2018-01-01
E2E-2;Ben Oduya;ben@example.com;2018-01-01
`;
const dealsHead = 'Deal id,Date,Amount,Currency,Participant,Product\n';
const goodDeals = `X-1,2019-02-03,2000.00,USD,E2E-1,Trailers
X-2,2019-02-10,250.55,USD,E2E-1,Bikes
X-3,2019-03-01,-100.00,USD,E2E-1,Bikes
X-4,2019-03-31,80.10,USD,E2E-2,Bikes
`;
const badRows = 'X-5,2019-02-31,not much,USD,E2E-1,Bikes\nX-6,2019-02-28,5.00,USD,NOBODY,Bikes\n';

describe('the main job, by hand: deals in, pay out, every cent explained', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    const stage = await enterStage();
    browser = stage.browser;
    ({ page, complaints } = await openWindow(browser, stage.url));
  });
  afterAll(() => browser?.close());

  test('[AUTH-01] [AUTH-02] [AUTH-03] [AUTH-04] signed out, a deep link shows only the login screen', async () => {
    await page.goto('/compensation/imports');
    await page.getByRole('heading', { name: 'Sign in to Attain' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await expect.poll(() => page.getByLabel('Username').count()).toBe(1);
    await expect.poll(() => page.getByLabel('Password').count()).toBe(1);
  });

  test('[AUTH-19] [AUTH-20] nothing is sent before both fields are filled', async () => {
    let asked = 0;
    page.on('request', (request) => request.url().includes('/auth/login') && asked++);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Enter your username').waitFor();
    await page.getByText('Enter your password').waitFor();
    expect(asked).toBe(0);
  });

  test('[ERR-03] [API-05] [CONF-AUTH-03] a wrong password is said with the server’s words', async () => {
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign In' }).click();
    const said = page.locator('li[data-state="open"]');
    await said.getByText('Wrong username or password.', { exact: true }).waitFor();
    await expect.poll(() => said.textContent()).toContain('Login failed');
    // the form shows it too, and the field keeps the focus
    await page.getByRole('alert').getByText('Wrong username or password.').waitFor();
    expect(await page.getByText('Enter your password').count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('password');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    complaints.length = 0; // the browser logs the 401 itself
  });

  test('[ERR-12] [ERR-13] [AUTH-09] [AUTH-10] [AUTH-16] signing in leads to the asked address', async () => {
    await signIn(page, 'admin');
    await page.getByText('Welcome back, admin!').first().waitFor();
    await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor();
    const stored = await page.evaluate(() => [
      localStorage.auth_token,
      JSON.parse(localStorage.user).username,
    ]);
    expect(stored[0]).toMatch(/.{20,}/);
    expect(stored[1]).toBe('admin');
  });

  test('[API-26] participants come in from a file with semicolons', async () => {
    const sent = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().includes('/api/imports'),
    );
    await upload(page, { kind: 'Participants', name: 'people.csv', text: people });
    expect((await sent).ok()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('button', { name: 'Store 2 rows' }).click();
    await page.getByText('2 new and 0 changed participants stored').waitFor();
  });

  test('bad rows show line, column, value, reason and fix, and nothing is stored', async () => {
    await upload(page, { kind: 'Deals', name: 'deals-bad.csv', text: dealsHead + goodDeals + badRows });
    await page.getByRole('button', { name: 'Dry run' }).click();
    const problems = page.getByRole('grid', { name: 'Problems' });
    await problems.waitFor();
    await problems.getByText('NOBODY').first().waitFor();
    const text = (await problems.textContent()) ?? '';
    for (const part of ['6', '7', 'Date', '2019-02-31', 'Amount', 'not much', 'NOBODY'])
      expect(text).toContain(part);
    expect(await page.getByRole('button', { name: /^Store/ }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Skip 2 rows with errors' }).click();
    await page.getByText('2 rows with errors are skipped, with 1 unknown name.').waitFor();
    expect(await page.getByRole('button', { name: 'Store 4 rows' }).isEnabled()).toBe(true);
  });

  test('the fixed file is stored completely', async () => {
    await upload(page, { kind: 'Deals', name: 'deals.csv', text: dealsHead + goodDeals });
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('$2,230.65').waitFor();
    await page.getByRole('button', { name: 'Store 4 rows' }).click();
    await page.getByText('4 new and 0 changed deals stored').waitFor();
  });

  test('[ERR-08] [ERR-09] a plan without a name and type is not sent, and one that is refused says so', async () => {
    await page.goto('/compensation/plan-design');
    await page.getByRole('button', { name: 'New Plan' }).click();
    await page.getByRole('button', { name: 'Create plan' }).click();
    const said = page.locator('li[data-state="open"]');
    await said.getByText('Missing Information').waitFor();
    await said.getByText('Please provide both plan name and type.').waitFor();
    await page.getByLabel('Plan name').fill('Refused plan');
    await choose(page, /Plan type/, 'Bonus Plan');
    await page.route('**/api/plans', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Create plan' }).click();
    await said.getByText('Creation Failed').waitFor();
    await said.getByText('Unable to create plan. Please try again.').waitFor();
    await expect.poll(() => page.getByLabel('Plan name').inputValue()).toBe('Refused plan');
    await page.unroute('**/api/plans');
    complaints.length = 0; // the browser logs the 500 itself
  });

  test('[ERR-15] [ERR-20] [API-25] [PLAN-32] a plan is made, checked, saved and activated', async () => {
    await page.goto('/compensation/plan-design');
    await page.getByRole('button', { name: 'New Plan' }).click();
    await page.getByLabel('Plan name').fill('Journey plan');
    await choose(page, /Plan type/, 'Sales Commission');
    const sent = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/plans'),
    );
    await page.getByRole('button', { name: 'Create plan' }).click();
    expect((await sent).ok()).toBe(true);
    const made = page.locator('li[data-state="open"]').filter({ hasText: 'Plan Created Successfully' });
    await made.getByText('Journey plan', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Journey plan', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Add Component' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Bike sales');
    // a key doesn't discard typed text
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await choose(page, 'Status', 'Active');
    await drawer.getByLabel('Weight in percent').fill('100');
    await choose(page, /^Rate$/, /^Flat rate/);
    await drawer.getByLabel('Rate in percent').fill('10');
    // trailers count half; by keyboard only
    await drawer.locator('summary', { hasText: 'Credit factors' }).press('Enter');
    await drawer.getByRole('button', { name: 'Add credit factor' }).press('Enter');
    await drawer.getByRole('button', { name: 'Add condition: factor 1' }).press('Enter');
    await drawer.getByLabel('Factor 1, condition 1: values').fill('Trailers; Kits');
    const percent = drawer.getByLabel('Factor 1: counts (%)');
    await percent.fill('-50');
    await drawer
      .getByText('-50 is out of range. Enter a percentage from 0 to 1000000.', { exact: true })
      .waitFor();
    await percent.fill('50');
    await expect.poll(() => percent.getAttribute('aria-invalid')).toBeNull();
    await drawer.getByRole('button', { name: 'Add component' }).click();
    // weeks add the fiscal year they need, and remove it
    await choose(page, 'Payable period', 'Week');
    await page.getByText(/^ISO 8601 weeks, Monday to Sunday/).waitFor();
    const months = page.getByRole('combobox', { name: 'Months' });
    await expect.poll(() => months.textContent()).toBe('4, 4 and 5 weeks');
    await page.getByText('No issues found').waitFor();
    await choose(page, 'Payable period', 'Quarter');
    await expect.poll(() => months.textContent()).toBe('Calendar months');
    await page.getByText('No issues found').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Plan saved').first().waitFor();
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
    await page.getByText('Active v1').waitFor();
  });

  test('[ERR-10] [ERR-16] a plan document comes in from a file, and one that is none says why', async () => {
    await page.goto('/compensation/plan-design');
    await page.getByRole('grid', { name: 'Plans' }).getByText('Draft').first().click();
    await page.getByRole('button', { name: 'More actions' }).waitFor();
    const take = (name: string, content: string) =>
      page
        .getByLabel('Plan document')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
    const said = page.locator('li[data-state="open"]');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Export JSON' }).click();
    const exported = await text(await (await file).createReadStream());
    await take('broken.json', '{');
    await said.getByText('Import Failed').waitFor();
    await said.getByText(/^Unable to import file\. Please check format and try again\. ./).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await take('plan.json', exported);
    await said.getByText('Import Successful').waitFor();
    await said.getByText('Plan imported from "plan.json"').waitFor();
  });

  test('two participants are assigned', async () => {
    await page.goto('/compensation/eligibility');
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await choose(page, 'Plan', /Journey plan/);
    await dialog.getByLabel('First day').fill('2019-01-01');
    await dialog.getByLabel('Selected participants').check();
    await dialog.getByLabel('Search participants').fill('E2E-');
    await dialog.getByRole('row', { name: /Ada Novak/ }).waitFor();
    await expect.poll(() => dialog.getByRole('row').count()).toBe(3);
    await dialog.getByLabel('Select E2E-1').check();
    await dialog.getByLabel('Select E2E-2').check();
    await dialog.getByRole('button', { name: 'Assign 2 participants' }).click();
    await page.getByText('2 participants assigned').first().waitFor();
  });

  test('a quarter is calculated', async () => {
    await page.goto('/compensation/payout');
    await page.getByRole('button', { name: 'Calculate' }).click();
    await choose(page, 'Plan', /Journey plan/);
    await page.getByText('Custom dates').click();
    await page.getByLabel('First day').fill('2019-01-01');
    await page.getByLabel('Last day').fill('2019-03-31');
    await page.getByRole('button', { name: 'Start calculation' }).click();
    const payouts = page.getByRole('grid', { name: 'Payouts' });
    await payouts.getByText('Ada Novak').waitFor();
    // half of 2,000 and 150.55, and 80.10, at 10 %: 115.055 and 8.01, each rounded half up
    await expect.poll(() => payouts.textContent()).toContain('115.06');
    await expect.poll(() => payouts.textContent()).toContain('123.07');
  });

  test('[CREDIT-17] an amount is explained down to the row of the file', async () => {
    await page.getByRole('grid', { name: 'Payouts' }).getByText('Ada Novak').click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Calculation steps').waitFor();
    expect(page.url()).toMatch(/\/compensation\/payout\/[^/]+\/E2E-1\/bike-sales$/);
    const deals = drawer.getByRole('region', { name: /^Deals \(/ });
    await deals.getByText('X-2', { exact: true }).waitFor();
    const earned = await deals
      .locator('summary')
      .evaluateAll((rows) => rows.map((row) => row.lastElementChild?.textContent ?? ''));
    expect(earned).toEqual(['100.00', '25.06', '(10.00)']);
    await expect.poll(() => deals.textContent()).toContain('$115.06 from deals = $115.06.');
    await drawer.getByText('2,000.00 × 50%', { exact: true }).waitFor();
    await deals.getByText('50% of $2,000.00 counts: product Trailers or Kits').waitFor();
    await deals.getByText('X-1', { exact: true }).click();
    await deals
      .getByText('Deal of $2,000.00 × credit factor 50% (product Trailers or Kits) = 1,000 credited')
      .waitFor();
    await deals.getByText('X-2', { exact: true }).click();
    await expect.poll(() => deals.textContent()).toContain('Line 3 of deals.csv');
    await deals.getByText('X-2,2019-02-10,250.55,USD,E2E-1,Bikes').first().waitFor();
  });

  test('the deep link of an explanation survives a reload, and leads to the statement', async () => {
    await page.reload();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^View statement of/ })
      .click();
    const sheet = page.getByRole('article', { name: 'Statement of Ada Novak' });
    await sheet.waitFor();
    await expect.poll(() => sheet.textContent()).toContain('$115.06');
    const href = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
    const csv = await page.evaluate(async (at) => (await fetch(at ?? '')).text(), href);
    expect(csv).toContain('115.06');
    expect(csv).toContain(',2000.00,USD,,100,50,1000,100.00,');
  });

  test('[AUTH-28] an expired session keeps typed text, asks to sign in, and continues', async () => {
    await page.goto('/compensation/plan-design');
    await page.getByRole('button', { name: 'New Plan' }).click();
    await page.getByLabel('Plan name').fill('Typed before the session ended');
    await choose(page, /Plan type/, 'Bonus Plan');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create plan' }).click();
    await page.getByText('Please sign in again').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Password').fill(samplePassword);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'Typed before the session ended', level: 1 }).waitFor();
    complaints.length = 0; // the browser logs the 401 itself
  });

  test('[AUTH-17] [AUTH-26] signing out clears what was stored and shows the login screen', async () => {
    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Attain' }).waitFor();
    expect(await page.evaluate(() => [localStorage.auth_token, localStorage.user])).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('nothing on the way logged an error', () => {
    expect(complaints).toEqual([]);
  });
});

async function upload(page: Page, file: { kind: string; name: string; text: string }): Promise<void> {
  await page.goto('/compensation/imports/new');
  await page.getByRole('radio', { name: new RegExp(`^${file.kind}`) }).check();
  await page.locator('input[type=file]').setInputFiles({
    name: file.name,
    mimeType: 'text/csv',
    buffer: Buffer.from(file.text),
  });
  await page.getByRole('heading', { name: file.name, level: 1 }).waitFor();
}
