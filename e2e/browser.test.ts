import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';

describe('the browser that npm brings', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test('lays out, runs scripts and finds things by role and label', async () => {
    const page = await browser.newPage({ viewport: { width: 800, height: 300 } });
    await page.setContent(`
      <label>Deal amount <input value="1,250.00"></label>
      <button onclick="document.querySelector('output').textContent = 'Paid 125.00'">Calculate</button>
      <output role="status"></output>`);
    await page.getByRole('button', { name: 'Calculate' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Paid 125.00');
    await expect.poll(() => page.getByLabel('Deal amount').inputValue()).toBe('1,250.00');
    const box = await page.getByRole('button').boundingBox();
    expect(box?.width).toBeGreaterThan(40);
    expect((await page.screenshot()).subarray(1, 4).toString()).toBe('PNG');
    await page.close();
  });
});
