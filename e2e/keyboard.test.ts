import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samplePassword } from './attain-process.ts';
import { stepsOfOneJourney } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { openWindow } from './person.ts';
import { enterStage } from './stage.ts';

const deals = `Deal id,Date,Amount,Currency,Participant,Product
KEY-1,2025-09-20,1000.00,USD,TC-1057,Core Platform
`;

describe('the main job with the keyboard alone', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    const stage = await enterStage();
    browser = stage.browser;
    ({ page, complaints } = await openWindow(browser, stage.url));
    // Choosers are caught from here on: asked for only just before the press, the catching can come after the chooser.
    page.on('filechooser', () => undefined);
    await page.goto('/compensation/imports');
  });
  afterAll(() => browser?.close());

  const press = (key: string) => page.keyboard.press(key);
  const tabTo = (name: RegExp) => keyboardOf(page).goTo(name);
  const focused = () => keyboardOf(page).focused();
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

  test('sign in', async () => {
    await page.getByRole('heading', { name: 'Sign in to Attain' }).waitFor();
    await expect.poll(focused).toBe('Username');
    await page.keyboard.type('finance');
    await press('Tab');
    await page.keyboard.type(samplePassword);
    await press('Enter');
    await heading('Imports');
  });

  test('skip the navigation', async () => {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.reload();
    await heading('Imports');
    await press('Tab');
    expect(await focused()).toBe('Skip to content');
    await press('Enter');
    await tabTo(/^New import$/);
    await press('Enter');
    await heading('New import');
  });

  test('import', async () => {
    await tabTo(/^(Participants|Deals|Quotas)/);
    for (let step = 0; step < 8; step += 1) {
      if (/^Deals/.test(await focused())) break;
      await press('ArrowDown');
    }
    await press('Space');
    await tabTo(/^Deals file/);
    const chooser = page.waitForEvent('filechooser');
    await press('Enter');
    await (await chooser).setFiles({
      name: 'by-keyboard.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(deals),
    });
    await heading('by-keyboard.csv');
    await tabTo(/^Start dry run$/);
    await press('Enter');
    await page.getByRole('button', { name: 'Store 1 row' }).waitFor();
    await tabTo(/^Store 1 row/);
    await press('Enter');
    await page.getByText('1 new and 0 changed deals stored').waitFor();
  });

  test('calculate', async () => {
    await tabTo(/^Payout Calculation$/);
    await press('Enter');
    await heading('Payout Calculation');
    await tabTo(/^Calculate$/);
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(/^Plan$/);
    await press('Enter');
    await page.getByRole('option').first().waitFor();
    for (let step = 0; step < 20; step += 1) {
      if (/^FY25 Enterprise AE plan(?! EMEA)/.test(await focused())) break;
      await press('ArrowDown');
    }
    await press('Enter');
    await tabTo(/^Plan calendar$/);
    await press('ArrowRight');
    await press('Space');
    await tabTo(/^First day$/);
    await page.keyboard.type('7/1/2025');
    await tabTo(/^Last day$/);
    await page.keyboard.type('9/30/2025');
    await tabTo(/^Start calculation$/);
    await press('Enter');
    await page
      .getByRole('grid', { name: 'Payouts' })
      .getByText(/^Sum of \d+ lines$/)
      .waitFor();
  });

  test('explain, and come back to the line', async () => {
    await tabTo(/^Aaliyah Batiste$/);
    await press('ArrowDown');
    await press('ArrowUp');
    await press('Enter');
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Calculation steps').waitFor();
    await drawer.getByText('KEY-1').first().waitFor();
    await tabTo(/^KEY-1/);
    await press('Enter');
    await drawer.getByText('Line 2 of by-keyboard.csv').waitFor();
    await press('Escape');
    await expect.poll(() => drawer.count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-place')))
      .toBe('0:0');
  });

  test('nothing on the way logged an error', () => {
    expect(complaints).toEqual([]);
  });
});
