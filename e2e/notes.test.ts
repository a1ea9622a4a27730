import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overlayFaults } from './accessibility.ts';
import { enterAs, openWindow, signIn } from './person.ts';

describe('notes', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('compadmin', '/compensation/crediting'));
  });
  afterAll(() => browser?.close());

  const section = (who: Page) => who.getByRole('region', { name: 'Notes' });
  const field = () => section(page).getByRole('textbox', { name: 'New note' });

  test('[ACCESS-47] a note with a mention is written by keyboard, and its notice leads a colleague to it', async () => {
    await page.getByRole('row').nth(1).click();
    await field().pressSequentially('Is the split agreed, @financ');
    await section(page)
      .getByRole('button', { name: /@finance$/ })
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect.poll(() => section(page).getByRole('list', { name: 'Members to mention' }).count()).toBe(0);
    await page.keyboard.type('e');
    await section(page)
      .getByRole('button', { name: /@finance$/ })
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => field().inputValue()).toBe('Is the split agreed, @finance ');
    expect(await overlayFaults(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    const saved = section(page).getByRole('listitem').filter({ hasText: 'Is the split agreed' });
    await saved.waitFor();
    await expect.poll(() => field().inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await section(page).waitFor({ state: 'detached' });
    await page.getByRole('row').nth(1).click();
    await saved.waitFor();
    await field().fill('Not yet');
    await page.keyboard.press('Escape');
    await page.getByText('Your note isn’t saved.').waitFor();
    await page.keyboard.press('Escape');
    await field().fill('');

    const { page: finance } = await openWindow(browser, new URL(page.url()).origin);
    await finance.goto('/');
    await signIn(finance, 'finance');
    await finance.getByRole('button', { name: /Notifications/ }).click();
    await finance.getByRole('link', { name: 'Open note' }).first().click();
    const linked = section(finance).getByRole('listitem').filter({ hasText: 'Is the split agreed' });
    await expect.poll(() => linked.getAttribute('aria-current')).toBe('true');
    expect(await linked.getByRole('button').count()).toBe(0);

    await section(page)
      .getByRole('button', { name: /^Delete the note/ })
      .click();
    await page.getByRole('button', { name: 'Delete note' }).click();
    await section(finance).getByText('This note was deleted.').waitFor();
    expect(complaints).toEqual([]);
  });
});
