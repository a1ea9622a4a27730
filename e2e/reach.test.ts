import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawn, pixelsBeyond } from './accessibility.ts';
import { type Found, findThings } from './addresses.ts';
import { keyboardOf } from './keyboard.ts';
import { moveTo, openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

/** The main screens: first-level heading and address. */
const mainScreens: readonly (readonly [heading: RegExp, path: (found: Found) => string])[] = [
  [/^Incentive Compensation$/, () => '/compensation'],
  [/^FY25 Enterprise AE plan$/, ({ plan }) => `/compensation/plan-design/${plan}`],
  [/^Eligibility & Enrollment$/, () => '/compensation/eligibility'],
  [/^FY25 Enterprise AE plan, 2025-Q4$/, ({ run }) => `/compensation/payout/${run}`],
  [/^Statement of /, ({ run, person }) => `/compensation/statements/${run}/${person}`],
  [/^New import$/, () => '/compensation/imports/new'],
  [/^Agent Overview$/, () => '/agent-builder'],
];

describe('the reader’s own wishes', () => {
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    ({ browser, url } = await enterStage());
  });
  afterAll(() => browser?.close());

  /** A signed-in window with these preferences. */
  async function windowOf(options: BrowserContextOptions): Promise<{ page: Page; found: Found }> {
    const { page } = await openWindow(browser, url, options);
    await page.goto('/calendar');
    await signIn(page, 'admin');
    return { page, found: await findThings(page) };
  }

  /** Opens the main screens and collects their problems. */
  async function walk(page: Page, found: Found, wrong: () => Promise<string[]>): Promise<string[]> {
    const faults: string[] = [];
    for (const [heading, path] of mainScreens) {
      await moveTo(page, path(found));
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.locator('main :not([aria-busy="true"])').first().waitFor();
      await drawn(page);
      faults.push(...(await wrong()).map((one) => `${path(found)}: ${one}`));
    }
    return faults;
  }

  const tooWide = async (page: Page) => {
    const beyond = await pixelsBeyond(page);
    return beyond > 0 ? [`${beyond} px wider than the window`] : [];
  };

  test.each([
    ['no-preference', 200],
    ['reduce', 0],
  ] as const)('with motion "%s" a dialog opens in %i ms', async (reducedMotion, ms) => {
    const { page } = await windowOf({ reducedMotion });
    await page.getByRole('button', { name: 'JIT' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const seconds = await dialog.evaluate((one) =>
      Number.parseFloat(getComputedStyle(one).animationDuration),
    );
    expect(Math.round(seconds * 1000)).toBe(ms);
    const longest = await page.evaluate(() => {
      const all = [...document.querySelectorAll('*')].flatMap((one) => {
        const { animationDuration, transitionDuration } = getComputedStyle(one);
        return `${animationDuration}, ${transitionDuration}`.split(', ').map(Number.parseFloat);
      });
      return Math.max(...all);
    });
    if (reducedMotion === 'reduce') expect(longest).toBeLessThanOrEqual(0.001);
    else expect(longest).toBeGreaterThan(0.05);
    await page.context().close();
  });

  test('in forced colours every control shows that it has the focus, and what is chosen or current', async () => {
    const { page } = await windowOf({ forcedColors: 'active' });
    await page.goto('/compensation/eligibility');
    await page.getByRole('grid').getByRole('checkbox').first().waitFor();
    const { press, focused } = keyboardOf(page);
    const seen = new Set<string>();
    const dark: string[] = [];
    for (let stop = 0; stop < 60; stop += 1) {
      await press('Tab');
      const name = await focused();
      if (name !== '') seen.add(name);
      if (!(await page.evaluate(showsFocus))) dark.push(name);
    }
    expect(seen.size).toBeGreaterThan(30);
    expect(dark).toEqual([]);
    const outline = (control: ReturnType<Page['locator']>) =>
      control.evaluate((one) => getComputedStyle(one).outlineStyle);
    const nav = page.getByRole('navigation', { name: 'Main' });
    expect(await outline(nav.getByRole('link', { name: 'Eligibility & Enrollment' }))).toBe('solid');
    expect(await outline(nav.getByRole('link', { name: 'Plan Design' }))).toBe('none');
    const mode = (name: string) => page.locator('label', { has: page.getByRole('radio', { name }) });
    expect(await outline(mode('Hybrid/Assisted'))).toBe('solid');
    expect(await outline(mode('UI/Manual'))).toBe('none');
    await page.context().close();
  });

  test('at 200 % nothing is wider than the window', async () => {
    const { page, found } = await windowOf({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });
    expect(await walk(page, found, () => tooWide(page))).toEqual([]);
    await page.context().close();
  });

  test.each([1440, 1024])(
    'with text of twice the size nothing is wider than %i px, and no control is lost',
    async (width) => {
      const { page } = await openWindow(browser, url, { viewport: { width, height: 900 } });
      // The text size of the browser's own settings, so that media queries follow it too.
      const settings = await page.context().newCDPSession(page);
      await settings.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      await page.goto('/calendar');
      await signIn(page, 'admin');
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      const found = await findThings(page);
      const lost = async () => [...(await tooWide(page)), ...(await page.evaluate(controlsOutside))];
      expect(await walk(page, found, lost)).toEqual([]);
      await page.context().close();
    },
  );

  test('right to left, the sidebar is on the right, sheets open from the left, and nothing is too wide', async () => {
    const { page, found } = await windowOf({});
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await walk(page, found, () => tooWide(page)), `${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const side = await page.getByRole('complementary').boundingBox();
    expect((side?.x ?? 0) + (side?.width ?? 0)).toBe(1440);
    const main = await page.getByRole('main').boundingBox();
    expect(main?.x).toBe(0);
    // The search is at the right of its row. Tabs and their content follow.
    await moveTo(page, `/compensation/payout/${found.run}`);
    const search = page.getByRole('searchbox', { name: 'Search participants' });
    const [first, second] = [
      await search.boundingBox(),
      await page.getByRole('combobox', { name: 'Component' }).boundingBox(),
    ];
    expect(first?.x).toBeGreaterThan(second?.x ?? 1440);
    await moveTo(page, `/compensation/payout/${found.run}/${found.person}/${found.component}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Calculation steps').waitFor();
    expect((await drawer.boundingBox())?.x).toBe(0);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    const select = page.getByRole('combobox', { name: 'Component' });
    await select.click();
    const [button, list] = [await select.boundingBox(), await page.getByRole('listbox').boundingBox()];
    const end = (box: typeof button) => Math.round((box?.x ?? 0) + (box?.width ?? 0));
    expect(end(list)).toBe(end(button));
    await page.context().close();
  });
});

/** Runs in the page: true if the focus is visible. After the end of the page, nothing has it. */
function showsFocus(): boolean {
  const one = document.activeElement;
  if (!one || one === document.body) return true;
  // A radio button that fills its label shows the label's ring.
  const drawnBy = getComputedStyle(one).opacity === '0' ? one.closest('label') : one;
  if (!drawnBy) return false;
  const { outlineStyle, outlineWidth } = getComputedStyle(drawnBy);
  return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
}

/** Runs in the page: the controls of the bar and of the heading that stand beyond an edge of the window. */
function controlsOutside(): string[] {
  return [...document.querySelectorAll('header button, header a')]
    .filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 0 && (left < -1 || right > innerWidth + 1);
    })
    .map((one) => `outside: ${one.getAttribute('aria-label') ?? one.textContent}`);
}
