import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { type RunningAttain, startAttain } from './attain-process.ts';
import { stepsOfOneJourney } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { giveAuthenticator, moveTo, openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const password = 'violet harbour tram 47';
const secondPassword = 'copper kettle raft 93';

/** An installation from its first start to a second person, who may do less. */
describe('a workspace gets its second person', () => {
  stepsOfOneJourney();
  let attain: RunningAttain;
  let browser: Browser;
  let admin: Page;
  let other: Page;
  let link = '';
  const complaints: string[] = [];
  beforeAll(async () => {
    [attain, { browser }] = await Promise.all([startAttain({ ATTAIN_ENV: 'production' }), enterStage()]);
    // passkeys need a host name
    const site = attain.url.replace('127.0.0.1', 'localhost');
    const first = await openWindow(browser, site, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    admin = first.page;
    other = (await openWindow(browser, site)).page;
    await giveAuthenticator(admin);
    await admin.goto('/setup');
    const code = /([0-9A-F]{4}-){2}[0-9A-F]{4}/.exec(attain.said())?.[0] ?? '';
    const typed = {
      'Setup code': code,
      'Workspace name': 'Example Inc',
      'Your name': 'Ada',
      Username: 'ada',
    };
    for (const [label, text] of Object.entries(typed)) await admin.getByLabel(label).fill(text);
    await admin.getByLabel('Password').fill(password);
    await admin.getByRole('button', { name: 'Create workspace' }).click();
    await admin.getByRole('button', { name: 'Add passkey' }).click();
    await admin.getByRole('button', { name: 'I saved the codes' }).click();
    await admin.getByRole('heading', { name: 'Get started' }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await attain?.stop();
  });

  test('the checklist leads the first administrator to an invitation in four clicks', async () => {
    await admin.getByText('You are alone: nothing can be approved until a second person joins.').waitFor();
    let clicks = 0;
    const click = async (role: 'link' | 'button' | 'checkbox', name: string) => {
      clicks += 1;
      await admin.getByRole(role, { name, exact: true }).click();
    };
    await click('link', 'Invite a second person');
    const dialog = admin.getByRole('dialog', { name: 'Invite person' });
    await dialog.getByLabel('Name', { exact: true }).fill('Bea Second');
    await dialog.getByLabel('Username').fill('bea@example.com');
    await click('checkbox', 'Sales Rep');
    expect(await faultsInEverySize(admin, sizes)).toEqual([]);
    await click('button', 'Create invitation');
    link = await admin.getByLabel('One-time link').inputValue();
    expect(link).toMatch(/\/join\/[\w-]{43}$/);
    await click('button', 'Copy link');
    expect(await admin.evaluate(() => navigator.clipboard.readText())).toBe(link);
    expect(clicks).toBeLessThanOrEqual(4);
    await admin.getByRole('button', { name: 'Done' }).click();
    await admin.getByText('Invited', { exact: true }).first().waitFor();
    expect(await faultsInEverySize(admin, sizes)).toEqual([]);
  });

  test('[ACCESS-11] the invited person chooses a password with the keyboard, is signed in and sees only their rights', async () => {
    await other.goto(link);
    await other.getByRole('heading', { name: 'Join Example Inc' }).waitFor();
    await other.getByText('Bea Second, your role is Sales Rep.').waitFor();
    expect(await faultsInEverySize(other, sizes)).toEqual([]);
    const { goTo, press, type } = keyboardOf(other);
    await goTo(/^New password$/);
    await type(secondPassword);
    await press('Tab');
    await type(secondPassword);
    await press('Enter');
    await other.getByRole('button', { name: /^User menu of Bea Second/ }).waitFor();
    expect(new URL(other.url()).pathname).not.toContain('join');
    expect(await other.getByRole('link', { name: 'Audit & Compliance' }).count()).toBe(0);
    await moveTo(other, '/people');
    await other.getByText('You don’t have access to this page.').waitFor();
    const used = (await openWindow(browser, attain.url)).page;
    await used.goto(link);
    await used.getByText('This link is no longer valid. Ask your administrator for a new one.').waitFor();
    await used.close();
  });

  test('the administrator sees them join, changes their role, disables them, and their window is signed out', async () => {
    await admin.getByRole('row', { name: /Bea Second.*Active/ }).click();
    await admin.getByRole('button', { name: 'Change roles' }).click();
    await admin.getByRole('checkbox', { name: 'Auditor' }).click();
    await admin.getByRole('button', { name: 'Save roles' }).click();
    await admin
      .getByText(/Sales Rep and Auditor can't be combined/)
      .first()
      .waitFor();
    await admin.getByRole('checkbox', { name: 'Sales Rep' }).click();
    await admin.getByRole('button', { name: 'Save roles' }).click();
    await moveTo(other, '/compensation/audit');
    await other.getByText('Member roles changed').first().waitFor();
    await admin.getByRole('button', { name: 'Disable access' }).click();
    await admin
      .getByRole('dialog', { name: /^Disable Bea/ })
      .getByRole('button', { name: 'Disable access' })
      .click();
    await admin.getByRole('button', { name: 'Reactivate access' }).waitFor();
    await other.getByRole('button', { name: 'Sign In' }).waitFor({ timeout: 15_000 });
    await admin.getByRole('button', { name: 'Reactivate access' }).click();
    await admin.getByRole('button', { name: 'Reset password' }).click();
    await admin.getByRole('button', { name: 'Create link' }).click();
    const reset = await admin.getByLabel('One-time link').inputValue();
    await admin.getByRole('button', { name: 'Done' }).click();
    const again = (await openWindow(browser, attain.url)).page;
    await again.goto(reset);
    await again.getByLabel('New password', { exact: true }).fill('seven quiet otters 12');
    await again.getByLabel('New password again').fill('seven quiet otters 12');
    await again.getByRole('button', { name: 'Save password' }).click();
    await again.getByRole('button', { name: /^User menu of Bea Second/ }).waitFor();
    const signed = (await openWindow(browser, attain.url)).page;
    await signed.goto('/');
    await signIn(signed, 'bea@example.com', 'seven quiet otters 12');
    expect(complaints).toEqual([]);
  });

  test('[ACCESS-38] the administrator views Attain as a sales rep, is told so on screen, and stops', async () => {
    await admin.goto('/people');
    await admin.getByRole('button', { name: 'View as a role' }).click();
    expect(await faultsInEverySize(admin, sizes)).toEqual([]);
    await admin.getByRole('dialog').getByRole('button', { name: 'View', exact: true }).click();
    await admin.getByText('You see Attain as Sales Rep does. Nothing can be changed.').waitFor();
    expect(await faultsInEverySize(admin, sizes)).toEqual([]);
    await admin.getByRole('button', { name: 'Stop viewing' }).click();
    await admin.getByRole('heading', { name: 'People & access', level: 1 }).waitFor();
    expect(await admin.getByRole('button', { name: 'Stop viewing' }).count()).toBe(0);
  });
});
