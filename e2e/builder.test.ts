import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderScreens, builtScreens } from './addresses.ts';
import { enterAs, leaveMode } from './person.ts';

describe('the agent builder’s frame', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('developer', '/agent-builder'));
  });
  afterAll(async () => {
    await leaveMode(page);
    await browser?.close();
  });

  const nav = () => page.getByRole('navigation', { name: 'Agent builder' });
  const header = () => page.getByRole('banner');

  test('[BSHELL-01] [SHELL-ROUTE-01] it has a left navigation, a header and a place for the screen', async () => {
    await nav().waitFor();
    await expect.poll(() => header().count()).toBe(1);
    await expect.poll(() => page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    const [left, top, main] = await Promise.all(
      [nav(), header(), page.getByRole('main')].map((part) => part.boundingBox()),
    );
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(main?.x ?? 0);
    expect((top?.y ?? 0) + (top?.height ?? 0)).toBeLessThanOrEqual(main?.y ?? 0);
  });

  for (const [path, testId, address, mark, title, label] of builderScreens) {
    test(`${path} ${testId} ${label} is at ${address} and has ${mark}`, async () => {
      const link = nav().getByRole('link', { name: label });
      expect(await link.getAttribute('href')).toBe(address);
      await link.click();
      await page.getByTestId(mark).getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe(address);
      expect(await page.title()).toBe(`${title} · Attain`);
      await page
        .getByTestId(mark)
        .getByText(builtScreens[address] ?? 'Coming soon')
        .first()
        .waitFor();
      await expect
        .poll(() => nav().locator('[aria-current="page"]').allTextContents())
        .toEqual([label === 'Canvas' ? 'CanvasCore' : label]);
    });
  }

  test('[BSHELL-16] the entry of the canvas carries the badge "Core", and no other entry carries one', async () => {
    expect(await nav().getByRole('link', { name: 'Canvas' }).getByText('Core', { exact: true }).count()).toBe(
      1,
    );
    await expect.poll(() => nav().getByText('Core', { exact: true }).count()).toBe(1);
  });

  test('[BSHELL-04] [BSHELL-05] [BSHELL-06] [BSHELL-07] the header has Save Draft, Import, New Agent and Settings', async () => {
    const save = header().getByRole('button', { name: 'Save Draft', exact: true });
    expect(await save.getAttribute('aria-description')).toBe('Nothing to save on this screen.');
    await nav().getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByTestId('page-agent-overview').waitFor();
    for (const name of ['Save Draft', 'Import', 'New Agent', 'Settings']) {
      const button = header().getByRole('button', { name, exact: true });
      expect([name, await button.count(), await button.isEnabled()]).toEqual([name, 1, true]);
    }
  });

  test('[BSHELL-03] [CONST-SHELL-05] [CONST-SHELL-06] [CONF-SHELL-13] the toggle changes between 280 px and 64 px', async () => {
    const side = page.getByRole('complementary', { name: 'Agent builder sidebar' });
    const width = async () => (await side.boundingBox())?.width;
    expect(await width()).toBe(280);
    await header().getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect.poll(width).toBe(64);
    // Icons only: the words are for screen readers and take no space.
    expect((await nav().getByText('Execution Runs').boundingBox())?.width).toBeLessThanOrEqual(1);
    await header().getByRole('button', { name: 'Expand sidebar' }).click();
    await expect.poll(width).toBe(280);
  });

  test('[SHELL-ROUTE-02] [BSHELL-38] an unknown address below it says so, inside the frame', async () => {
    for (const path of ['/agent-builder/anything', '/agent-builder/runs/1', '/agent-builder/a/b/c']) {
      await page.goto(path);
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
      await expect.poll(() => nav().count()).toBe(1);
    }
  });

  test('[BSHELL-13] a path below an entry marks the entry, [BSHELL-12] but not the root’s', async () => {
    await page.goto('/agent-builder/runs/1');
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await expect
      .poll(() => nav().locator('[aria-current="page"]').allTextContents())
      .toEqual(['Execution Runs']);
  });

  test('below 768 px the navigation is a sheet, which closes on the way', async () => {
    await page.setViewportSize({ width: 767, height: 900 });
    await expect.poll(() => nav().count()).toBe(0);
    await header().getByRole('button', { name: 'Expand sidebar' }).click();
    const sheet = page.getByRole('dialog', { name: 'Agent builder navigation' });
    await sheet.getByRole('link', { name: 'Observability' }).click();
    await page.getByTestId('page-agent-observability').waitFor();
    await expect.poll(() => sheet.count()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('[BSHELL-02] [CONF-SHELL-07] Back to Agent Mode chooses the mode agentic and goes to exactly /compensation', async () => {
    await header().getByRole('button', { name: 'Back to Agent Mode' }).click();
    await page.getByRole('heading', { name: 'Incentive Compensation', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/compensation');
    const mode = () => page.evaluate(async () => (await (await fetch('/api/auth/preferences')).json()).mode);
    await expect.poll(mode).toBe('agentic');
  });

  test('nothing on the way logged an error', () => {
    expect(complaints).toEqual([]);
  });
});
