import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAs } from './person.ts';

describe('observability', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('admin', '/agent-builder/observability'));
  });
  afterAll(() => browser?.close());

  const screen = () => page.getByTestId('page-agent-observability');

  test('figures lead to the runs behind them, and a run to its steps over time, by keyboard', async () => {
    await screen().getByRole('heading', { name: 'Observability' }).waitFor();
    const workflows = screen().getByRole('grid', { name: 'By workflow' });
    await workflows.getByRole('link', { name: 'Attainment Calculator' }).click();
    const traces = screen().getByRole('grid', { name: 'Traces' });
    await traces.getByText('Attainment Calculator').first().waitFor();
    expect(await traces.getByText('Dispute Resolver').count()).toBe(0);
    await traces.getByText('Attainment Calculator').first().click();
    const tree = screen().getByRole('treegrid', { name: 'Steps of Attainment Calculator over time' });
    const rows = tree.getByRole('row');
    await rows.nth(1).focus();
    const before = await rows.count();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => rows.count()).toBe(2);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => rows.count()).toBe(before);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await screen().getByRole('complementary', { name: 'Start' }).getByText('Starts after').waitFor();
    expect(complaints).toEqual([]);
  });
});
