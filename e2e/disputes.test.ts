import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize, overlayFaults } from './accessibility.ts';
import { stepsOfOneJourney } from './journey.ts';
import { openWindow, signIn, watchComplaints } from './person.ts';
import { enterStage } from './stage.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** A rep questions pay, finance asks and answers, the rep is told. */
describe('a dispute', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let rep: Page;
  let finance: Page;
  let admin: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    const stage = await enterStage();
    browser = stage.browser;
    const open = async (username: string, path: string) => {
      const window = await openWindow(browser, stage.url);
      await window.page.goto(path);
      await signIn(window.page, username);
      watchComplaints(window.page, complaints);
      return window.page;
    };
    rep = await open('rep', '/compensation/statements');
    finance = await open('finance', '/compensation/disputes');
    admin = await open('admin', '/');
  });
  afterAll(() => browser?.close());

  const faultsOf = (page: Page) => faultsInEverySize(page, sizes);

  test('[DISP-7] is opened from the statement, after the deal was looked up', async () => {
    await rep.getByRole('grid', { name: 'Statements' }).getByRole('row').nth(1).click();
    const dialog = rep.getByRole('dialog');
    const ofLine = rep.getByRole('button', { name: /^Dispute ./ }).first();
    const lineName = (await ofLine.getAttribute('aria-label'))?.replace('Dispute ', '') ?? '';
    await ofLine.press('Enter');
    await dialog.getByRole('combobox', { name: /^Line/ }).filter({ hasText: lineName }).waitFor();
    await rep.keyboard.press('Escape');
    await rep.getByRole('button', { name: 'Dispute', exact: true }).click();
    await dialog.getByLabel('Deal ID').fill('unheard-of');
    await dialog.getByText(/^No deal or opportunity has this ID/).waitFor();
    await dialog.getByLabel(/^Expected pay/).fill('24000');
    await dialog.getByLabel(/^Explain/).fill('A deal of December is missing.');
    expect(await faultsOf(rep)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send dispute' }).click();
    await rep.getByRole('link', { name: 'View dispute' }).waitFor();
  });

  test('[DISP-5] [DISP-6] [DISP-10] reaches finance, who asks; the rep answers', async () => {
    await finance.getByRole('button', { name: /^Notifications/ }).click();
    await finance.getByRole('link', { name: 'Open dispute' }).first().click();
    const drawer = finance.getByRole('dialog');
    await drawer.getByText('A deal of December is missing.').waitFor();
    expect(await faultsOf(finance)).toEqual([]);
    await drawer.getByRole('button', { name: 'Find causes' }).click();
    await drawer.getByText(/alone gives?/).waitFor();
    await drawer.getByText('Deal unheard-of is not in the records. Import it first.').waitFor();
    expect(await faultsOf(finance)).toEqual([]);
    await drawer.getByRole('button', { name: 'Assign to me' }).click();
    await drawer.getByText('In review').waitFor();
    await drawer.getByLabel(/^Ask the payee/).fill('Which customer is it?');
    await drawer.getByRole('button', { name: 'Send message' }).click();
    await drawer.getByText('Waiting for payee').waitFor();
    await rep.getByRole('link', { name: 'View dispute' }).click();
    await rep.getByText('Which customer is it?').waitFor();
    await rep.getByLabel(/^Write to the reviewer/).fill('Kestrel Hollow.');
    await rep.getByRole('button', { name: 'Send message' }).click();
    await drawer.getByText('Kestrel Hollow.').waitFor();
  });

  test('[DISP-3] [DISP-9] is upheld by an adjustment that another approves; the rep reads why and how much', async () => {
    await finance.getByRole('button', { name: 'Uphold' }).click();
    const ask = finance.getByRole('dialog', { name: 'Uphold this dispute?' });
    await ask.getByRole('radio', { name: /^By an adjustment/ }).click();
    await ask.getByLabel(/^Amount in/).fill('120');
    await ask.getByLabel(/^Reason/).fill('The deal was imported late.');
    expect(await overlayFaults(finance)).toEqual([]);
    await ask.getByRole('button', { name: 'Send for approval' }).click();
    await finance
      .getByText(/120\.00, waiting for approval/)
      .first()
      .waitFor();
    const drawer = rep.getByRole('dialog');
    await drawer.getByText('Waiting for approval').waitFor();
    expect(await drawer.getByText('The deal was imported late.').count()).toBe(0);
    await admin.goto('/compensation/approvals');
    await admin
      .getByText(/^Dispute for /)
      .first()
      .click();
    await admin.getByText('Disputed pay').waitFor();
    await admin.getByRole('link', { name: 'View dispute' }).waitFor();
    expect(await faultsOf(admin)).toEqual([]);
    // the first is rejected, and its reason is where the dispute is decided again
    await admin.getByRole('button', { name: 'Reject with reason' }).click();
    await admin
      .getByRole('dialog')
      .getByLabel(/^Reason/)
      .fill('The amount is too small.');
    await admin.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    const decided = finance.getByRole('dialog');
    await decided.getByText('The amount is too small.').waitFor();
    await decided.getByText(/^Proposed \$120\.00, rejected$/).waitFor();
    expect(await faultsOf(finance)).toEqual([]);
    await finance.getByRole('button', { name: 'Uphold' }).click();
    await ask.getByRole('radio', { name: /^By an adjustment/ }).click();
    await ask.getByLabel(/^Amount in/).fill('125');
    await ask.getByLabel(/^Reason/).fill('The deal was imported late.');
    await ask.getByRole('button', { name: 'Send for approval' }).click();
    await finance
      .getByText(/125\.00, waiting for approval/)
      .first()
      .waitFor();
    await admin
      .getByText(/^Dispute for /)
      .first()
      .click();
    await admin.getByRole('button', { name: /^Approve dispute for / }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await drawer.getByText('The deal was imported late.').waitFor();
    await drawer.getByText('Upheld').first().waitFor();
    await drawer.getByText('Approved', { exact: true }).waitFor();
    await drawer.getByText(/125\.00, approved/).waitFor();
    await drawer.getByRole('link', { name: 'Open statement' }).click();
    await rep.getByText(/^Dispute upheld on .*\+\$125\.00, approved/).waitFor();
    expect(await faultsOf(rep)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
