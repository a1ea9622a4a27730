import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAs } from './person.ts';

/** Clicks of the journeys people repeat most, from the first screen. Typing is not a click. */
describe('a rep', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('rep', '/compensation'));
    await page.evaluate(() => {
      Object.assign(window, { clicks: 0 });
      document.addEventListener('click', () => Object.assign(window, { clicks: clicksSoFar() + 1 }), true);
      const clicksSoFar = () => (window as unknown as { clicks: number }).clicks;
    });
  });
  afterAll(() => browser?.close());

  const clicks = () => page.evaluate(() => (window as unknown as { clicks: number }).clicks);

  test('reads why a line pays what it pays within 2 clicks, and disputes it within 4', async () => {
    const statement = page.getByRole('main').getByRole('link', { name: /^\$[\d,.]+$/ });
    await statement.first().click();
    await page
      .getByText(/of quota is worth/)
      .first()
      .waitFor();
    await page.getByText('How this was calculated').first().click();
    await page.getByText('Attainment is credit ÷ quota').first().waitFor();
    expect(await clicks()).toBeLessThanOrEqual(2);

    await page.getByRole('button', { name: 'Dispute', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Explain/).fill('A deal of December is missing.');
    await dialog.getByRole('button', { name: 'Send dispute' }).click();
    await page.getByRole('link', { name: 'View dispute' }).waitFor();
    expect(await clicks()).toBeLessThanOrEqual(4);
    expect(complaints).toEqual([]);
  });
});
