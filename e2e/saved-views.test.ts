import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choose, enterAs, moveTo, openWindow, sendAs, signIn } from './person.ts';

const address = '/compensation/tracking';

describe('saved views of a list', () => {
  let browser: Browser;
  let page: Page;
  let manager: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('compadmin', address));
    ({ page: manager } = await openWindow(browser, new URL(page.url()).origin));
    await manager.goto(address);
    await signIn(manager, 'manager');
  });
  afterAll(async () => {
    // other files open these lists as the same people
    await page?.evaluate(removeViews);
    await browser?.close();
  });

  const open = (who: Page, name = 'Views') => who.getByRole('button', { name, exact: true }).click();
  const pick = (who: Page, item: string | RegExp) => who.getByRole('menuitem', { name: item }).click();
  const parameters = (who: Page) => Object.fromEntries(new URL(who.url()).searchParams);

  test('[ACCESS-46] filters, order and columns are saved by keyboard, found by a colleague, and open the list', async () => {
    await choose(page, 'Pace', 'Ahead');
    await page.getByRole('columnheader', { name: 'Attainment' }).click();
    await open(page, 'Columns');
    await page.getByRole('menuitemcheckbox', { name: 'Territory' }).click();
    await expect
      .poll(() => parameters(page))
      .toEqual({ flag: 'ahead', order: '-attainment', hide: 'territory' });
    await page.getByRole('columnheader', { name: 'Territory' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Views', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Save as new view…' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('Ahead of pace');
    await page.getByRole('checkbox', { name: 'Share with everyone' }).check();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Ahead of pace' }).waitFor();

    await open(manager);
    await manager.getByRole('menuitemcheckbox', { name: /^Ahead of pace · shared by / }).click();
    await expect.poll(() => parameters(manager)).toEqual(parameters(page));
    await open(manager, 'Ahead of pace');
    expect(await manager.getByRole('menuitem', { name: /Rename|Delete|Stop sharing/ }).count()).toBe(0);
    await pick(manager, 'Open the list with this view');
    await manager.goto(address);
    await expect.poll(() => parameters(manager)).toEqual(parameters(page));
    await open(manager, 'Ahead of pace');
    await manager.getByRole('menuitemcheckbox', { name: 'All rows' }).click();
    await expect.poll(() => parameters(manager)).toEqual({});
    // going back is not another visit
    await moveTo(manager, '/compensation/disputes');
    await manager.getByRole('heading', { name: 'Disputes' }).first().waitFor();
    await manager.goBack();
    await open(manager);
    await manager.getByRole('menuitemcheckbox', { name: 'All rows', checked: true }).waitFor();
    await manager.keyboard.press('Escape');
  });

  test('a rename reaches the other window, and a view whose filter is unknown opens with what is left of it', async () => {
    await open(page, 'Ahead of pace');
    await pick(page, 'Rename…');
    await page.getByRole('textbox', { name: 'Name' }).fill('In front');
    await page.getByRole('button', { name: 'Rename view' }).click();
    await page.getByRole('button', { name: 'In front' }).waitFor();
    await open(manager);
    await manager.getByRole('menuitemcheckbox', { name: /^In front · default · shared by / }).waitFor();
    await manager.keyboard.press('Escape');

    const search = { flag: 'flying', hide: 'no-such-column', order: 'no-such-column' };
    await sendAs(page, '/api/saved-views', { list: 'tracking', name: 'Old', search });
    await page.goto(address);
    await open(page);
    await page.getByRole('menuitemcheckbox', { name: 'Old', exact: true }).click();
    await page.getByText('Part of “Old” no longer exists').first().waitFor();
    await page.getByRole('row').nth(3).waitFor();
    expect(complaints).toEqual([]);
  });

  test('a deleted view can be restored from another page, and opens the list again', async () => {
    await open(page, 'Old (changed)');
    await pick(page, 'Open the list with this view');
    await open(page, 'Old (changed)');
    await page.getByRole('menuitemcheckbox', { name: 'Old · default' }).waitFor();
    await pick(page, 'Delete “Old”');
    await page.getByText('“Old” deleted').first().waitFor();
    await moveTo(page, '/compensation/disputes');
    await page.getByRole('heading', { name: 'Disputes' }).first().waitFor();
    const chosen = page.waitForResponse('**/api/saved-views/default');
    await page.getByRole('button', { name: 'Undo' }).click();
    await chosen;
    expect([new URL(page.url()).pathname, parameters(page)]).toEqual(['/compensation/disputes', {}]);
    await page.goto(address);
    await page.getByRole('button', { name: 'Old (changed)' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('a view that others see is deleted after a question', async () => {
    await open(page, 'Old (changed)');
    await page.getByRole('menuitemcheckbox', { name: /^In front/ }).click();
    await open(page, 'In front');
    await pick(page, 'Delete “In front”');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
    await page.getByText('“In front” deleted').first().waitFor();
    await open(manager);
    await manager.getByRole('menuitemcheckbox', { name: /^In front/ }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});

/** Runs in the page: removes the user's views of the list, and with them what others made their default. */
async function removeViews(): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-session-token': localStorage.auth_token };
  const { rows } = await (await fetch('/api/saved-views?list=tracking', { headers })).json();
  for (const { id } of rows as { id: string }[])
    await fetch(`/api/saved-views/${id}/remove`, { method: 'POST', headers, body: '{}' });
}
