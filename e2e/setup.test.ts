import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFaults, faultsInEverySize } from './accessibility.ts';
import { type RunningAttain, startAttain } from './attain-process.ts';
import { stepsOfOneJourney } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { giveAuthenticator, openWindow } from './person.ts';
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
  let site: string;
  let recoveryCode: string;
  beforeAll(async () => {
    [attain, { browser }] = await Promise.all([startAttain({ ATTAIN_ENV: 'production' }), enterStage()]);
    // passkeys need a host name
    site = attain.url.replace('127.0.0.1', 'localhost');
    ({ page } = await openWindow(browser, site));
    await page.goto('/setup');
  });
  afterAll(async () => {
    await browser?.close();
    await attain?.stop();
  });

  const passwordSignIn = async (where = page) => {
    await where.getByLabel('Username').fill('ada');
    await where.getByLabel('Password').fill(password);
    await where.getByRole('button', { name: 'Sign In' }).click();
  };
  const create = () => page.getByRole('button', { name: 'Create workspace' });

  test('[ACCESS-8] the form says what is missing, refuses a wrong code and a password that is easy to guess', async () => {
    await page.getByRole('heading', { name: 'Set up Attain' }).waitFor();
    const { focused, goTo, press, type } = keyboardOf(page);
    await goTo(/^Create workspace$/);
    await press('Enter');
    await page.getByText('Enter the setup code').waitFor();
    await expect.poll(focused).toMatch(/^Setup code/);
    for (const text of [
      'AAAA-BBBB-CCCC',
      'Example Inc',
      '',
      '',
      'Ada Example',
      'ada',
      'passwordpassword123',
    ]) {
      if (text !== '') await type(text);
      await press('Tab');
    }
    await press('Enter');
    await page.getByText(/^The setup code is wrong or older than 15 minutes/).waitFor();
    await expect.poll(focused).toMatch(/^Setup code/);
    // the browser's own
    const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(await page.getByLabel('Time zone').inputValue()).toBe(zone);
    expect(await faultsInEverySize(page, sizes)).toEqual([]);
    const code = /([0-9A-F]{4}-){2}[0-9A-F]{4}/.exec(attain.said())?.[0];
    await page.getByLabel('Setup code').fill(code ?? '');
    await create().click();
    await page.getByText(/^This password is too easy to guess/).waitFor();
    await expect.poll(focused).toMatch(/^Password/);
  });

  test('[ACCESS-8] [ACCESS-22] the right code and a good password make it; its administrator sets up a passkey', async () => {
    await page.getByLabel('Password').fill(password);
    await create().click();
    await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // a window that was narrow stands in for a phone, which has no such device
    const wide = await openWindow(browser, site);
    ({ page } = wide);
    await giveAuthenticator(page);
    await page.goto('/');
    await passwordSignIn();
    await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor();
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const codes = page.getByRole('region', { name: 'Recovery codes' });
    recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
    await page.getByRole('button', { name: 'I saved the codes' }).click();
    await page.getByRole('heading', { name: 'Incentive Compensation', level: 1 }).waitFor();
    // nothing was asked for that has to wait for two-step sign-in
    expect(wide.complaints.filter((one) => one.includes('403'))).toEqual([]);
  });

  test('[ACCESS-37] the passkey signs in alone, and takes the place of the code', async () => {
    const signOut = async () => {
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in to Attain' }).waitFor();
    };
    const home = () => page.getByRole('heading', { name: 'Incentive Compensation', level: 1 }).waitFor();
    await signOut();
    await page.getByRole('button', { name: 'Continue with a passkey' }).click();
    await home();
    await signOut();
    await passwordSignIn();
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await home();
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Two-step sign-in' }).click();
    await page.getByRole('dialog').getByText('Passkey', { exact: true }).waitFor();
    expect(await faultsInEverySize(page, sizes)).toEqual([]);
  });

  test('[ACCESS-21] elsewhere, a recovery code stands in for it', async () => {
    const again = await openWindow(browser, attain.url);
    await again.page.goto('/setup');
    await again.page.getByRole('heading', { name: 'Sign in to Attain' }).waitFor();
    await passwordSignIn(again.page);
    await again.page.getByLabel('Code').fill(recoveryCode);
    await again.page.getByRole('button', { name: 'Sign In' }).click();
    await again.page.getByRole('heading', { name: 'Incentive Compensation', level: 1 }).waitFor();
    // the answer that asks for the code is all that failed
    expect(again.complaints.filter((one) => !one.includes('401'))).toEqual([]);
  });
});
