import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize, sizes } from './accessibility.ts';
import { type Found, findThings, type Screen, screens } from './addresses.ts';
import { moveTo, openWindow, signIn, watchComplaints } from './person.ts';
import { enterStage } from './stage.ts';

describe('every screen', () => {
  let url: string;
  let browser: Browser;
  beforeAll(async () => {
    ({ url, browser } = await enterStage());
  });
  afterAll(() => browser?.close());

  test('sign-in is accessible in every width and theme', async () => {
    const { page, complaints } = await openWindow(browser, url);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in to Attain' }).waitFor();
    expect(await faultsInEverySize(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('accessible in every width and theme: fits the window, titled, named controls, no error', async () => {
    const { page, complaints } = await openWindow(browser, url);
    await page.goto('/calendar');
    await signIn(page, 'admin');
    const found = await findThings(page);
    const open = screens.slice();
    const faults: string[] = [];
    // Two tabs share the machine's two cores.
    await Promise.all(
      [page, await tabOf(page.context(), complaints)].map((tab) => walk(tab, open, found, faults)),
    );
    expect([...faults, ...complaints]).toEqual([]);
    expect(open).toEqual([]);
    await page.context().close();
  }, 600_000);

  test('a rep sees only screens they can open', async () => {
    const { page, complaints } = await openWindow(browser, url);
    await page.goto('/compensation/plan-design');
    await signIn(page, 'rep');
    await page.getByText('You don’t have access to this page.').waitFor();
    const nav = page.getByRole('navigation', { name: 'Main' });
    expect(await nav.getByRole('link', { name: 'Plan Design' }).count()).toBe(0);
    await nav.getByRole('link', { name: 'Statements' }).click();
    await page.getByRole('grid', { name: 'Statements' }).getByRole('row').nth(1).click();
    await page.getByText(/Total of \d component/).waitFor();
    await page.getByText('How this was calculated').first().click();
    await page.getByRole('link', { name: 'View full explanation' }).first().click();
    await page.getByText('Calculation steps').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

/** Opens each screen of the list, alternating the window's width. */
async function walk(page: Page, open: Screen[], found: Found, faults: string[]): Promise<void> {
  let order = sizes.slice();
  for (let screen = open.shift(); screen; screen = open.shift()) {
    const path = pathOf(screen, found);
    await show(page, screen, path);
    const heads = await page.getByRole('heading', { level: 1, includeHidden: true }).count();
    if (heads !== 1) faults.push(`${path}: ${heads} headings of the first level`);
    faults.push(...(await faultsInEverySize(page, order)).map((one) => `${path} at ${one}`));
    order = order.toReversed();
  }
}

/** Moves to the screen in place, which ends when title and text appear. */
async function show(page: Page, screen: Screen, path: string): Promise<void> {
  const before = await page.title();
  const isTitle = (title: string) =>
    title.endsWith(' · Attain') &&
    (typeof screen.title === 'string'
      ? title === `${screen.title} · Attain`
      : screen.title.test(title.replace(/ · Attain$/, '')));
  // Two screens with one title can't be told apart while moving.
  if (page.url() === 'about:blank' || isTitle(before)) await page.goto(path);
  else await moveTo(page, path);
  await expect
    .poll(async () => isTitle(await page.title()), { message: `${path} has its title`, timeout: 30_000 })
    .toBe(true);
  await page.getByText(screen.shows).first().waitFor({ state: 'attached' });
}

async function tabOf(context: BrowserContext, complaints: string[]): Promise<Page> {
  const page = await context.newPage();
  watchComplaints(page, complaints);
  return page;
}

function pathOf(screen: Screen, found: Found): string {
  return typeof screen.path === 'string' ? screen.path : screen.path(found);
}
