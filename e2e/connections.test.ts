import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choose, enterAs } from './person.ts';

const secret = 'a-token-nobody-reads-back';

describe('a connection, made, tried, changed and removed', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  /** All responses since the secret was typed. */
  const answers: Promise<string | null>[] = [];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('developer', '/agent-builder/connections'));
    page.on('response', (response) => {
      // A browser drops the text of an aborted response.
      if (response.url().includes('/api/connections')) answers.push(response.text().catch(() => null));
    });
  });
  afterAll(() => browser?.close());

  const dialog = () => page.getByRole('dialog');
  const row = (name: string) => page.getByRole('rowheader', { name, exact: true });
  const field = (name: string | RegExp) => dialog().getByRole('textbox', { name });

  test('is made with the keyboard alone; its secret goes in and does not come back', async () => {
    await page.getByRole('button', { name: 'New connection' }).press('Enter');
    await dialog().getByRole('combobox', { name: 'Type' }).press('Enter');
    await page.keyboard.type('Chat');
    await page.keyboard.press('Enter');
    await dialog().getByText('A team chat for messages.').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Journey chat');
    await field('Address').fill('https://chat.example.com/v1');
    await dialog().getByLabel('Token').fill(secret);
    await page.keyboard.press('Escape');
    await dialog().getByRole('button', { name: 'Save connection' }).press('Enter');
    await dialog().getByRole('button', { name: 'Test connection' }).waitFor();
    await expect.poll(() => dialog().textContent()).toContain('Stored');
  });

  test('is tried, and says why it does not work', async () => {
    await dialog().getByRole('button', { name: 'Test connection' }).click();
    await dialog().getByRole('status').getByText('Connection failed.').waitFor();
    await expect.poll(() => dialog().getByRole('status').textContent()).toMatch(/is not an allowed host/);
  });

  test('[CONN-5] led elsewhere it asks for its secret again, and stays where it was', async () => {
    await dialog().getByRole('button', { name: 'Edit' }).click();
    await field('Address').fill('https://elsewhere.example.com/v1');
    await dialog().getByText('The destination changed: enter the secret again').waitFor();
    await dialog().getByRole('button', { name: 'Save connection' }).click();
    await dialog().getByText('You changed where or how the secret is sent.').waitFor();
    expect(complaints.splice(0)).toEqual([expect.stringContaining('400')]);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().getByText('https://chat.example.com/v1').waitFor();
    await page.keyboard.press('Escape');
    await row('Journey chat').waitFor();
  });

  test('is found by its kind, and removed with its secret', async () => {
    await choose(page, 'Type', 'CRM');
    await page.getByText('No matching connections').waitFor();
    await choose(page, 'Type', 'Chat');
    await row('Journey chat').click();
    await dialog().getByRole('button', { name: 'Remove connection', exact: true }).click();
    await page.getByRole('button', { name: 'Remove connection and secret' }).click();
    await dialog().first().waitFor({ state: 'detached' });
    await page.getByText('No matching connections').waitFor();
    const shown = (await Promise.all(answers)).filter((text) => text !== null);
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.join()).not.toContain(secret);
    expect(await page.content()).not.toContain(secret);
    expect(complaints).toEqual([]);
  });
});
