import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

describe('a list whose next page does not come', () => {
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    ({ browser, url } = await enterStage());
  });
  afterAll(() => browser?.close());

  test('shows an error under the loaded rows, and continues on retry', async () => {
    const { page } = await openWindow(browser, url);
    await page.goto('/compensation/crediting');
    await signIn(page, 'admin');
    let reject = true;
    await page.route(/\/api\/deals\?.*cursor=/, (route) =>
      reject
        ? route.fulfill({
            status: 503,
            contentType: 'application/json',
            body: JSON.stringify({ error: 'The database is away.', code: 'UNAVAILABLE', requestId: 'r-503' }),
          })
        : route.continue(),
    );
    const grid = page.getByRole('grid', { name: 'Deals' });
    const row = (at: number) => grid.locator(`[data-place="${at}:0"]`);
    await row(0).focus();
    await page.keyboard.press('Control+End');
    const alert = page.getByRole('alert').filter({ hasText: 'More rows could not be loaded' });
    await alert.getByText('The database is away.').waitFor();
    await expect.poll(() => alert.getByText('r-503').count()).toBe(1);
    await expect.poll(() => row(499).count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    reject = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'detached' });
    await row(499).focus();
    await page.keyboard.press('ArrowDown');
    await row(500).waitFor();
    await page.close();
  });
});
