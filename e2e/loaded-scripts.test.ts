import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAs, openWindow, signIn } from './person.ts';

/** Scripts the window loads from now on. */
function collectScripts(page: Page): Map<string, Response> {
  const scripts = new Map<string, Response>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.set(pathname, response);
  });
  return scripts;
}

/** Size of a script in bytes, with gzip's best compression. */
const weigh = async (response: Response) => gzipSync(await response.body(), { level: 9 }).length;

/** Resolves when the browser is idle and a second has passed without another script. */
async function allLoaded(page: Page, scripts: ReadonlyMap<string, unknown>): Promise<void> {
  for (let before = -1; before !== scripts.size; ) {
    before = scripts.size;
    await page.evaluate(
      () => new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve, 1_000))),
    );
  }
}

describe('JavaScript that a screen loads in all, also ahead of need', () => {
  let browser: Browser;
  let first: Page;
  let url: string;
  beforeAll(async () => {
    ({ browser, page: first } = await enterAs('admin', '/calendar'));
    url = new URL(first.url()).origin;
  });
  afterAll(() => browser?.close());

  test.each([
    ['admin', '/compensation', 'Latest calculations', 220_000],
    ['designer', '/compensation', 'Latest calculations', 220_000],
    ['rep', '/compensation', 'Latest statement', 220_000],
    ['admin', '/agent-builder/canvas?workflow=attainment-calculator', '16 nodes, 19 connections', 300_000],
  ])('%s, %s: at most what its budget is', async (username, path, shows, max) => {
    const page = username === 'admin' ? await first.context().newPage() : await pageOf(username);
    const scripts = collectScripts(page);
    await page.goto(path);
    await page.getByText(shows).first().waitFor();
    await allLoaded(page, scripts);
    // the first interaction loads the toasts
    await page.keyboard.press('Shift');
    await allLoaded(page, scripts);
    expect([...scripts.keys()].join()).toContain('/toast-');
    const sizes = await Promise.all(
      [...scripts].map(async ([file, script]): Promise<[string, number]> => [file, await weigh(script)]),
    );
    const sum = sizes.reduce((bytes, [, size]) => bytes + size, 0);
    const heaviest = sizes.sort(([, a], [, b]) => b - a).map(([file, size]) => `${size} ${file}`);
    expect(sizes.length).toBeGreaterThan(5);
    expect(sum, `${sum} bytes in ${sizes.length} files:\n${heaviest.join('\n')}`).toBeLessThanOrEqual(max);
    await page.close();
  });

  test('hovering or focusing a navigation entry loads its screen', async () => {
    const page = await first.context().newPage();
    const scripts = collectScripts(page);
    await page.goto('/compensation');
    await page.getByText('Latest calculations').waitFor();
    await allLoaded(page, scripts);
    const of = (name: string) => [...scripts.keys()].filter((file) => file.includes(`/${name}-`)).length;
    const entry = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
    expect([of('statements-page'), of('audit-page')]).toEqual([0, 0]);
    await entry('Statements').hover();
    await expect.poll(() => of('statements-page')).toBe(1);
    await entry('Audit & Compliance').focus();
    await expect.poll(() => of('audit-page')).toBe(1);
    expect(new URL(page.url()).pathname).toBe('/compensation');
    await page.close();
  });

  /** A new page of another user, who is signed in already. */
  async function pageOf(username: string): Promise<Page> {
    const { page } = await openWindow(browser, url);
    await page.goto('/calendar');
    await signIn(page, username);
    return page.context().newPage();
  }
});
