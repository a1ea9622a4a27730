import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { stepsOfOneJourney } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const header = 'Deal ID,Date,Amount,Currency,Participant,Product,Kind\n';

/** Late deals: payments from out-of-date calculations, and their recalculation. */
describe('calculations that are out of date', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let admin: Page;
  let finance: Page;
  beforeAll(async () => {
    const stage = await enterStage();
    browser = stage.browser;
    const open = async (username: string) => {
      const { page } = await openWindow(browser, stage.url);
      await page.goto('/compensation/imports/new');
      await signIn(page, username);
      return page;
    };
    [admin, finance] = (await Promise.all(['admin', 'finance'].map(open))) as [Page, Page];
  });
  afterAll(() => browser?.close());

  const read = (path: string) => admin.evaluate(async (at) => (await fetch(`/api${at}`)).json(), path);
  const upload = (page: Page, name: string, mimeType: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
  const dialog = (page: Page) => page.getByRole('dialog');

  test('a file that cannot be read is refused in words, and another one can be chosen', async () => {
    await upload(admin, 'deals.pdf', 'application/pdf', '%PDF-1.4');
    await admin.getByText("“deals.pdf” can't be uploaded here. Choose a .csv", { exact: false }).waitFor();
    await upload(admin, 'deals.xlsx', 'application/vnd.ms-excel', 'no workbook \0\u0001');
    await admin.getByRole('alert').getByText('Save it as .csv, .xlsx or .xls', { exact: false }).waitFor();
    await upload(admin, 'deals.csv', 'text/csv', '\n\n');
    await admin.getByRole('alert').getByText('“deals.csv” is empty.', { exact: false }).waitFor();
  });

  test('a canceled import says that nothing was stored, and can be checked again', async () => {
    // its dry run takes far longer than a click
    const many = Array.from(
      { length: 200_000 },
      (_, at) => `never-${at},2025-11-15,1,USD,TC-1132,Core,sale\n`,
    );
    await upload(admin, 'many.csv', 'text/csv', header + many.join(''));
    await admin.getByRole('button', { name: 'Dry run' }).click();
    await admin.getByRole('button', { name: 'Cancel' }).click();
    await admin.getByRole('status').getByText('Import cancelled. Nothing was stored.').waitFor();
    await admin.getByRole('button', { name: 'Dry run' }).waitFor();
    await admin.goto('/compensation/imports/new');
  });

  test('[DEP-8] the import of a deal in each month of a year makes its calculations out of date', async () => {
    const { rows } = await read('/calculations?limit=100');
    const months = rows.filter(
      ({ planName, status }: { planName: string; status: string }) =>
        planName === 'FY25 Specialist overlay plan' && status === 'completed',
    );
    expect(months.length).toBeGreaterThan(3);
    const [{ participantId }] = (await read(`/calculations/${months[0].id}/payouts?limit=1`)).rows;
    const days = (at: number) => `${months[at].period.from.slice(0, 8)}15`;
    const { rows: deals } = await read(`/deals?participantId=${participantId}&limit=1`);
    const { currency, product } = deals[0] ?? { currency: 'USD', product: 'Core Platform' };
    const late = months.map(
      (_: unknown, at: number) =>
        `late-month-${at},${days(at)},9000,${currency},${participantId},${product},sale\n`,
    );
    await upload(admin, 'late-months.csv', 'text/csv', header + late.join(''));
    await admin.getByRole('button', { name: 'Dry run' }).click();
    await admin.getByRole('button', { name: `Store ${late.length} rows` }).click();
    await admin.getByRole('region', { name: 'Stored' }).waitFor();
  });

  test('[PAYM-25] payments from them need a confirmation with a reason', async () => {
    await admin.goto('/compensation/approvals');
    await admin.getByRole('button', { name: 'Create payment run' }).click();
    await admin.getByRole('combobox', { name: 'Period' }).click();
    await admin.getByRole('option', { name: /^2026-01/ }).click();
    await dialog(admin)
      .getByRole('alert')
      .getByText('FY25 Specialist overlay plan, 2026-01', { exact: false })
      .waitFor();
    const make = dialog(admin).getByRole('button', { name: 'Create payment run' });
    expect(await make.isDisabled()).toBe(true);
    await dialog(admin).getByRole('checkbox').check();
    expect(await make.isDisabled()).toBe(true);
    await dialog(admin).getByLabel('Reason').fill('The bank closes today');
    expect(await faultsInEverySize(admin, sizes)).toEqual([]);
    await make.click();
    await admin.getByText('Reason: The bank closes today').waitFor();
  });

  test('[PAYM-25] the approver reads count, amount and the reason before approving', async () => {
    await finance.goto(new URL(admin.url()).pathname);
    const { goTo, press } = keyboardOf(finance);
    const approve = finance.getByRole('button', { name: 'Approve', exact: true });
    await expect.poll(() => approve.isEnabled()).toBe(true);
    await goTo(/^Approve$/);
    await press('Enter');
    await dialog(finance)
      .getByRole('heading', { name: /^Approve \d+ payments, .*\d\.\d\d.*\?$/ })
      .waitFor();
    await dialog(finance).getByText('Reason: The bank closes today').waitFor();
    expect(await faultsInEverySize(finance, sizes)).toEqual([]);
    await goTo(/^Approve$/);
    await press('Enter');
    await finance.getByText('Payments approved').first().waitFor();
    await admin.getByRole('button', { name: 'Post', exact: true }).click();
    await dialog(admin)
      .getByRole('heading', { name: /^Post \d+ payments, / })
      .waitFor();
    await dialog(admin).getByText("This can't be undone.", { exact: false }).waitFor();
    await dialog(admin).getByText('Reason: The bank closes today').waitFor();
    await press('Escape');
    await admin.keyboard.press('Escape');
    await admin.getByRole('button', { name: 'Withdraw' }).click();
    await dialog(admin).getByRole('button', { name: 'Withdraw' }).click();
    await admin.getByText('Payments withdrawn').first().waitFor();
  });

  test('recalculate all shows progress; after a cancel it states the finished part and continues later', async () => {
    await admin.goto('/compensation/payout');
    const card = admin.getByRole('region', { name: 'Out of date' });
    const start = card.getByRole('button', { name: 'Recalculate all' });
    await start.click();
    await card.getByRole('progressbar').waitFor();
    await card.getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('status').getByText('then canceled', { exact: false }).waitFor();
    await start.click();
    await card
      .getByRole('status')
      .getByText(/^\d+ calculations? recalculated\.$/)
      .waitFor();
    await start.waitFor({ state: 'detached' });
    expect((await read('/recalculations/due')).calculations).toEqual([]);
  });
});
