import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choose, enterAs } from './person.ts';

describe('rates, tiers and curves', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('designer', '/compensation/plan-design'));
    await page.getByRole('button', { name: 'New Plan' }).click();
    await page.getByLabel('Plan name').fill('Plan of curves');
    await choose(page, /Plan type/, 'Sales Commission');
    await page.getByRole('button', { name: 'Create plan' }).click();
    await page.getByRole('button', { name: 'Add Component' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Bookings');
    await choose(page, 'Status', 'Active');
    await drawer.getByLabel('Weight in percent').fill('100');
    await drawer.getByRole('button', { name: 'Add component' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Plan saved').first().waitFor();
    await page.goto('/compensation/rates');
    await choose(page, 'Plan', 'Plan of curves');
    await page.getByRole('tab', { name: /^Bookings/ }).waitFor();
  });
  afterAll(() => browser?.close());

  const breaks = () => page.getByRole('region', { name: 'Break points', exact: true }).getByRole('row');
  const firstCells = async () =>
    (await breaks().all()).length > 1
      ? Promise.all(
          (await breaks().all())
            .slice(1)
            .map(async (row) => (await row.getByRole('cell').allTextContents()).slice(0, 3)),
        )
      : [];

  test('[SHELL-NAV-17] break points appear next to the inputs, to the cent', async () => {
    await expect.poll(firstCells).toEqual([
      ['0%', '$0.00', '$0.00'],
      ['100%', '$100,000.00', '$25,000.00'],
    ]);
  });

  test('tiers copied from a spreadsheet are pasted, and a cliff is said', async () => {
    await choose(page, /^Rate/, /^Retroactive tiers/);
    const first = page.getByLabel(/^Tier 1, from/);
    await first.focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '0\t2%\n80\t3%\n100\t4%\n');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect.poll(firstCells).toEqual([
      ['0%', '$0.00', '$0.00'],
      ['80%', '$80,000.00', '$2,400.00'],
      ['100%', '$100,000.00', '$4,000.00'],
    ]);
    await page.getByText('Jumps by $1,000.00 at this point').waitFor();
    await page.getByRole('img', { name: /^Pay curve of Bookings/ }).waitFor();
  });

  test('the other reading is drawn too', async () => {
    await page.getByLabel('Compare with the other reading').check();
    await page.getByText('If read marginally').first().waitFor();
  });

  test('figures leave as CSV and XLSX, the chart as PNG', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'attain-e2e-'));
    const kept = async (item: string): Promise<Buffer> => {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^rates-bookings\.(csv|xlsx|png)$/);
      const path = join(folder, download.suggestedFilename());
      await download.saveAs(path);
      return readFileSync(path);
    };
    expect((await kept('Table as CSV')).toString('utf8')).toContain('100,100000,4000.00,');
    expect((await kept('Table as XLSX')).subarray(0, 2).toString()).toBe('PK');
    const png = await kept('Chart as PNG');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.length).toBeGreaterThan(5_000);
    rmSync(folder, { recursive: true });
  });

  test('inputs are saved with the plan and load unchanged', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Plan saved').first().waitFor();
    await page.reload();
    await page.getByLabel('Tier 3, rate (%)').waitFor();
    await expect.poll(() => page.getByLabel('Tier 3, rate (%)').inputValue()).toBe('4');
  });

  test('[PLAN-1] a figure that is none is said at its field in words, and stays as it was typed', async () => {
    const rate = page.getByLabel('Tier 2, rate (%)');
    const quota = page.getByLabel('Quota', { exact: true });
    const wrong = (field: Locator) => field.getAttribute('aria-invalid');
    await rate.fill('1e5');
    await quota.fill('−5');
    // a curve that cannot be drawn takes neither the field nor its focus
    expect(await quota.evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => wrong(rate)).toBe('true');
    await expect.poll(() => wrong(quota)).toBe('true');
    await page.getByRole('alert').getByText('"1e5" is in exponent notation.').waitFor();
    expect(await page.getByRole('alert').getByText('PLAN-1').count()).toBe(0);
    expect([await rate.inputValue(), await quota.inputValue()]).toEqual(['1e5', '−5']);
    await rate.fill('3');
    await quota.fill('100000');
    await expect.poll(() => wrong(rate)).toBeNull();
    await page.getByRole('img', { name: /^Pay curve of Bookings/ }).waitFor();
  });

  test('a problem of the plan leads to the field that says it', async () => {
    await page.getByRole('link', { name: 'View plan' }).click();
    const name = page.getByLabel('Plan name', { exact: true });
    const before = await name.inputValue();
    await name.fill('');
    await page
      .getByRole('alert')
      .getByRole('button', { name: /^The text is blank/ })
      .click();
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await name.fill(before);
    await page.goBack();
    await page.getByLabel('Tier 2, rate (%)').waitFor();
  });

  test('every rate type can be typed and drawn without an error', async () => {
    for (const kind of [/^Interpolated amounts/, /^Interpolated rate/, /^Pay curve/, /^Marginal tiers/]) {
      await choose(page, /^Rate/, kind);
      await page.getByRole('img', { name: /^Pay curve of Bookings/ }).waitFor();
    }
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  test('[PLAN-8] [PAY-42] a gate asks for the weighted average of two components, and is kept', async () => {
    await page.getByRole('link', { name: 'View plan' }).click();
    const drawer = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add Component' }).click();
    await drawer.getByLabel('Name').fill('Renewals');
    await choose(page, 'Status', 'Active');
    await drawer.getByLabel('Weight in percent').fill('0');
    await drawer.getByRole('button', { name: 'Add component' }).click();
    const edit = page.getByRole('button', { name: 'Edit Bookings' });
    await edit.click();
    await choose(page, /^Gate/, 'Weighted average of components');
    await drawer.getByLabel('Opens at an average of (%)').fill('90');
    await drawer.getByLabel(/^Maximum per component/).fill('100');
    await drawer.getByLabel('Weight of part 1 (%)').fill('60');
    await drawer.getByText("The weights of the gate's average total 110 instead of 100.").waitFor();
    const second = drawer.getByLabel('Weight of part 2 (%)');
    expect(await second.getAttribute('aria-invalid')).toBe('true');
    await second.fill('40');
    await expect.poll(() => second.getAttribute('aria-invalid')).toBeNull();
    await drawer.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Not saved', { exact: true }).waitFor({ state: 'detached' });
    await page.reload();
    await edit.click();
    await drawer.getByLabel('Weight of part 1 (%)').waitFor();
    const kept = [
      'Opens at an average of (%)',
      /^Maximum per component/,
      'Weight of part 1 (%)',
      'Weight of part 2 (%)',
    ];
    expect(await Promise.all(kept.map((label) => drawer.getByLabel(label).inputValue()))).toEqual([
      ...['90', '100', '60', '40'],
    ]);
    expect(await drawer.getByRole('combobox', { name: 'Part 1' }).textContent()).toBe('Bookings');
    expect(complaints).toEqual([]);
  });
});
