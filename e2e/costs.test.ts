import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choose, enterAs } from './person.ts';

describe('costs', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('admin', '/agent-builder/costs'));
  });
  afterAll(() => browser?.close());

  const screen = () => page.getByTestId('page-agent-costs');
  const button = (name: string) => screen().getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');

  test('[COST-01] [COST-02] [CONF-BUILD-02] five tabs open with the month and its categories', async () => {
    await screen().getByRole('heading', { name: 'Cost & ROI Management' }).waitFor();
    const categories = screen().getByRole('table', { name: 'By category' });
    await screen().getByText('Language models').last().waitFor();
    const tabs = await screen().getByRole('tab').allTextContents();
    expect(tabs).toEqual(['Overview', 'Usage', 'Budgets', 'Optimization', 'ROI Analysis']);
    const heads = ['Category', 'Current', 'Monthly budget', 'Change'];
    for (const name of heads)
      await screen().getByRole('columnheader', { name, exact: true }).first().waitFor();
    expect(await categories.count()).toBeLessThanOrEqual(1);
  });

  test('[COST-04] [COST-12] a budget is created, changed with a reason and deleted', async () => {
    await screen().getByRole('tab', { name: 'Budgets' }).click();
    await screen()
      .getByText(/more than the annual \$25,000.00/)
      .waitFor();
    await button('Create budget').click();
    await dialog().getByLabel('Name').fill('Servers');
    await dialog().getByLabel('Limit', { exact: true }).fill('1');
    await choose(page, 'Applies to', 'Category');
    await choose(page, 'Which', 'Infrastructure');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await screen().getByText('Threshold exceeded').waitFor();
    await screen().getByText('Exceeded', { exact: true }).waitFor();
    await button('Edit Servers').click();
    await dialog().getByLabel('Limit', { exact: true }).fill('900000');
    await dialog().getByLabel('Reason for a higher limit').fill('New servers');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await screen().getByText('Threshold exceeded').waitFor({ state: 'detached' });
    await button('Delete budget Servers').click();
    await button('Edit Servers').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
