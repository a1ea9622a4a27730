import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { stepsOfOneJourney } from './journey.ts';
import { enterAs } from './person.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

type Paid = { participantId: string; amount: string };

/** Finance compares the sample's December with what a spreadsheet states. */
describe('a parallel run', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let stated: [string, string][];

  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs(
      'finance',
      '/compensation/payout?tab=parallel-run&month=2025-12',
    ));
    const lines: Paid[] = await page.evaluate(async () => {
      const read = async (path: string) => (await fetch(path)).json();
      const { periods } = await read('/api/closes/2025-12');
      const plan = periods.find((one: { planName: string }) => one.planName === 'FY25 Enterprise AE plan');
      return (await read(`/api/calculations/${plan.run.id}/payouts?limit=1000`)).rows;
    });
    const totals = new Map<string, number>();
    for (const { participantId, amount } of lines)
      totals.set(participantId, (totals.get(participantId) ?? 0) + Math.round(Number(amount) * 100));
    stated = [...totals].map(([id, cents]) => [id, (cents / 100).toFixed(2)]);
  });
  afterAll(() => browser?.close());

  test('[CLOSE-9] [CLOSE-10] [CLOSE-11] a file states pay, and the screen shows what differs', async () => {
    await page.getByText('No pay of another system for this month').first().waitFor();
    await page.getByRole('link', { name: 'Import parallel pay' }).click();
    const [first, ...others] = stated;
    const rows = [[first?.[0], '1.00'], ...others].map(
      ([id, amount]) => `${id},2025-Q4,FY25 Enterprise AE plan,${amount}`,
    );
    await page.locator('input[type=file]').setInputFiles({
      name: 'spreadsheet.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Payee,Period,Plan,Payout', ...rows].join('\n')),
    });
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('button', { name: `Store ${stated.length} rows` }).click();
    await page.getByRole('link', { name: 'Compare pay' }).click();
    await page.getByText(`${stated.length - 1} of ${stated.length} amounts equal to the cent`).waitFor();
    const table = page.getByRole('grid', { name: 'Compared pay' });
    await table.getByRole('row').nth(1).filter({ hasText: 'Different' }).waitFor();
    expect(await faultsInEverySize(page, sizes)).toEqual([]);
  });

  test('[CLOSE-12] [CLOSE-13] another person accepts differences with a note, and the month is listed', async () => {
    await page.getByText('You imported this pay, so another person signs it off.').waitFor();
    expect(await page.getByRole('button', { name: 'Sign off' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await browser.close();
    ({ browser, page, complaints } = await enterAs(
      'compadmin',
      '/compensation/payout?tab=parallel-run&month=2025-12',
    ));
    await page.getByRole('button', { name: 'Sign off' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Sign off' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Why the differences are accepted').fill('The spreadsheet lacks one payee');
    expect(await faultsInEverySize(page, sizes)).toEqual([]);
    await dialog.getByRole('button', { name: 'Sign off' }).click();
    await page
      .getByText(/^Signed off by .*: The spreadsheet lacks one payee$/)
      .first()
      .waitFor();
    const history = page.getByRole('region', { name: 'Signed-off months' });
    await history.getByRole('link', { name: 'December 2025' }).waitFor();
    await page.getByRole('grid', { name: 'Compared pay' }).getByRole('row').nth(1).click();
    await page.waitForURL(/\/compensation\/payout\/[\da-f-]{36}/);
    expect(complaints).toEqual([]);
  });
});
