import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { type RunningAttain, startAttain } from './attain-process.ts';
import { stepsOfOneJourney } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const password = 'violet harbour tram 47';

/** An installation without the sample, from its first start. */
describe('the first workspace of a production installation', () => {
  stepsOfOneJourney();
  let attain: RunningAttain;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [attain, { browser }] = await Promise.all([startAttain({ ATTAIN_ENV: 'production' }), enterStage()]);
    ({ page } = await openWindow(browser, attain.url));
    await page.goto('/setup');
  });
  afterAll(async () => {
    await browser?.close();
    await attain?.stop();
  });

  const create = () => page.getByRole('button', { name: 'Create workspace' });

  test('[ACCESS-8] the form says what is missing, refuses a wrong code and a password that is easy to guess', async () => {
    await page.getByRole('heading', { name: 'Set up Attain' }).waitFor();
    const { focused, goTo, press, type } = keyboardOf(page);
    await goTo(/^Create workspace$/);
    await press('Enter');
    await page.getByText('Enter the setup code').waitFor();
    await expect.poll(focused).toMatch(/^Setup code/);
    for (const text of ['AAAA-BBBB-CCCC', 'Example Inc', '', 'Ada Example', 'ada', 'passwordpassword123']) {
      if (text !== '') await type(text);
      await press('Tab');
    }
    await press('Enter');
    await page.getByText(/^The setup code is wrong or older than 15 minutes/).waitFor();
    await expect.poll(focused).toMatch(/^Setup code/);
    expect(await faultsInEverySize(page, sizes)).toEqual([]);
    await page.setViewportSize(sizes[0]);
    const code = /([0-9A-F]{4}-){2}[0-9A-F]{4}/.exec(attain.said())?.[0];
    await page.getByLabel('Setup code').fill(code ?? '');
    await create().click();
    await page.getByText(/^This password is too easy to guess/).waitFor();
    await expect.poll(focused).toMatch(/^Password/);
  });

  test('[ACCESS-8] the right code and a good password make it; its administrator is signed in, and signs in again', async () => {
    await page.getByLabel('Password').fill(password);
    await create().click();
    await page.getByRole('heading', { name: 'Incentive Compensation', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/compensation');
    const again = await openWindow(browser, attain.url);
    await again.page.goto('/setup');
    await again.page.getByRole('heading', { name: 'Sign in to Attain' }).waitFor();
    await signIn(again.page, 'ada', password);
    await again.page.getByRole('heading', { name: 'Incentive Compensation', level: 1 }).waitFor();
    expect(again.complaints).toEqual([]);
  });
});
