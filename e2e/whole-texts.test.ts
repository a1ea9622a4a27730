import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

describe('texts in lists and tiles', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const stage = await enterStage();
    browser = stage.browser;
    ({ page } = await openWindow(browser, stage.url));
    await page.goto('/compensation/payout');
    await signIn(page, 'admin');
  });
  afterAll(() => browser?.close());

  test.each([
    ['/compensation/payout', 1440],
    ['/compensation/payout', 1280],
    ['/compensation/imports', 1440],
    ['/compensation/imports', 1280],
  ])('badges of %s are whole at %s', async (path, width) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    const words = page.getByRole('grid').locator('span.inline-flex > span.truncate');
    await words.first().waitFor();
    const cut = await words.evaluateAll((nodes) =>
      nodes.filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent),
    );
    expect(cut).toEqual([]);
  });

  test('figures of tiles in a row are on one line, also where a label wraps', async () => {
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto('/compensation');
    await page.getByText('FY25 Mid-Market AE plan').last().waitFor();
    const tiles = page.locator('main .grid-rows-subgrid');
    await tiles.nth(2).waitFor();
    const places = await tiles.evaluateAll((nodes) =>
      nodes.map((node) => ({
        tile: Math.round(node.getBoundingClientRect().top),
        figure: Math.round(node.querySelector('.figures')?.getBoundingClientRect().top ?? 0),
      })),
    );
    const rows = new Map(places.map(({ tile, figure }) => [tile, figure]));
    expect(places).toEqual(places.map(({ tile }) => ({ tile, figure: rows.get(tile) })));
  });
});
