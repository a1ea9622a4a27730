import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overhear } from './overhear.ts';
import { enterAs, moveTo } from './person.ts';

describe('the dashboard of plans', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('admin', '/compensation'));
  });
  afterAll(() => browser?.close());

  const table = () => page.getByRole('region', { name: 'Plan components, scrollable' });
  const names = () => table().locator('tbody th > span:first-child').allTextContents();

  test('[DASH-03] [DASH-04] [DASH-10] [DASH-11] [CONF-COMP-01] [PLAN-02] the plan shows its figures and components, and a search among them', async () => {
    await table().waitFor();
    expect(await table().getByRole('columnheader').allTextContents()).toEqual([
      'Component',
      'Weight',
      'Cap',
      'Accelerator',
      'Status',
    ]);
    expect(await names()).toEqual(['ACV Bookings', 'Pipeline Hygiene', 'MBO - Strategic Wins']);
    for (const figure of ['Total weight', 'Components', 'Active', 'Capped'])
      await page.getByRole('main').getByText(figure, { exact: true }).first().waitFor();
    await page.getByRole('searchbox', { name: 'Search components' }).fill('mbo');
    await expect.poll(names).toEqual(['MBO - Strategic Wins']);
    await page.getByRole('searchbox', { name: 'Search components' }).fill('');
    // the editor that the specification expects elsewhere
    await page.getByRole('link', { name: 'Open plan' }).waitFor();
  });

  test('[DASH-01] [DASH-02] [DASH-09] [PLAN-33] [ERR-10] [ERR-16] a plan is created by form or from a file, and a file that is none is refused', async () => {
    await page.getByRole('button', { name: 'New Plan' }).click();
    await page.getByRole('dialog', { name: 'New plan' }).getByLabel('Plan name').waitFor();
    await page.keyboard.press('Escape');
    const said = await overhear(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a plan' });
    const choose = (name: string, text: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await choose('broken.json', '{"name":');
    await said('Import Failed', 'Unable to import file. Please check format and try again.');
    expect(await dialog.getByRole('button', { name: 'Import plan' }).isDisabled()).toBe(true);
    const plan = await page.evaluate(async () => {
      const { rows } = await (await fetch('/api/plans')).json();
      return (await (await fetch(`/api/plans/${rows[0].id}`)).json()).document;
    });
    await choose('next-year.json', JSON.stringify({ ...plan, name: 'Plan of next year' }));
    await dialog.getByRole('button', { name: 'Import plan' }).click();
    await said('Import Successful', 'Plan imported from "next-year.json"');
    await page.getByRole('heading', { name: 'Plan of next year', level: 1 }).waitFor();
    const basics = page.getByRole('group', { name: 'Plan basics' });
    expect(await basics.getByLabel('Plan name').inputValue()).toBe('Plan of next year');
    for (const name of ['Plan type', 'Currency', 'Payable period'])
      await basics.getByRole('combobox', { name }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('[SHELL-NAV-27] each of the 13 pages is inside the one dashboard', async () => {
    await page.evaluate(() => {
      const frame = document.querySelector('[data-dashboard=compensation]');
      Object.assign(window, { theDashboard: frame });
    });
    const links = await page
      .getByRole('navigation', { name: 'Main' })
      .locator('a[href^="/compensation/"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    const pages = links.filter((href) => href !== '/compensation/imports');
    expect(pages.length).toBe(13);
    for (const path of pages) {
      await moveTo(page, path);
      await page.waitForURL(path);
      const same = () =>
        page.evaluate(
          () =>
            document.querySelector('[data-dashboard=compensation]') === Reflect.get(window, 'theDashboard'),
        );
      expect(await same(), path).toBe(true);
    }
  });
});
