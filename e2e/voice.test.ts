import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { openWindow, signIn } from './person.ts';
import { standInForSpeech, takeSpeechAway } from './speech.ts';
import { enterStage } from './stage.ts';

describe('speaking into a field', () => {
  let browser: Browser;
  let url: string;
  let page: Page;
  let complaints: string[];
  let speech: Awaited<ReturnType<typeof standInForSpeech>>;
  beforeAll(async () => {
    ({ browser, url } = await enterStage());
    ({ page, complaints } = await openWindow(browser, url));
    speech = await standInForSpeech(page);
    await page.goto('/compensation/plan-design');
    await signIn(page, 'admin');
  });
  afterAll(() => browser?.close());

  const search = () => page.getByRole('searchbox', { name: 'Search plans' });
  const voice = () => page.getByRole('button', { name: 'Voice input' });
  const pressed = async () => (await voice().getAttribute('aria-pressed')) === 'true';

  test('[SHELL-UI-16] [SHELL-UI-17] [SHELL-UI-18] words fill the field while they are spoken, and narrow the list', async () => {
    await search().waitFor();
    expect(await pressed()).toBe(false);
    await voice().click();
    await expect.poll(pressed).toBe(true);
    await expect.poll(() => page.getByText('Waiting for the microphone…').count()).toBe(1);
    await speech.begin();
    await page.getByText('Listening… Press Esc to stop').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await speech.speak('enter');
    await expect.poll(() => search().inputValue()).toBe('enter');
    await speech.speak('Enterprise');
    await expect.poll(() => search().inputValue()).toBe('Enterprise');
    await speech.end();
    await expect.poll(pressed).toBe(false);
    await page.waitForURL(/search=Enterprise/);
    await page.getByRole('rowheader', { name: 'FY25 Enterprise AE plan', exact: true }).waitFor();
    expect(await search().evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test('[SHELL-UI-17] Escape stops it, in a dialog without closing the dialog; pressing again stops it too', async () => {
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search and commands' });
    const button = dialog.getByRole('button', { name: 'Voice input' });
    await button.click();
    await speech.begin();
    await speech.speak('payout calc');
    await dialog.getByRole('option', { name: /^Payout Calculation/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByText('Finishing the last words…').waitFor();
    await speech.end();
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe('payout calc');
    await button.click();
    await speech.begin();
    await button.click();
    await speech.end();
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('[SHELL-UI-18] typing ends it, and the keyboard alone can start it', async () => {
    await search().fill('');
    await search().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect.poll(pressed).toBe(true);
    await speech.begin();
    await page.keyboard.type('m');
    await expect.poll(pressed).toBe(false);
    expect(await speech.calls()).toContain('abort');
    await expect.poll(() => search().inputValue()).toBe('m');
  });

  test.each([
    ['not-allowed', 'Microphone access is blocked', /browser’s site settings/],
    ['no-speech', 'No words recognized', /speak again/],
    ['network', "The browser’s speech service can't be reached", /or type/],
    ['audio-capture', 'No microphone found', /Connect one/],
  ])('[SHELL-UI-18] %s is said in words and kept among the notices', async (error, title, remedy) => {
    await voice().click();
    await expect.poll(pressed).toBe(true);
    await speech.fail(error);
    const said = page.locator('li[data-state=open]');
    await said.filter({ hasText: title }).filter({ hasText: remedy }).waitFor();
    await expect.poll(pressed).toBe(false);
    await said.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page
      .getByRole('dialog', { name: /^Notifications/ })
      .getByText(title)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
  });

  test('a screen that is left stops listening', async () => {
    await voice().click();
    await speech.begin();
    await page.getByRole('link', { name: 'Payout Calculation' }).first().click();
    await page.waitForURL(/payout/);
    await expect.poll(() => speech.calls()).toContain('abort');
  });

  test('[SHELL-UI-31] never on passwords, nor on codes, figures and dates', async () => {
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: /password/i });
    await dialog.locator('input[type=password]').first().waitFor();
    expect(await dialog.getByRole('button', { name: 'Voice input' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.goto('/compensation/audit');
    await page.getByRole('searchbox', { name: 'Exact action' }).waitFor();
    // of all filters only the name of a person is prose
    const named = () => voice().evaluateAll((buttons) => buttons.map((button) => button.ariaDescription));
    expect(await named()).toEqual(['Person']);
    expect(complaints).toEqual([]);
  });

  test('[SHELL-UI-31] sign-in has none, and a browser that cannot listen shows none anywhere', async () => {
    const { page: other, complaints: otherComplaints } = await openWindow(browser, url);
    await takeSpeechAway(other);
    await other.goto('/compensation/plan-design');
    await other.getByLabel('Password').waitFor();
    expect(await other.getByRole('button', { name: 'Voice input' }).count()).toBe(0);
    await signIn(other, 'admin');
    await other.getByRole('searchbox', { name: 'Search plans' }).waitFor();
    expect(await other.getByRole('button', { name: 'Voice input' }).count()).toBe(0);
    expect(otherComplaints).toEqual([]);
  });
});
