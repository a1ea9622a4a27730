import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAs } from './person.ts';

describe('version control', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs(
      'developer',
      '/agent-builder?agent=attainment-calculator',
    ));
  });
  afterAll(() => browser?.close());

  const screen = () => page.getByTestId('page-agent-versions');
  const button = (name: string) => screen().getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');

  test('[VERS-02] [VERS-03] [VERS-07] a changed agent becomes a version that names its changes', async () => {
    await page.getByLabel('Description').first().fill('Computes attainment per payee');
    const saved = page.waitForResponse((one) => one.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save Draft' }).click();
    expect((await saved).status()).toBe(200);
    await page.goto('/agent-builder/versions?agent=attainment-calculator');
    await button('Create Version').click();
    await dialog().getByText('Form: description').waitFor();
    await dialog().getByLabel('Message').fill('Clearer description');
    await dialog().getByRole('button', { name: 'Create Version' }).click();
    const newest = screen().getByRole('listitem').filter({ hasText: 'Clearer description' });
    await newest.getByText('latest', { exact: true }).waitFor();
    await newest.getByRole('heading', { name: '1.0.1' }).waitFor();
    await newest.getByRole('button', { name: 'View Details' }).click();
    await dialog().getByText('Content hash').waitFor();
    await page.keyboard.press('Escape');
  });

  test('[VERS-16] two versions are compared, and an older one is brought back', async () => {
    await screen().getByRole('tab', { name: 'Compare' }).click();
    await screen()
      .getByRole('region', { name: 'What changed' })
      .first()
      .getByText('description', { exact: true })
      .waitFor();
    expect(await screen().getByRole('combobox').count()).toBe(3);
    await screen().getByRole('tab', { name: 'Versions' }).click();
    await button('View Details').last().click();
    await dialog().getByRole('button', { name: 'Revert to this version' }).click();
    await dialog().getByRole('button', { name: 'Revert', exact: true }).click();
    await screen().getByRole('heading', { name: '1.0.2' }).waitFor();
  });

  test('[VERS-04] [VERS-06] [VERS-08] tags are recomputed; the history and a version are files', async () => {
    await button('Auto-Tag').click();
    await page.getByText('All tags were right.', { exact: true }).waitFor();
    for (const [name, file] of [
      ['Export History', 'attainment-calculator-history.versions.json'],
      ['Download', 'attainment-calculator-1.0.2.versions.json'],
    ] as const) {
      const download = page.waitForEvent('download');
      await button(name).first().click();
      expect((await download).suggestedFilename()).toBe(file);
    }
    expect(complaints).toEqual([]);
  });
});
