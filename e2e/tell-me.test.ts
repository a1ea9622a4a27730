import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

describe('Tell Me', () => {
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    ({ browser, url } = await enterStage());
  });
  afterAll(() => browser?.close());

  const field = (page: Page) => page.getByRole('textbox', { name: 'Your question' });
  const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
  const facts = (page: Page) => page.getByRole('list', { name: 'Sources' }).getByRole('listitem');

  test('[SHELL-PROD-07] [SHELL-UI-11] [SHELL-UI-15] [CONF-SHELL-04] the button of the bar and the page are one: ask, read, follow a fact to its record', async () => {
    const { page, complaints } = await openWindow(browser, url);
    await page.goto('/compensation/payout');
    await signIn(page, 'admin');
    await page.getByRole('banner').getByRole('button', { name: 'Tell Me' }).click();
    await page.waitForURL('**/tell-me');
    // the field takes the focus once its screen has come; what is typed before goes nowhere
    await expect.poll(() => field(page).evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('How much did we pay in 2025-Q4?');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tell-me\?ask=/);
    await answer(page).getByText('Read as: Total pay, 2025-Q4').waitFor();
    const said = await answer(page).getByRole('status').textContent();
    const first = facts(page).first();
    const figure = (await first.textContent())?.match(/[$€][\d,]+\.\d\d/)?.[0] ?? 'no figure';
    await expect.poll(() => facts(page).count()).toBeGreaterThan(1);
    expect(said).toMatch(/^The pay in 2025-Q4 is [$€]/);
    await first.getByRole('link').click();
    await page.waitForURL(/\/compensation\/payout\//);
    await page.getByText(figure).first().waitFor();
    await page.goBack();
    await answer(page).waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('How much did we pay in 2025-Q4?');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('[SHELL-PROD-07] who earned most is who the statements say', async () => {
    const { page } = await openWindow(browser, url);
    await page.goto('/tell-me?ask=who+earned+most+in+2025-Q4');
    await signIn(page, 'admin');
    const [name, figure] = await page.evaluate(async () => {
      type Row = { participantName: string; total: string; currency: string };
      const get = async (path: string) => (await (await fetch(`/api${path}`)).json()).rows;
      const runs: { id: string; planName: string; status: string; period: { key: string } }[] =
        await get('/calculations?limit=1000');
      const of = new Set<string>();
      const rows: Row[] = [];
      for (const run of runs) {
        if (run.period.key !== '2025-Q4' || run.status !== 'completed' || of.has(run.planName)) continue;
        of.add(run.planName);
        rows.push(...(await get(`/statements?limit=1000&runId=${run.id}`)));
      }
      const dollars = rows.filter((row) => row.currency === 'USD');
      dollars.sort((a, b) => Number(b.total) - Number(a.total));
      return [dollars[0]?.participantName ?? '', dollars[0]?.total ?? ''];
    });
    const said = await answer(page).getByRole('status').textContent();
    expect(said?.replaceAll(',', '')).toContain(`Highest pay in 2025-Q4: ${name} with $${figure}`);
    await page.close();
  });

  test('[SHELL-PROD-07] [ASK-12] the search asks; a follow-up keeps the reading, on a phone as well', async () => {
    const { page, complaints } = await openWindow(browser, url);
    await page.goto('/compensation/payout');
    await signIn(page, 'admin');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('How much did we pay in 2025-Q4?');
    await page.getByRole('option', { name: /Ask “How much/ }).click();
    await answer(page).getByText('Read as: Total pay, 2025-Q4').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await field(page).fill('and in 2025-Q3?');
    await page.keyboard.press('Enter');
    await answer(page).getByText('Read as: Total pay, 2025-Q3').waitFor();
    await page.reload();
    await answer(page).getByText('Read as: Total pay, 2025-Q3').waitFor();
    const next = page.getByRole('region', { name: 'Ask next' }).getByRole('button');
    expect(await next.count()).toBe(3);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
    await next.first().click();
    await answer(page).getByText('Read as: Who earned most').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('[SHELL-PROD-07] what is not understood is said so, with examples that are', async () => {
    const { page } = await openWindow(browser, url);
    await page.goto('/tell-me?ask=will+it+rain');
    await signIn(page, 'admin');
    await page.getByText('This question was not understood').waitFor();
    await page.getByRole('button', { name: /Which calculations are out of date/ }).click();
    await answer(page).waitFor();
    await page.close();
  });

  test('[SHELL-PROD-07] [ASK-7] a rep asks about the own pay, and hears what is not open', async () => {
    const { page } = await openWindow(browser, url);
    await page.goto('/tell-me');
    await signIn(page, 'rep');
    await page.getByRole('button', { name: /How much did I earn/ }).click();
    await answer(page)
      .getByText(/ earned \$[\d,.]+ in 2025-Q4\.$/)
      .waitFor();
    await expect.poll(() => facts(page).count()).toBe(1);
    await field(page).fill('How much did we pay in 2025-Q4?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText(/You need permission to view calculations/).waitFor();
    await page.close();
  });
});
