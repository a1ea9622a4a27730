import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAs, openWindow, signIn } from './person.ts';

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

  test('[VERS-05] [VERS-11] a branch is committed, and a second person merges it after choosing a side', async () => {
    await screen().getByRole('tab', { name: 'Branches' }).click();
    await button('New Branch').click();
    await dialog().getByLabel('Name').fill('tune');
    await dialog().getByRole('button', { name: 'New Branch' }).click();
    await button('Edit form: tune').click();
    const form = dialog().getByLabel('Form (JSON)');
    const text = await form.inputValue();
    await form.fill(JSON.stringify({ ...JSON.parse(text), description: 'Of the branch', riskLevel: 'high' }));
    await dialog().getByRole('button', { name: 'Save form' }).click();
    await screen().getByText('Uncommitted').waitFor();
    await button('Commit: tune').click();
    await dialog().getByLabel('Message').fill('Tune the form');
    await dialog().getByRole('button', { name: 'Commit', exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
    // main changes the same field
    await screen().getByRole('tab', { name: 'Versions' }).click();
    await screen()
      .getByRole('listitem')
      .filter({ hasText: 'Clearer description' })
      .getByRole('button', { name: 'View Details' })
      .click();
    await dialog().getByRole('button', { name: 'Revert to this version' }).click();
    await dialog().getByRole('button', { name: 'Revert', exact: true }).click();
    await screen().getByRole('heading', { name: '1.0.3' }).waitFor();
    await button('Merge Request').click();
    await dialog().getByRole('button', { name: 'Open request' }).click();
    await screen().getByText('1 of 1 conflicts left').waitFor();
    await screen().getByText('Another person who may publish has to merge it.').waitFor();
    expect(await button('Merge into main').isDisabled()).toBe(true);
    const other = await openWindow(browser, new URL(page.url()).origin);
    await other.page.goto(page.url());
    await signIn(other.page, 'admin');
    await other.page.getByRole('radio', { name: /^tune/ }).check();
    await other.page.getByRole('button', { name: 'Merge into main' }).click();
    await other.page.getByText('Of the branch').first().waitFor();
    expect([...complaints, ...other.complaints]).toEqual([]);
  });
});
