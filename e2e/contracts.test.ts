import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAs } from './person.ts';

describe('data contracts', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('developer', '/agent-builder/data'));
  });
  afterAll(() => browser?.close());

  const screen = () => page.getByTestId('page-agent-data');
  const button = (name: string) => screen().getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');

  test('[CONTRACT-01] [CONTRACT-02] a list of schemas opens details with the stated tabs', async () => {
    const row = screen().getByRole('row', { name: /Compensation input/ });
    await row.waitFor();
    for (const head of ['Name', 'Type', 'Format', 'Version', 'Status', 'Last modified', 'Usage'])
      expect(await screen().getByRole('columnheader', { name: head, exact: true }).count()).toBe(1);
    await row.click();
    await screen().getByRole('heading', { name: 'Compensation input', level: 2 }).waitFor();
    const tabs = await screen().getByRole('tab').allTextContents();
    expect(tabs).toEqual(['Schema', 'Sample Data', 'Validation', 'Usage']);
    await screen().getByRole('tab', { name: 'Validation' }).click();
    await screen().getByLabel('Value (JSON)').fill('{"timeframe":"Q5-2024"}');
    await button('Check value').click();
    await screen().getByText('Does not fit 1.0.0').waitFor();
  });

  test('[CONTRACT-03] [CONTRACT-04] [CONTRACT-05] [CONTRACT-06] schemas are imported, made, edited, published and exported', async () => {
    await button('Import Schema').click();
    await dialog().getByLabel('Or paste it here').fill('{"$ref":"https://example.com/x.json"}');
    await dialog().getByRole('button', { name: 'Read schemas' }).click();
    await dialog()
      .getByText(/is in another file/)
      .waitFor();
    const schema = { title: 'Order', type: 'object', properties: { id: { type: 'string' } } };
    await dialog().getByLabel('Or paste it here').fill(JSON.stringify(schema));
    await dialog().getByRole('button', { name: 'Read schemas' }).click();
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => dialog().getByLabel('Name').inputValue()).toBe('Order');
    await dialog().getByRole('button', { name: 'Save draft' }).click();
    await button('Publish 1.0.0').click();
    await button('Deprecate').waitFor();
    await button('Edit').click();
    await dialog()
      .getByLabel('Schema (JSON)')
      .fill(JSON.stringify({ ...schema, required: ['id'] }));
    await dialog().getByRole('button', { name: 'Save draft' }).click();
    await screen().getByText('Breaking change').waitFor();
    await button('Publish 2.0.0').waitFor();
    const download = page.waitForEvent('download');
    await button('Export').click();
    await page.getByRole('menuitem', { name: 'TypeScript' }).click();
    expect((await download).suggestedFilename()).toBe('order-1.0.0.ts');
    await button('New Schema').click();
    await dialog().getByLabel('Schema (JSON)').fill('{');
    await dialog().getByLabel('Name').fill('Wrong');
    await dialog().getByRole('button', { name: 'Save draft' }).click();
    await dialog().getByText('Schema is not valid JSON.').waitFor();
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
  });
});
