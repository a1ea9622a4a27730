import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choose, enterAs } from './person.ts';

describe('tests of workflows', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('developer', '/agent-builder/tests'));
  });
  afterAll(() => browser?.close());

  const screen = () => page.getByTestId('page-agent-tests');
  const button = (name: string) => screen().getByRole('button', { name, exact: true });
  const tab = (name: string) => screen().getByRole('tab', { name, exact: true }).click();
  const dialog = () => page.getByRole('dialog');

  test('[TESTS-01] [TESTS-08] [TESTS-09] [TESTS-10] the overview has the stated tabs, buttons and recent runs', async () => {
    await screen()
      .getByRole('row', { name: /Fails on purpose/ })
      .first()
      .waitFor();
    const tabs = await screen().getByRole('tab').allTextContents();
    expect(tabs).toEqual(['Overview', 'Test Suites', 'Coverage', 'Performance', 'Reports']);
    for (const name of ['Run All Tests', 'Rerun Failed', 'Generate Report', 'New Test'])
      expect(await button(name).count()).toBe(1);
    for (const name of ['Passed', 'Failed', 'Total', 'Average coverage'])
      expect(await screen().getByText(name, { exact: true }).count()).toBeGreaterThan(0);
  });

  test('[TESTS-11] [TESTS-05] a suite gets a case with wrong expectations, which fails with expected and actual', async () => {
    await button('New Test').click();
    await choose(page, 'Suite', 'Commission Calculator');
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await dialog().getByLabel('Name').fill('Wrong savings');
    await dialog().getByLabel('Expected JSON').fill('{"processed":41}');
    await dialog().getByRole('button', { name: 'Save case' }).click();
    await button('Run').click();
    await screen().getByText('Partial', { exact: true }).first().waitFor();
    await screen()
      .getByRole('row', { name: /Wrong savings/ })
      .click();
    await screen().getByRole('heading', { name: 'Result of Wrong savings' }).waitFor();
    const place = screen().getByRole('row', { name: /^processed/ });
    expect(await place.getByRole('cell').allTextContents()).toEqual(['41', '40']);
    await button('All suites').click();
    const cards = screen().getByRole('list', { name: 'Test suites' }).getByRole('listitem');
    expect(await cards.getByRole('button', { name: 'Run', exact: true }).count()).toBe(9);
  });

  test('[WT-13] a test of one step begins with sample data of that step, and passes', async () => {
    await button('New Test').click();
    await choose(page, 'Suite', 'Commission Calculator');
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await choose(page, 'Tests', 'Chosen plans');
    await dialog().getByText('Earlier steps return their stubs').waitFor();
    await dialog().getByLabel('Name').fill('Only the commission');
    await dialog().getByRole('button', { name: 'Save case' }).click();
    await screen()
      .getByRole('row', { name: /Only the commission.*Unit/ })
      .waitFor();
    await button('Run').click();
    await screen()
      .getByRole('row', { name: /Only the commission.*Passed/ })
      .waitFor();
    await button('All suites').click();
  });

  test('[TESTS-13] [TESTS-14] coverage shows three shares, three components and each step', async () => {
    await tab('Coverage');
    for (const name of ['Functions', 'Lines', 'Branches'])
      await screen().getByText(name, { exact: true }).first().waitFor();
    const bars = await screen()
      .getByRole('region', { name: 'Components' })
      .getByRole('progressbar')
      .evaluateAll((all) =>
        all.map((one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent),
      );
    expect(bars).toEqual(['Computed steps', 'Effects', 'People and waits']);
    await screen().getByText('How coverage counts').waitFor();
  });

  test('[TESTS-15] [TESTS-16] [TESTS-19] [TESTS-20] [TESTS-21] performance and reports are shown and downloaded', async () => {
    await tab('Performance');
    await screen().getByRole('heading', { name: 'Response times' }).waitFor();
    await screen().getByRole('heading', { name: 'Resource use' }).waitFor();
    await tab('Reports');
    for (const name of ['Weekly Test Summary', 'Performance Regression Analysis']) {
      await button(`View ${name}`).click();
      await dialog().getByRole('heading', { name }).waitFor();
      await page.keyboard.press('Escape');
      for (const [press, ends] of [
        [`Download ${name} (PDF)`, '.pdf'],
        [`Export ${name} (CSV)`, '.csv'],
      ] as const) {
        const download = page.waitForEvent('download');
        await button(press).click();
        expect((await download).suggestedFilename().endsWith(ends)).toBe(true);
      }
    }
    expect(complaints).toEqual([]);
  });
});
