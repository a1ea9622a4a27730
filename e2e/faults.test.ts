import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { findThings } from './addresses.ts';
import { openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

describe('screens of failures', () => {
  let browser: Browser;
  let url: string;
  let page: Page;
  beforeAll(async () => {
    ({ browser, url } = await enterStage());
  });
  afterAll(() => browser?.close());

  /** A window on a screen; the failing request follows by navigation. */
  async function at(path: string): Promise<void> {
    await page?.context().close();
    ({ page } = await openWindow(browser, url));
    await page.goto(path);
    await signIn(page, 'admin');
  }
  const go = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

  test('without a network a banner says so, what was typed stays, and the banner goes when the network is back', async () => {
    await at('/tell-me');
    const field = page.getByRole('textbox', { name: 'Your question' });
    await field.fill('How much did we pay in 2025-Q4?');
    await page.context().setOffline(true);
    const banner = page.getByRole('status').filter({ hasText: 'You are offline' });
    await banner.waitFor();
    await expect.poll(() => field.inputValue()).toBe('How much did we pay in 2025-Q4?');
    await page.getByRole('button', { name: 'Ask' }).click();
    const failed = page.getByText('The answer could not be loaded');
    await failed.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.context().setOffline(false);
    await banner.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^The pay in 2025-Q4 is/).waitFor();
  });

  test('without a network Proof verifies evidence, a statement and the log, and finds a changed digit', async () => {
    await at('/proof');
    const { run, person } = await findThings(page);
    const text = (path: string) => page.evaluate(async (to) => (await fetch(`/api${to}`)).text(), path);
    const { rows } = JSON.parse(await text('/suggestions?limit=50'));
    const packed = rows.find((one: { evidenceHash: string | null }) => one.evidenceHash !== null);
    const pack = await text(`/suggestions/${packed.uuid}/evidence/export?format=json`);
    const files = [
      ['pack.json', pack, /^pack.json is consistent/],
      ['statement.json', await text(`/statements/${run}/${person}.json`), /^statement.json is consistent/],
      ['log.jsonl', await text('/audit/export'), /^log.jsonl is consistent/],
      [
        'changed.json',
        pack.replace(/(?<="confidence":)\d/, (digit) => `${(Number(digit) % 9) + 1}`),
        /^changed.json is not/,
      ],
    ] as const;
    // the page loads its verifiers ahead of need
    const scripts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      );
    for (const verifier of ['verify-pack', 'verify-statement', 'verify-log'])
      await expect.poll(scripts).toContain(verifier);
    await page.context().setOffline(true);
    await page.getByRole('status').filter({ hasText: 'You are offline' }).waitFor();
    for (const [name, content, outcome] of files) {
      const file = { name, mimeType: 'application/json', buffer: Buffer.from(content) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('heading', { name: outcome, level: 3 }).waitFor();
    }
    const hash = page.getByRole('list', { name: 'Verification steps' }).getByRole('listitem').nth(1);
    expect(await hash.textContent()).toMatch(/^hashFail/);
  });

  test('an answer that takes long is said to take long, and comes when it is asked for again', async () => {
    await at('/tell-me');
    let held = 0;
    // never answered, like a hanging server
    await page.route(/\/api\/quotas\?/, (route) => {
      held += 1;
      return held === 1 ? undefined : route.continue();
    });
    await go('Quotas & Targets');
    const banner = page.getByRole('status').filter({ hasText: 'taking longer than 10 seconds' });
    await banner.waitFor();
    await banner.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('rowheader').first().waitFor();
    expect(held).toBe(2);
  });

  test('a refused list shows why, the request’s id, and comes after a retry', async () => {
    await at('/tell-me');
    const body = { error: 'The disk is full.', code: 'INTERNAL', requestId: 'request-500' };
    await page.route(
      /\/api\/quotas\?/,
      (route) => route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(body) }),
      { times: 1 },
    );
    await go('Quotas & Targets');
    await page.getByText('The disk is full.').waitFor();
    await expect.poll(() => page.getByText('request-500').count()).toBe(1);
    await expect.poll(() => page.getByRole('button', { name: /Copy/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('rowheader').first().waitFor();
  });

  test('a screen whose code does not come says what failed, offers the details, and comes after a retry', async () => {
    await page?.context().close();
    ({ page } = await openWindow(browser, url));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const broken = /\/assets\/quotas-page-[^/]*\.js/;
    await page.route(broken, (route) => route.abort());
    await page.goto('/tell-me');
    await signIn(page, 'admin');
    await go('Quotas & Targets');
    const alert = page.getByRole('alert').filter({ hasText: 'This screen could not be shown' });
    await alert.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await alert.getByRole('button', { name: 'Copy details' }).click();
    await alert.getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^This screen could not be shown\n/);
    expect(copied).toContain('/compensation/quotas');
    await page.unroute(broken);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('rowheader').first().waitFor();
    await page.context().close();
  });
});
