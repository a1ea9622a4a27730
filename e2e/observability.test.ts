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

  test('[OBS-01] [OBS-05] [OBS-06] [RUNS-23] five tabs: logs are searched and exported, a rule is created', async () => {
    await page.goto('/agent-builder/observability');
    const tabs = screen().getByRole('tab');
    await screen().getByRole('heading', { name: 'Runs over time' }).waitFor();
    expect(await tabs.allTextContents()).toEqual(['Overview', 'Traces', 'Metrics', 'Logs', 'Alerts']);
    await screen().getByRole('tab', { name: 'Logs' }).click();
    await screen().getByLabel('Search message or source').fill('DISPUTE RESOLVER');
    const lines = screen().getByTestId('log-lines').getByRole('listitem');
    await expect
      .poll(
        async () => new Set((await lines.allTextContents()).map((line) => line.includes('Dispute Resolver'))),
      )
      .toEqual(new Set([true]));
    const region = screen().getByRole('region', { name: 'Log lines' });
    expect(await region.evaluate((one) => getComputedStyle(one).maxHeight)).toBe('384px');
    await screen().getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'As CSV' }).click();
    expect((await download).suggestedFilename()).toBe('attain-logs.csv');
    await screen().getByRole('tab', { name: 'Alerts' }).click();
    await screen().getByRole('button', { name: 'Configure Alerts' }).click();
    await page.getByRole('button', { name: 'Create rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create alert rule' });
    await dialog.getByLabel('Name').fill('Payroll missing');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit Payroll missing' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
