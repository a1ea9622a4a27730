import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { openWindow, signIn, watchComplaints } from './person.ts';
import { enterStage } from './stage.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const limits = 'participant,currency,from,at most\nHR-1002,USD,2025-04-01,2000\n';

/** Plan terms beyond rate and quota, as payees read them, in the workspace that has all of them. */
describe('a statement with every term', () => {
  let browser: Browser;
  let rep: Page;
  let admin: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    const stage = await enterStage();
    browser = stage.browser;
    const open = async (username: string, path: string) => {
      const { page } = await openWindow(browser, stage.url);
      await page.goto(path);
      await signIn(page, username);
      watchComplaints(page, complaints);
      return page;
    };
    [rep, admin] = await Promise.all([
      open('halden-rep', '/compensation/statements'),
      open('halden-admin', '/compensation/adjustments?tab=limits'),
    ]);
  });
  afterAll(() => browser?.close());

  test('[MEASURE-4] [PAY-33] [PAY-36] a rep reads of true-up, carried pay and fund, and how it was paid', async () => {
    await rep.getByRole('row', { name: /2025-03/ }).click();
    const sheet = rep.getByRole('article', { name: 'Statement of Mateo Rivas' });
    for (const words of [
      '$1,400.00 of this pay is for earlier deals, which are worth more by now.',
      '$500.00 was carried here from earlier periods; $500.00 of it is paid now.',
      /of these \$1,000\.00 only 500\.00 was left in the fund/,
      /as above 100% all attainment counts 1\.2 times/,
    ])
      await sheet.getByText(words).waitFor();
    const paid = rep.getByRole('region', { name: 'Payments' });
    for (const words of ['Released from hold: Nordvik Verft paid on 12 March', /all of it is paid back now/])
      await paid.getByText(words).waitFor();
    await paid.getByText('Taken back for deal HR-D25-02: Fjordlaks cancelled its contract').waitFor();
    expect(await faultsInEverySize(rep, sizes)).toEqual([]);
  });

  test('[CREDIT-12] [CREDIT-13] a deal says whom it credited: its owner, who has an overlay, and the manager', async () => {
    await admin.goto('/compensation/crediting?deal=HR-D25-06');
    const credits = admin.getByRole('region', { name: 'Credits' });
    await credits.getByText('own deal', { exact: true }).waitFor();
    await credits.getByText('25% on top of the deal (overlay)').waitFor();
    await credits.getByText('deal of Priya Nair').waitFor();
    await expect.poll(() => credits.getByText('In the 2025-02 payment run (paid)').count()).toBe(4);
  });

  test('[PAYM-12] the most a payment may be comes in from a file, and the next payments stop there', async () => {
    await admin.goto('/compensation/adjustments?tab=limits');
    await admin.getByRole('link', { name: 'Import limits' }).click();
    await admin.locator('input[type=file]').setInputFiles({
      name: 'limits.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(limits),
    });
    await admin.getByRole('button', { name: 'Dry run' }).click();
    await admin.getByRole('button', { name: 'Store 1 row' }).click();
    await admin.getByRole('link', { name: 'View payment limits' }).click();
    await admin.getByRole('row', { name: /Mateo Rivas.*\$2,000\.00/ }).waitFor();
    await admin.goto('/compensation/approvals');
    await admin.getByRole('button', { name: 'Create payment run' }).click();
    await admin.getByRole('combobox', { name: 'Period' }).click();
    await admin.getByRole('option').first().click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Create payment run' }).click();
    const payee = admin.getByRole('grid', { name: 'Payees' }).getByRole('row', { name: /Mateo Rivas/ });
    await payee.filter({ hasText: '$2,000.00' }).click();
    await admin.getByRole('dialog').getByText('Maximum', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });
});
