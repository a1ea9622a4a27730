import { text } from 'node:stream/consumers';
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

/** A rep questions pay, a comp admin asks and answers; finance must stay free to approve payments in other journeys. */
describe('a dispute', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let rep: Page;
  let reviewer: Page;
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
    reviewer = await open('compadmin', '/compensation/disputes');
    admin = await open('admin', '/');
  });
  afterAll(() => browser?.close());

  const faultsOf = (page: Page) => faultsInEverySize(page, sizes);

  test('[DISP-7] [DISP-15] is opened from the statement with a file, after the deal was looked up', async () => {
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
    const files = dialog.locator('input[type=file]');
    await files.setInputFiles([
      { name: 'order.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 an order') },
      { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<p>no order</p>') },
      { name: 'blank.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) },
    ]);
    // each that is rejected says why, and nothing typed is lost
    await dialog.getByRole('alert').filter({ hasText: 'not what its name says' }).waitFor();
    await dialog.getByRole('alert').filter({ hasText: '“blank.csv” is empty' }).waitFor();
    expect(await faultsOf(rep)).toEqual([]);
    const send = dialog.getByRole('button', { name: 'Send dispute' });
    await dialog.getByRole('button', { name: 'Remove page.pdf' }).press('Enter');
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Remove blank.csv' }).press('Enter');
    await send.click();
    await rep.getByRole('link', { name: 'View dispute' }).waitFor();
  });

  test('[DISP-5] [DISP-6] [DISP-10] [DISP-17] reaches the comp admin, who reads its file and asks; the rep answers with one', async () => {
    await reviewer.getByRole('button', { name: /^Notifications/ }).click();
    await reviewer.getByRole('link', { name: 'Open dispute' }).first().click();
    const drawer = reviewer.getByRole('dialog');
    await drawer.getByText('A deal of December is missing.').waitFor();
    const downloading = reviewer.waitForEvent('download');
    await drawer.getByRole('link', { name: /^order\.pdf/ }).click();
    expect(await text(await (await downloading).createReadStream())).toBe('%PDF-1.7 an order');
    expect(await faultsOf(reviewer)).toEqual([]);
    await drawer.getByRole('button', { name: 'Find causes' }).click();
    await drawer.getByText(/alone gives?/).waitFor();
    await drawer.getByText('Deal unheard-of is not in the records. Import it first.').waitFor();
    expect(await faultsOf(reviewer)).toEqual([]);
    await drawer.getByRole('button', { name: 'Assign to me' }).click();
    await drawer.getByText('In review').waitFor();
    await drawer.getByLabel(/^Ask the payee/).fill('Which customer is it?');
    await drawer.getByRole('button', { name: 'Send message' }).click();
    await drawer.getByText('Waiting for payee').waitFor();
    await rep.getByRole('link', { name: 'View dispute' }).click();
    await rep.getByText('Which customer is it?').waitFor();
    const answer = rep.getByLabel(/^Write to the reviewer/);
    await answer.fill('Kestrel Hollow.');
    // a pasted picture is attached, and a file that is dropped
    await answer.evaluate((field) => {
      const from = (name: string, text: string) => {
        const files = new DataTransfer();
        files.items.add(new File([text], name));
        return files;
      };
      const clipboardData = from('shot.png', '\u0089');
      field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
      const dataTransfer = from('deals.csv', 'id\nd1\n');
      field.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    });
    await rep.getByRole('alert').filter({ hasText: '“shot.png”' }).waitFor();
    await rep.getByRole('button', { name: 'Remove deals.csv' }).waitFor();
    expect(await answer.inputValue()).toBe('Kestrel Hollow.');
    await rep.getByRole('button', { name: 'Remove shot.png' }).click();
    // one whose upload broke holds the message until it is there
    const list = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('one') };
    await rep.route('**/api/disputes/files', (route) => route.abort());
    await rep.locator('input[type=file]').setInputFiles([list]);
    await rep.getByRole('alert').filter({ hasText: '“list.txt” was not uploaded' }).waitFor();
    const write = rep.getByRole('button', { name: 'Send message' });
    expect(await write.isDisabled()).toBe(true);
    await rep.unroute('**/api/disputes/files');
    await rep.getByRole('button', { name: 'Try again: list.txt' }).click();
    await rep.getByText('list.txt', { exact: true }).waitFor();
    await write.click();
    await drawer.getByText('Kestrel Hollow.').waitFor();
    await drawer.getByRole('link', { name: /^deals\.csv/ }).waitFor();
    await drawer.getByRole('link', { name: /^list\.txt/ }).waitFor();
    expect(await rep.getByRole('button', { name: 'Remove deals.csv' }).count()).toBe(0);
  });

  test('[DISP-3] [DISP-9] is upheld by an adjustment that another approves; the rep reads why and how much', async () => {
    await reviewer.getByRole('button', { name: 'Uphold' }).click();
    const ask = reviewer.getByRole('dialog', { name: 'Uphold this dispute?' });
    await ask.getByRole('radio', { name: /^By an adjustment/ }).click();
    await ask.getByLabel(/^Amount in/).fill('120');
    await ask.getByLabel(/^Reason/).fill('The deal was imported late.');
    expect(await overlayFaults(reviewer)).toEqual([]);
    await ask.getByRole('button', { name: 'Send for approval' }).click();
    await reviewer
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
    const decided = reviewer.getByRole('dialog');
    await decided.getByText('The amount is too small.').waitFor();
    await decided.getByText(/^Proposed \$120\.00, rejected$/).waitFor();
    expect(await faultsOf(reviewer)).toEqual([]);
    await reviewer.getByRole('button', { name: 'Uphold' }).click();
    await ask.getByRole('radio', { name: /^By an adjustment/ }).click();
    await ask.getByLabel(/^Amount in/).fill('125');
    await ask.getByLabel(/^Reason/).fill('The deal was imported late.');
    await ask.getByRole('button', { name: 'Send for approval' }).click();
    await reviewer
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
    // the browser reports each file that the server rejects
    expect(complaints.filter((one) => !one.endsWith('/api/disputes/files'))).toEqual([]);
  });
});
