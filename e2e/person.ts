import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { samplePassword } from './attain-process.ts';

/** Opens a browser window of its own; every error the page logs fails the test through `complaints`. */
export async function openWindow(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

/** Types the account into the login screen that stands there now, and waits for the first screen. */
export async function signIn(page: Page, username: string, password = samplePassword): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: /sidebar/ }).waitFor();
}

/** Chooses an entry of a select that is known by its label. */
export async function choose(page: Page, label: string | RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Everything axe finds against WCAG 2.2 AA on the screen as it stands, in readable lines; or only what colours break. */
export async function accessibilityFaults(page: Page, which: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Our screens have no frames of others, so axe need not gather its results in a window of its own; and only what is
  // wrong is sent back in full.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (which === 'all')
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  else axe.withRules(['color-contrast', 'link-in-text-block']);
  const { violations, passes } = await axe.analyze();
  expect(passes.length).toBeGreaterThan(which === 'all' ? 5 : 0);
  return violations.flatMap((fault) =>
    fault.nodes.map((node) => `${fault.id}: ${node.target.join(' ')}: ${node.failureSummary ?? fault.help}`),
  );
}
