import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

type Shift = PerformanceEntry & {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
};

/** Keeps what moves without the user having done anything, as browsers score it, and what it was. */
function watchShifts(): void {
  const watched = window as unknown as { shifted: number; moved: string[] };
  watched.shifted = 0;
  watched.moved = [];
  const named = (node: Node | null) => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null);
    const text = element?.textContent?.replaceAll(/\s+/g, ' ').slice(0, 60) ?? '';
    return `<${element?.tagName.toLowerCase()} class="${element?.className}">${text}`;
  };
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      watched.shifted += value;
      for (const { node, previousRect: from, currentRect: to } of sources)
        watched.moved.push(
          `${value.toFixed(3)} ${named(node)} from ${from.x},${from.y} ${from.width}×${from.height} to ${to.x},${to.y} ${to.width}×${to.height}`,
        );
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Waits until what has arrived is drawn. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

describe('screens keep still and show their texts whole', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    const stage = await enterStage();
    browser = stage.browser;
    ({ page, complaints } = await openWindow(browser, stage.url));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/compensation/audit');
    await signIn(page, 'admin');
    await page.addInitScript(watchShifts);
  });
  afterAll(() => browser?.close());

  test.each([
    ['/compensation', 'Run Checks'],
    ['/compensation/audit', 'signed note'],
    ['/agent-builder/data', 'No contract selected'],
    ['/compensation/statements', 'Total pay'],
    ['/compensation/crediting', 'Customer'],
  ])('%s does not move while it loads', async (path, shows) => {
    await page.goto(path);
    await page.getByText(shows, { exact: true }).filter({ visible: true }).first().waitFor();
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
    await painted(page);
    const { shifted, moved } = await page.evaluate(() => {
      const { shifted, moved } = window as unknown as { shifted: number; moved: string[] };
      return { shifted, moved };
    });
    expect(shifted, moved.join('\n')).toBeLessThanOrEqual(0.02);
  });

  test.each([
    '/compensation/statements',
    '/compensation/plan-design',
    '/compensation/quotas',
    '/compensation/payout',
  ])('%s says its name only in the way to it and in its title', async (path) => {
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1 });
    await title.waitFor();
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
    const name = (await title.textContent()) ?? '';
    const said = page.getByRole('main').getByText(name, { exact: true }).filter({ visible: true });
    const tags = await said.evaluateAll((all) => all.map(({ tagName }) => tagName).sort());
    expect(tags).toEqual(['BDI', 'H1']);
  });

  test('the suggestions panel shows its parts at once', async () => {
    let answer = () => {};
    const asked = new Promise<void>((done) => {
      answer = done;
    });
    await page.route('**/api/assistant/state*', async (route) => {
      await asked;
      await route.continue();
    });
    // a request of the screen before would never finish
    await page.goto('about:blank');
    const suggestions = page.waitForEvent('requestfinished', (request) =>
      request.url().includes('/api/suggestions'),
    );
    await page.goto('/compensation');
    const panel = page.getByRole('complementary', { name: 'Suggestions' });
    await panel.getByRole('heading').first().waitFor();
    await suggestions;
    await painted(page);
    expect(await panel.getByRole('button', { name: 'Run Checks' }).count()).toBe(0);
    answer();
    await panel.getByRole('button', { name: 'Run Checks' }).waitFor();
    expect(await panel.getByText('Autonomy').count()).toBeGreaterThan(0);
    await page.unroute('**/api/assistant/state*');
  });

  test('pointing at the bell loads its list, so that a click shows it at once', async () => {
    await page.goto('/tell-me');
    const list = page.waitForResponse(/notice-list/);
    await page.getByRole('button', { name: /^Notifications/ }).hover();
    expect((await list).status()).toBe(200);
  });

  test('the search in the bar is not cut', async () => {
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const text = page.getByText('Search people, deals…', { exact: true });
      await expect
        .poll(() => text.evaluate((node) => node.scrollWidth - node.clientWidth), { message: `${width}` })
        .toBe(0);
    }
  });

  test('a strip of tabs that scrolls fades out at the end it goes on', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto('/compensation/agents/payout-validator');
    const strip = page.getByRole('tablist').first();
    await strip.waitFor();
    const fades = () => strip.evaluate((node) => getComputedStyle(node).maskImage);
    await expect.poll(fades).toMatch(/to left|270deg/);
    await strip.evaluate((node) => node.scrollTo(node.scrollWidth, 0));
    await expect.poll(fades).toMatch(/to right|90deg/);
    expect(complaints).toEqual([]);
  });
});
