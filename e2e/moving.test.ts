import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findThings } from './addresses.ts';
import { enterAs } from './person.ts';

describe('moving through the screens', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('auditor', '/compensation'));
    await page.getByRole('heading', { name: 'Incentive Compensation', level: 1 }).waitFor();
  });
  afterAll(() => browser?.close());

  const focused = () =>
    page.evaluate(() => {
      const one = document.activeElement;
      return (
        one?.getAttribute('data-place') ??
        (one?.localName === 'h1' ? `h1 ${one.textContent}` : one?.localName)
      );
    });
  const open = (label: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label }).click();

  test('the heading of a new screen takes the focus', async () => {
    for (const label of ['Plan Design', 'Quotas & Targets', 'Imports', 'Audit & Compliance']) {
      await open(label);
      await expect.poll(focused).toBe(`h1 ${label}`);
    }
  });

  test('also where the heading changes once its screen knows what it is about', async () => {
    await open('Plan Design');
    await page
      .getByRole('grid', { name: 'Plans' })
      .getByText('FY25 Enterprise AE plan', { exact: true })
      .click();
    await page.getByRole('heading', { name: 'FY25 Enterprise AE plan', level: 1 }).waitFor();
    await expect.poll(focused).toBe('h1 FY25 Enterprise AE plan');
  });

  test('breadcrumbs lead back up', async () => {
    const way = page.getByRole('navigation', { name: 'Breadcrumb' });
    expect(await way.getByRole('listitem').allTextContents()).toEqual([
      'Incentive Compensation',
      'Plan Design',
      'FY25 Enterprise AE plan',
    ]);
    await expect
      .poll(() => way.locator('[aria-current="page"]').textContent())
      .toBe('FY25 Enterprise AE plan');
    await way.getByRole('link', { name: 'Plan Design' }).click();
    await expect.poll(focused).toBe('h1 Plan Design');
    await way.getByRole('link', { name: 'Incentive Compensation' }).click();
    await page.waitForURL('/compensation');
  });

  test('going back restores where the list was scrolled to, and the row that was used', async () => {
    await open('Statements');
    const grid = page.getByRole('grid', { name: 'Statements' });
    await grid.locator('[data-place="0:0"]').focus();
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('PageDown');
    const place = String(await focused());
    expect(Number(place.split(':')[0])).toBeGreaterThan(30);
    const scrolled = () => grid.evaluate((table) => table.parentElement?.scrollTop ?? 0);
    const before = await scrolled();
    expect(before).toBeGreaterThan(500);
    await page.keyboard.press('Enter');
    await page.getByText(/^Total of \d component/).waitFor();
    await expect.poll(focused).toMatch(/^h1 Statement of /);
    await page.goBack();
    await expect.poll(focused).toBe(place);
    expect(Math.abs((await scrolled()) - before)).toBeLessThan(40);
  });

  test('a drawer gives the focus back to the row it was opened from', async () => {
    const { run } = await findThings(page);
    await page.goto(`/compensation/payout/${run}`);
    const grid = page.getByRole('grid', { name: 'Payouts' });
    await grid.locator('[data-place="2:0"]').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Calculation steps').waitFor();
    await page.waitForFunction(() => document.title.includes(', '));
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('2:0');
    expect(await page.title()).toBe('FY25 Enterprise AE plan, 2025-Q4 · Attain');
  });

  test.each([
    ['/compensation/plan-design', 'Search plans', 'search', 'Enterprise'],
    ['/compensation/quotas', 'Search people', 'search', 'Amara'],
    ['/compensation/statements', 'Search participants', 'search', 'Amara'],
    ['/compensation/eligibility', 'Search participants', 'search', '1054'],
    ['/compensation/crediting', 'Search deals', 'search', 'TC-S25'],
    ['/compensation/crediting?tab=territories', 'Search territories', 'search', 'Amara'],
    ['/compensation/audit', 'Exact action', 'action', 'calculation.completed'],
  ])(
    '%s keeps "%s" in its address, and begins with it when opened there',
    async (path, label, key, typed) => {
      await page.goto(path);
      const field = page.getByRole('searchbox', { name: label });
      await field.fill(typed);
      await page.waitForURL(
        (url) =>
          url.searchParams.get(key) === typed ||
          url.search.includes(`"${typed}"`) ||
          decodeURIComponent(url.search).includes(typed),
      );
      await page.reload();
      await expect.poll(() => field.inputValue()).toBe(typed);
      await page.getByRole('gridcell').or(page.getByRole('rowheader')).first().waitFor();
      await field.fill('');
      await page.waitForURL((url) => !url.searchParams.has(key));
    },
  );

  test('dates, order and the open deal stand in the address too, and going back closes the deal', async () => {
    await page.goto('/compensation/crediting?from=2025-10-01&to=2025-10-31&sort=-amount');
    await expect.poll(() => page.getByLabel('First day').inputValue()).toBe('Oct 1, 2025');
    await expect.poll(() => page.getByLabel('Last day').inputValue()).toBe('Oct 31, 2025');
    const row = page.getByRole('grid', { name: 'Deals' }).locator('[data-place="0:0"]');
    const deal = await row.textContent();
    await row.click();
    await page.getByRole('dialog').getByText('Source').waitFor();
    expect(new URL(page.url()).searchParams.get('deal')).toBe(deal);
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-amount');
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('invalid parts of an address are ignored', async () => {
    await page.goto('/compensation/crediting?from=yesterday&sort=colour&tab=nowhere');
    await page.getByRole('grid', { name: 'Deals' }).locator('[data-place="0:0"]').waitFor();
    await expect.poll(() => page.getByLabel('First day').inputValue()).toBe('');
    expect(await page.getByRole('tab', { name: 'Deals' }).getAttribute('aria-selected')).toBe('true');
  });

  test('nothing on the way logged an error', () => {
    expect(complaints).toEqual([]);
  });
});
