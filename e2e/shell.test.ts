import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findThings } from './addresses.ts';
import { enterAs, moveTo, openWindow, signIn } from './person.ts';

/** Entries of the main navigation and their addresses. */
const areas = [
  ['Agent Builder', '/agent-builder'],
  ['Revenue Dashboard', '/dashboard'],
  ['Action Center', '/action-center'],
  ['Planning', '/planning'],
  ['Forecasting', '/forecast'],
  ['Incentive Compensation', '/compensation'],
  ['Deal Desk', '/deal-desk'],
  ['Calendar', '/calendar'],
  ['Rhythm of Business', '/rhythm'],
  ['My Customers', '/customers'],
  ['Tell Me', '/tell-me'],
] as const;

/** The sub-pages of Incentive Compensation, as the specification lists them. */
const subPages = [
  ['[SHELL-NAV-14]', '/compensation/plan-design', 'Plan Design'],
  ['[SHELL-NAV-15]', '/compensation/eligibility', 'Eligibility & Enrollment'],
  ['[SHELL-NAV-16]', '/compensation/quotas', 'Quotas & Targets'],
  ['[SHELL-NAV-17]', '/compensation/rates', 'Rates Tiers & Curves'],
  ['[SHELL-NAV-18]', '/compensation/crediting', 'Crediting & Territories'],
  ['[SHELL-NAV-19]', '/compensation/tracking', 'Attainment Tracking'],
  ['[SHELL-NAV-20]', '/compensation/payout', 'Payout Calculation'],
  ['[SHELL-NAV-21]', '/compensation/adjustments', 'Adjustments & Overrides'],
  ['[SHELL-NAV-22]', '/compensation/disputes', 'Disputes & Reviews'],
  ['[SHELL-NAV-23]', '/compensation/statements', 'Statements'],
  ['[SHELL-NAV-24]', '/compensation/approvals', 'Approvals & Workflows'],
  ['[SHELL-NAV-25]', '/compensation/audit', 'Audit & Compliance'],
  ['[SHELL-NAV-26]', '/compensation/reports', 'Reports & Analytics'],
] as const;

/** Addresses and their texts, as the specification words them. */
const routes = [
  ['[SHELL-ROUTE-03]', '/', ['Incentive Compensation', 'Latest calculations']],
  ['[SHELL-ROUTE-04]', '/compensation', ['Incentive Compensation', 'Latest calculations']],
  ['[SHELL-ROUTE-07] [SHELL-ROUTE-08]', '/dashboard', ['Coming soon', 'Global revenue analytics']],
  [
    '[SHELL-ROUTE-09] [SHELL-ROUTE-10] [CONF-SHELL-02]',
    '/pipeline',
    ['Coming soon', 'Deal progression and pipeline management'],
  ],
  ['[SHELL-ROUTE-11] [SHELL-ROUTE-12]', '/forecast', ['Coming soon', 'AI-driven revenue forecasting']],
  ['[SHELL-ROUTE-13] [SHELL-ROUTE-14]', '/planning', ['Coming soon', 'Strategic revenue planning']],
  [
    '[SHELL-ROUTE-15] [SHELL-ROUTE-16] [CONF-SHELL-02]',
    '/meetings',
    ['Coming soon', 'Meeting coordination and insights'],
  ],
  ['[SHELL-ROUTE-17]', '/no-such-path', ['404 Page Not Found']],
  ['[SHELL-ROUTE-17]', '/dashboard/deeper', ['404 Page Not Found']],
] as const;

describe('the frame of every screen', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('admin', '/'));
    await page.getByText('Latest calculations').waitFor();
  });
  afterAll(() => browser?.close());

  const nav = () => page.getByRole('navigation', { name: 'Main' });
  const bar = () => page.getByRole('banner');
  const side = () => page.getByRole('complementary', { name: 'Sidebar' });
  const widthOfSide = async () => (await side().boundingBox())?.width;
  const toggle = (name: 'Collapse' | 'Expand') => bar().getByRole('button', { name: `${name} sidebar` });

  /** Opens the areas that are not built yet. */
  const unfoldComing = async () => {
    const head = nav().getByRole('button', { name: 'Coming soon' });
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  };

  test('areas that are not built wait under one folded heading, each marked', async () => {
    const head = nav().getByRole('button', { name: 'Coming soon' });
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    expect(await nav().getByRole('link', { name: 'Deal Desk' }).count()).toBe(0);
    await unfoldComing();
    const waiting = nav().getByRole('listitem').filter({ hasText: 'Soon' });
    await expect.poll(() => waiting.filter({ visible: true }).count()).toBe(7);
    await head.click();
    await expect.poll(() => nav().getByRole('link', { name: 'Deal Desk' }).count()).toBe(0);
  });

  test('[SHELL-PROD-03] [SHELL-PROD-05] [SHELL-PROD-06] the navigation has one entry for each area, and Proof', async () => {
    await unfoldComing();
    for (const [label, href] of [...areas, ['Proof', '/proof'] as const]) {
      const link = nav().getByRole('link', { name: label, exact: true });
      expect(await link.getAttribute('href'), label).toBe(href);
    }
  });

  test('[SHELL-NAV-11] [SHELL-NAV-12] [SHELL-NAV-13] Incentive Compensation is open at first, holds 13 pages, and folds', async () => {
    const pages = nav().locator('a[href^="/compensation/"]:not([href="/compensation/imports"])');
    await expect.poll(() => pages.count()).toBe(13);
    await expect.poll(() => pages.first().isVisible()).toBe(true);
    await nav().getByRole('button', { name: 'Collapse Incentive Compensation' }).click();
    await expect.poll(() => pages.first().isVisible()).toBe(false);
    await nav().getByRole('button', { name: 'Expand Incentive Compensation' }).click();
    await expect.poll(() => pages.first().isVisible()).toBe(true);
  });

  test.each(subPages)(
    '%s [SHELL-NAV-27] [SHELL-ROUTE-05] %s is "%s", a page of Incentive Compensation',
    async (_row, href, label) => {
      const link = nav().getByRole('link', { name: label, exact: true });
      expect(await link.getAttribute('href')).toBe(href);
      await link.click();
      await page.getByRole('heading', { name: label, level: 1, exact: true }).waitFor();
      const way = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
      await expect.poll(() => way.allTextContents()).toEqual(['Incentive Compensation', label]);
      await expect.poll(() => nav().locator('[aria-current="page"]').allTextContents()).toContain(label);
    },
  );

  test('[CONF-SHELL-01] [SHELL-NAV-28] [SHELL-NAV-29] [SHELL-NAV-30] [SHELL-NAV-31] [SHELL-NAV-32] [SHELL-NAV-33] [SHELL-NAV-34] no entry of the navigation leads to the 404', async () => {
    await unfoldComing();
    const hrefs = await nav()
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs.length).toBe(26);
    for (const href of hrefs.filter((one) => one !== '/agent-builder')) {
      await nav().locator(`a[href="${href}"]`).click();
      await page.waitForURL((url) => url.pathname === href);
      const heading = page.getByRole('heading', { level: 1 });
      await expect.poll(() => heading.count()).toBe(1);
      expect(await heading.textContent(), href ?? '').not.toContain('404');
    }
  });

  test.each(routes)('%s %s shows %s', async (_row, path, texts) => {
    await page.goto(path);
    for (const text of texts) await page.getByRole('main').getByText(text, { exact: true }).first().waitFor();
    await expect.poll(() => nav().count()).toBe(1);
  });

  test('[SHELL-UI-02] [SHELL-UI-03] [SHELL-UI-08] [CONST-SHELL-07] [CONST-SHELL-08] [CONF-SHELL-09] a button in the bar collapses the sidebar from 20rem to icons of 5rem', async () => {
    await expect.poll(widthOfSide).toBe(320);
    await toggle('Collapse').click();
    await expect.poll(widthOfSide).toBe(80);
    expect((await nav().getByText('Imports').boundingBox())?.width).toBeLessThanOrEqual(1);
  });

  test('[SHELL-UI-07] [CONST-SHELL-10] a cookie of seven days keeps that over a reload', async () => {
    if ((await widthOfSide()) === 320) await toggle('Collapse').click();
    await expect.poll(widthOfSide).toBe(80);
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state');
    expect(cookie?.value).toBe('false');
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    await page.reload();
    await nav().waitFor();
    await expect.poll(widthOfSide).toBe(80);
  });

  test.each(['Control+b', 'Meta+b'])('[SHELL-UI-04] %s toggles the sidebar', async (keys) => {
    const before = (await widthOfSide()) ?? 0;
    await page.keyboard.press(keys);
    await expect.poll(widthOfSide).toBe(400 - before);
  });

  test('[SHELL-UI-05] [CONST-SHELL-01] [CONST-SHELL-03] below 768 px it is a sheet of 18rem', async () => {
    await page.setViewportSize({ width: 768, height: 900 });
    await side().waitFor();
    await page.setViewportSize({ width: 767, height: 900 });
    await expect.poll(() => side().count()).toBe(0);
    await toggle('Expand').click();
    const sheet = page.getByRole('dialog', { name: 'Navigation' });
    await sheet.waitFor();
    expect((await sheet.boundingBox())?.width).toBe(288);
    await sheet.getByRole('link', { name: 'Imports' }).click();
    await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor();
    await expect.poll(() => sheet.count()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await side().waitFor();
    if ((await widthOfSide()) === 80) await toggle('Expand').click();
  });

  test('[BASE-12] the sidebar says which day it always is in the sample, and the settings offer to end that', async () => {
    await page.getByText('It is always Feb 3, 2026 here').waitFor();
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Workspace settings' }).click();
    const dialog = page.getByRole('dialog');
    const day = dialog.getByRole('checkbox', { name: 'It is always Feb 3, 2026 here' });
    expect(await day.isChecked()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Save settings' }).isDisabled()).toBe(true);
    await day.uncheck();
    expect(await dialog.getByRole('button', { name: 'Save settings' }).isDisabled()).toBe(false);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('[BASE-13] the settings list the holidays, take lines of them and remove one', async () => {
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Workspace settings' }).click();
    const holidays = page.getByRole('dialog').getByRole('region', { name: 'Holidays' });
    await holidays.getByText('33 holidays').click();
    await holidays.getByText('Presidents’ Day').first().waitFor();
    const lines = holidays.getByRole('textbox');
    await lines.fill('2026-12-24, Christmas Eve\n2026-12-31, New Year’s Eve');
    await holidays.getByRole('button', { name: 'Add holidays' }).click();
    await holidays.getByText('35 holidays').waitFor();
    expect(await lines.inputValue()).toBe('');
    for (const name of ['Remove Christmas Eve, Dec 24, 2026', 'Remove New Year’s Eve, Dec 31, 2026'])
      await holidays.getByRole('button', { name }).click();
    await holidays.getByText('33 holidays').waitFor();
    // lines that were typed are added with the settings; those with problems stay where they are
    const save = page.getByRole('button', { name: 'Save settings' });
    await lines.fill('12/24/2026, Christmas Eve');
    await save.click();
    await holidays.getByText(/^Line 1: “12\/24\/2026” is not a date/).waitFor();
    // the browser logs the rejected request
    expect(complaints.splice(0)).toEqual([expect.stringContaining('/api/workspace/holidays')]);
    expect(await lines.evaluate((field) => field === document.activeElement)).toBe(true);
    await lines.fill('2026-12-24, Christmas Eve');
    await save.click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Workspace settings' }).click();
    await holidays.getByText('34 holidays').click();
    await holidays.getByRole('button', { name: 'Remove Christmas Eve, Dec 24, 2026' }).click();
    await holidays.getByText('33 holidays').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('[SHELL-UI-09] the bar has the three modes, one of them on', async () => {
    const modes = bar().getByRole('group', { name: 'Interaction mode' }).getByRole('radio');
    expect(await modes.evaluateAll((all) => all.map((one) => one.closest('label')?.textContent))).toEqual([
      'UI/Manual',
      'Hybrid/Assisted',
      'Agent/Autonomous',
    ]);
    await expect.poll(() => bar().getByRole('radio', { checked: true }).count()).toBe(1);
    expect(await bar().getByRole('radio', { name: 'Hybrid/Assisted' }).isChecked()).toBe(true);
  });

  test('[SHELL-UI-33] a chosen mode is still on after a reload', async () => {
    await choose('UI/Manual');
    await page.reload();
    await expect.poll(() => bar().getByRole('radio', { name: 'UI/Manual' }).isChecked()).toBe(true);
    await choose('Hybrid/Assisted');
  });

  test('[SHELL-ROUTE-06] [SHELL-MODE-07] the dashboard is that of the mode: the autonomous one shows what was done without a hand', async () => {
    await page.goto('/compensation');
    const card = (mode: string) => page.getByRole('main').getByRole('region', { name: mode });
    await card('Hybrid / Assisted').getByText('AI suggests. You approve.').waitFor();
    await choose('Agent/Autonomous');
    const acts = card('Agent / Autonomous').getByRole('list', { name: 'Automatic actions' });
    await acts
      .getByText(/^Calculation /)
      .first()
      .waitFor();
    await acts
      .getByText(/^Attain/)
      .first()
      .waitFor();
    await expect.poll(() => card('Hybrid / Assisted').count()).toBe(0);
    await choose('UI/Manual');
    await card('UI / Manual').getByText('You do the work, with decision support.').waitFor();
    await expect.poll(() => acts.count()).toBe(0);
    await choose('Hybrid/Assisted');
    await card('Hybrid / Assisted').waitFor();
  });

  test.each([
    ['[SHELL-MODE-05]', 'UI/Manual'],
    ['[SHELL-MODE-06]', 'Hybrid/Assisted'],
  ])('%s in the mode %s nothing changes before the user presses a button', async (_row, mode) => {
    await choose(mode);
    const { plan, draft, run } = await findThings(page);
    const hashes = () =>
      page.evaluate(
        async (ids) =>
          Promise.all(ids.map(async (id) => (await (await fetch(`/api/plans/${id}`)).json()).documentHash)),
        [plan, draft],
      );
    const before = await hashes();
    expect(before.every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    const changes: string[] = [];
    // A check of a plan is a question with a long body; it changes nothing.
    const isChange = (request: Request) =>
      request.method() !== 'GET' && !request.url().endsWith('/plans/check');
    const note = (request: Request) => isChange(request) && changes.push(request.url());
    page.on('request', note);
    for (const [path, shows] of [
      ['/compensation', 'Latest calculations'],
      [`/compensation/plan-design/${draft}`, /^Fix \d+ issues? to activate/],
      [`/compensation/plan-design/${plan}`, 'No issues found'],
      [`/compensation/payout/${run}`, /Sum of \d+ lines/],
    ] as const) {
      await moveTo(page, path);
      await page.getByText(shows).first().waitFor();
    }
    page.off('request', note);
    expect(changes).toEqual([]);
    expect(await hashes()).toEqual(before);
    if (mode !== 'Hybrid/Assisted') await choose('Hybrid/Assisted');
  });

  test('[SHELL-UI-10] [SHELL-UI-14] JIT opens the request for temporary access', async () => {
    await bar().getByRole('button', { name: 'JIT' }).click();
    const panel = page.getByRole('dialog');
    await panel
      .getByText(/access/i)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
  });

  test('[SHELL-UI-11] [SHELL-UI-15] [CONF-SHELL-04] Tell Me opens what its entry in the navigation opens', async () => {
    await bar().getByRole('button', { name: 'Tell Me' }).click();
    await page.waitForURL('/tell-me');
    await page.getByRole('heading', { name: 'Tell Me', level: 1 }).waitFor();
  });

  test('[SHELL-UI-12] [SHELL-TENANT-01] [SHELL-TENANT-02] the bar shows the workspace of the session and its industry', async () => {
    const shown = (await bar().getByTestId('tenant').textContent()) ?? '';
    const { tenant } = await page.evaluate(async () => (await fetch('/api/auth/me')).json());
    expect(shown).toContain(tenant.name);
    expect(shown).toContain('SaaS');
  });

  test('[SHELL-UI-23] [SHELL-UI-32] [SHELL-UI-34] a chosen theme is kept in local storage and survives a reload', async () => {
    const theme = () => page.locator('html').getAttribute('data-theme');
    expect(await theme()).toBe('light');
    await bar()
      .getByRole('button', { name: /^Theme/ })
      .click();
    await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click();
    await expect.poll(theme).toBe('dark');
    await page.reload();
    expect(await theme()).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('attain.theme'))).toBe('dark');
    await bar().getByRole('button', { name: 'Theme: Dark' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'System' }).click();
    await expect.poll(theme).toBe('light');
  });

  test('[SHELL-UI-01] [SHELL-UI-26] [SHELL-UI-27] [SHELL-UI-28] [CONST-SHELL-09] Mobile shows the screen in a phone of 390 × 844, and no phone in the phone', async () => {
    await unfoldComing();
    await nav().getByRole('link', { name: 'Calendar' }).click();
    const device = side().getByRole('group', { name: 'Device view' });
    expect(await device.getByRole('radio', { name: 'Web' }).isChecked()).toBe(true);
    await device.getByRole('radio', { name: 'Mobile' }).check();
    const frame = page.locator('iframe');
    expect(new URL((await frame.getAttribute('src')) ?? '', page.url()).href).toBe(
      new URL('/calendar?preview=mobile', page.url()).href,
    );
    const box = await frame.evaluate((one) => [one.clientWidth, one.clientHeight]);
    expect(box).toEqual([390, 844]);
    const phone = page.frameLocator('iframe');
    await phone.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
    expect(await phone.locator('iframe').count()).toBe(0);
    // Navigation inside the phone frame stays in it.
    await phone.getByRole('button', { name: 'Expand sidebar' }).click();
    await phone.getByRole('link', { name: 'Deal Desk' }).click();
    await phone.getByRole('heading', { name: 'Deal Desk', level: 1 }).waitFor();
    expect(await phone.locator('iframe').count()).toBe(0);
    await device.getByRole('radio', { name: 'Web' }).check();
    await page.getByRole('heading', { name: 'Deal Desk', level: 1 }).waitFor();
    await expect.poll(() => frame.count()).toBe(0);
  });

  test('[SHELL-UI-30] [CONST-SHELL-11] [CONST-SHELL-12] a tooltip is closed, opens after a delay, and the next one at once', async () => {
    // The test controls the time, so that machine speed doesn't matter.
    const { page: still } = await openWindow(browser, new URL(page.url()).origin);
    await still.goto('/calendar');
    await signIn(still, 'admin');
    await still.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
    await still.clock.install();
    await still.clock.pauseAt(Date.now() + 60_000);
    const button = (name: string) => still.getByRole('banner').getByRole('button', { name });
    const shown = () => still.getByRole('tooltip').allTextContents();
    await still.mouse.move(700, 500);
    await pointAt(still, button('Collapse sidebar'));
    await still.clock.runFor(690);
    expect(await shown()).toEqual([]);
    await still.clock.runFor(20);
    await expect.poll(shown).toEqual([expect.stringContaining('Collapse sidebar')]);
    await pointAt(still, button('JIT'));
    await expect.poll(shown).toEqual(['Just-in-time access']);
    await still.context().close();
  });

  test('nothing on the way logged an error', () => {
    expect(complaints).toEqual([]);
  });

  /** Chooses a mode and waits until it is saved. */
  async function choose(mode: string): Promise<void> {
    if (await bar().getByRole('radio', { name: mode }).isChecked()) return;
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await bar().getByRole('radio', { name: mode }).click();
    expect((await kept).status()).toBe(200);
  }

  /** Moves the mouse in steps, because a jump would skip the space between controls. */
  async function pointAt(on: Page, control: ReturnType<Page['getByRole']>): Promise<void> {
    const box = await control.boundingBox();
    if (box) await on.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
  }
});
