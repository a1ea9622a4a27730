import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyboardOf } from './keyboard.ts';
import { openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

/** Palette search, by keyboard only. */
describe('search in the palette', () => {
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    ({ browser, url } = await enterStage());
  });
  afterAll(() => browser?.close());

  const enter = async (username: string) => {
    const { page, complaints } = await openWindow(browser, url);
    await page.goto('/calendar');
    await signIn(page, username);
    return { page, complaints };
  };
  /** Types into the palette and returns the results with their groups. */
  const search = async (page: Page, text: string): Promise<string[]> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('');
    const answered = page.waitForResponse((answer) => answer.url().includes('/api/search'));
    await page.keyboard.type(text);
    await answered;
    await page.getByText('Searching…').waitFor({ state: 'detached' });
    return page.getByRole('option').allTextContents();
  };
  const first = (page: Page, path: string) =>
    page.evaluate(async (at) => (await (await fetch(`/api${at}`)).json()).rows[0], path);

  test('people, plans, deals, statements, periods and calculations are found and opened', async () => {
    const { page, complaints } = await enter('finance');
    const [deal, statement] = [await first(page, '/deals?limit=1'), await first(page, '/statements?limit=1')];
    const { participantName, period, planName } = statement;
    expect((await search(page, participantName)).join()).toMatch(/, People.*, Statements/s);
    await page.keyboard.press('Escape');
    expect((await search(page, planName)).join()).toMatch(/, Plans.*, Calculations/s);
    await page.keyboard.press('Escape');
    expect((await search(page, period.key)).join()).toMatch(/, Statements.*, Periods.*, Calculations/s);
    await page.keyboard.press('Escape');
    expect(await search(page, deal.id)).toHaveLength(1);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: new RegExp(`^Deal .*${deal.id}`) }).waitFor();
    await page.keyboard.press('Escape');
    const sought = `${participantName}, ${period.key}`;
    expect((await search(page, sought)).at(0)).toMatch(new RegExp(`^${sought}.*, Statements$`));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Statement of ${participantName}` }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('a rep finds the own statements and neither plans nor colleagues', async () => {
    const { page } = await enter('rep');
    const { participantName, period } = await first(page, '/statements?limit=1');
    const found = await search(page, period.key);
    expect(found.every((one) => one.startsWith(participantName) && one.endsWith(', Statements'))).toBe(true);
    expect(found.length).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    expect(await search(page, 'FY25 ')).not.toContainEqual(expect.stringMatching(/, (Plans|Calculations)$/));
    await page.keyboard.press('Escape');
    await search(page, 'no such thing anywhere');
    await page.getByText('No results').waitFor();
    await expect.poll(keyboardOf(page).focused).toBe('Ask “no such thing anywhere”, Tell Me');
    await page.context().close();
  });
});
