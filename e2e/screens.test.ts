import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Found, findThings, type Screen, screens } from './addresses.ts';
import { accessibilityFaults, openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;

describe('every screen', () => {
  let url: string;
  let browser: Browser;
  beforeAll(async () => {
    ({ url, browser } = await enterStage());
  });
  afterAll(() => browser?.close());

  test('sign-in: within reach for everybody, in every width and theme', async () => {
    const { page, complaints } = await openWindow(browser, url);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in to Attain' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('within reach for everybody, no wider than the window, titled, without an error, in every width and theme', async () => {
    const open = screens.slice();
    const faults: string[] = [];
    await Promise.all([0, 1].map(() => walk(open, faults)));
    expect(faults).toEqual([]);
  }, 600_000);

  /** Takes one screen after the other from the list until none is left; two walks share the machine's two cores. */
  async function walk(open: Screen[], faults: string[]): Promise<void> {
    const { page, complaints } = await openWindow(browser, url);
    await page.goto('/');
    await signIn(page, 'admin');
    const found = await findThings(page);
    for (let screen = open.shift(); screen; screen = open.shift()) {
      const path = pathOf(screen, found);
      await page.setViewportSize(sizes[0]);
      await page.goto(path);
      await page.getByText(screen.shows).first().waitFor({ state: 'attached' });
      const title = await page.title();
      const wanted = screen.title;
      const name = title.replace(/ · Attain$/, '');
      if (name === title || !(typeof wanted === 'string' ? name === wanted : wanted.test(name)))
        faults.push(`${path}: the window is called "${title}"`);
      const heads = await page.getByRole('heading', { level: 1, includeHidden: true }).count();
      if (heads !== 1) faults.push(`${path}: ${heads} headings of the first level`);
      faults.push(...(await faultsOf(page)).map((one) => `${path} at ${one}`));
    }
    faults.push(...complaints);
    await page.context().close();
  }

  test('a rep sees what is theirs, and no door that stays shut', async () => {
    const { page, complaints } = await openWindow(browser, url);
    await page.goto('/compensation/plan-design');
    await signIn(page, 'rep');
    await page.getByText('This page is not open to you').waitFor();
    const nav = page.getByRole('navigation', { name: 'Main' });
    expect(await nav.getByRole('link', { name: 'Plan Design' }).count()).toBe(0);
    await nav.getByRole('link', { name: 'Statements' }).click();
    await page.getByRole('grid', { name: 'Statements' }).getByRole('row').nth(1).click();
    await page.getByText(/Total of \d component/).waitFor();
    await page.getByText('How this was calculated').first().click();
    await page.getByRole('link', { name: 'Open the full explanation' }).first().click();
    await page.getByText('The arithmetic').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

function pathOf(screen: Screen, found: Found): string {
  return typeof screen.path === 'string' ? screen.path : screen.path(found);
}

/**
 * What is wrong with the screen as it stands, in every width and both themes. A theme changes colours and nothing else
 * (it is a set of CSS variables), so the rules about colour are checked in both, the others once in every width.
 */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.locator(`html[data-theme="${theme}"]`).waitFor();
      await page.evaluate(() => document.fonts.ready);
      const found = await accessibilityFaults(page, theme === 'light' ? 'all' : 'colours');
      faults.push(...found.map((one) => `${size.width} px, ${theme}: ${one}`));
    }
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) faults.push(`${size.width} px: ${beyond} px wider than the window`);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return faults;
}
