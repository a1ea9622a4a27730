import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { samplePassword } from './attain-process.ts';
import { type Keyboard, keyboardOf } from './keyboard.ts';
import { openWindow } from './person.ts';
import { enterStage } from './stage.ts';

describe('the shell with the keyboard alone', () => {
  let browser: Browser;
  let url: string;
  let page: Page;
  let keys: Keyboard;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, url } = await enterStage());
    ({ page, complaints } = await openWindow(browser, url));
    keys = keyboardOf(page);
    await page.goto('/calendar');
    await signInByKeys(page, 'admin');
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
  });
  afterAll(() => browser?.close());
  // Each journey begins at the top of the page.
  beforeEach(async () => {
    await page.goto('/calendar');
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
  });

  const isDialogGone = () => expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  const nav = () => page.getByRole('navigation', { name: 'Main' });

  test('[SHELL-NAV-11] the group of the navigation folds and unfolds', async () => {
    const plans = nav().getByRole('link', { name: 'Plan Design' });
    await keys.goTo(/^Collapse Incentive Compensation$/);
    await keys.press('Enter');
    await plans.waitFor({ state: 'hidden' });
    expect(await keys.focused()).toBe('Expand Incentive Compensation');
    await keys.press('Space');
    await plans.waitFor({ state: 'visible' });
    await keys.press('Tab');
    expect(await keys.focused()).toBe('Plan Design');
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Plan Design', level: 1 }).waitFor();
  });

  test('[SHELL-UI-09] the mode is chosen with the arrows', async () => {
    await keys.goTo(/^Hybrid\/Assisted$/);
    for (const [arrow, mode] of [
      ['ArrowLeft', 'UI/Manual'],
      ['ArrowRight', 'Hybrid/Assisted'],
    ] as const) {
      const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await keys.press(arrow);
      expect((await kept).status()).toBe(200);
      await expect.poll(() => page.getByRole('radio', { name: mode }).isChecked()).toBe(true);
      expect(await keys.focused()).toBe(mode);
    }
  });

  test('[SHELL-UI-32] the theme is chosen in its menu, which gives the focus back', async () => {
    const html = page.locator('html');
    await keys.goTo(/^Theme: System$/);
    await keys.press('Enter');
    await keys.goTo(/^Dark$/, 'ArrowDown');
    await keys.press('Enter');
    await expect.poll(() => html.getAttribute('data-theme')).toBe('dark');
    await expect.poll(keys.focused).toBe('Theme: Dark');
    await keys.press('ArrowDown');
    await keys.goTo(/^System$/, 'ArrowDown');
    await keys.press('Space');
    await expect.poll(() => html.getAttribute('data-theme')).toBe('light');
  });

  test('[CONF-SHELL-08] the menu of workspaces names one’s own, and Escape leaves it', async () => {
    await keys.goTo(/^Workspace: /);
    const before = await keys.focused();
    await keys.press('Enter');
    const items = page.getByRole('menuitemcheckbox');
    await items.first().waitFor();
    await expect.poll(() => items.count()).toBe(2);
    await expect.poll(() => page.getByRole('menuitemcheckbox', { checked: true }).count()).toBe(1);
    await keys.press('Escape');
    await expect.poll(keys.focused).toBe(before);
  });

  test('the palette leads to a screen, and gives the focus back when it is left', async () => {
    await keys.goTo(/^JIT$/);
    await keys.press('Control+k');
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
    await keys.press('Escape');
    await isDialogGone();
    await expect.poll(keys.focused).toBe('JIT');
    await keys.press('Control+k');
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
    await keys.type('quotas');
    await page.getByRole('option', { name: /Quotas & Targets/ }).waitFor();
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Quotas & Targets', level: 1 }).waitFor();
    await expect.poll(keys.focused).toBe('Quotas & Targets');
  });

  test('the sheet of shortcuts opens with ? and closes with Escape', async () => {
    await keys.goTo(/^Tell Me$/);
    await keys.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await keys.press('Escape');
    await isDialogGone();
    await expect.poll(keys.focused).toBe('Tell Me');
  });

  test('[CONST-SHELL-17] the notices of the session are read in the bar, and F8 leads to the newest', async () => {
    await keys.goTo(/^Notifications/);
    await keys.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await panel.waitFor();
    await expect.poll(() => panel.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    await keys.press('Escape');
    await expect.poll(keys.focused).toMatch(/^Notifications/);
    const region = page.getByRole('region', { name: /^Notification/ });
    await keys.press('F8');
    await expect.poll(() => region.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  });

  test('[AUTH-26] the list of sessions is opened, read and left', async () => {
    await keys.goTo(/^User menu of /);
    const menu = await keys.focused();
    await keys.press('ArrowDown');
    await keys.goTo(/^Active sessions$/, 'ArrowDown');
    await keys.press('Enter');
    const sessions = page.getByRole('dialog', { name: 'Active sessions' });
    await sessions.getByText('This session').waitFor();
    await keys.goTo(/^Close$/);
    await keys.press('Enter');
    await isDialogGone();
    await expect.poll(keys.focused).toBe(menu);
  });

  test('[AUTH-17] a password is changed, and signing out leads back to the first field', async () => {
    // No other test uses this account: its password changes.
    const { page: own } = await openWindow(browser, url);
    const mine = keyboardOf(own);
    await own.goto('/calendar');
    await signInByKeys(own, 'brennhagen-manager');
    await mine.goTo(/^User menu of /);
    await mine.press('Enter');
    await mine.goTo(/^Change password$/, 'ArrowDown');
    await mine.press('Enter');
    const dialog = own.getByRole('dialog', { name: 'Change password' });
    await dialog.waitFor();
    await mine.goTo(/^Current password/);
    await mine.press('Enter');
    await dialog.locator('[aria-invalid="true"]').first().waitFor();
    for (const text of [samplePassword, 'seven brown foxes pay', 'seven brown foxes pay']) {
      await mine.type(text);
      await mine.press('Tab');
    }
    await mine.goTo(/^Change password$/);
    await mine.press('Enter');
    await own.locator('li[data-state="open"]').getByText('Password changed').waitFor();
    await expect.poll(mine.focused).toMatch(/^User menu of /);
    await mine.press('ArrowDown');
    await mine.goTo(/^Sign out$/, 'ArrowDown');
    await mine.press('Enter');
    await expect.poll(mine.focused).toBe('Username');
    await signInByKeys(own, 'brennhagen-manager', 'seven brown foxes pay');
    await own.context().close();
  });

  test('nothing on the way logged an error', () => {
    expect(complaints).toEqual([]);
  });
});

/** Fills in the current login screen, which has the focus in its first field. */
async function signInByKeys(page: Page, username: string, password = samplePassword): Promise<void> {
  const { press, type } = keyboardOf(page);
  await page.getByLabel('Username').and(page.locator(':focus')).waitFor();
  await type(username);
  await press('Tab');
  await type(password);
  await press('Enter');
  await page.getByRole('button', { name: /^User menu of / }).waitFor();
}
