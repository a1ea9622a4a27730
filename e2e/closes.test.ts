import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { type RunningAttain, startAttain } from './attain-process.ts';
import { stepsOfOneJourney } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { openWindow, sendAs, signIn } from './person.ts';
import { enterStage } from './stage.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** The sample's December, once deals came late; in an Attain of its own, as pay of every month changes. */
describe('the month, by keyboard', () => {
  stepsOfOneJourney();
  let attain: RunningAttain;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    [attain, { browser }] = await Promise.all([startAttain(), enterStage()]);
    ({ page, complaints } = await openWindow(browser, attain.url));
    await page.goto('/compensation/payout?tab=close&month=2025-12');
    await signIn(page, 'compadmin');
  });
  afterAll(() => Promise.all([browser?.close(), attain?.stop()]));

  test('[CLOSE-5] late deals block the pay they change', async () => {
    // the sample still calculates its year
    await page.getByText('5 of 5 calculations up to date').waitFor({ timeout: 60_000 });
    await storeLateDeals(page);
    await page
      .getByText(/is out of date$/)
      .first()
      .waitFor();
    expect(await faultsInEverySize(page, sizes)).toEqual([]);
  });

  test('[CLOSE-5] [CLOSE-22] Enter on Calculate all shows the progress of what it ordered, then the outcome, also to those who come back', async () => {
    const keyboard = keyboardOf(page);
    await keyboard.goTo(/^Calculate all$/);
    await keyboard.press('Enter');
    await page.getByRole('progressbar', { name: 'Recalculating' }).waitFor();
    await page.goto('/compensation/payout?tab=close&month=2025-12');
    const outcome = page.getByRole('region', { name: 'Last calculation' });
    await outcome.getByText(/^\d+ calculations? recalculated\.$/).waitFor({ timeout: 60_000 });
    await expect.poll(() => page.getByText(/is out of date$/).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Calculate all' }).count()).toBe(0);
    expect(await faultsInEverySize(page, sizes)).toEqual([]);
  });

  test('arrows move through the plans of the close, and Enter opens a calculation', async () => {
    const keyboard = keyboardOf(page);
    await page.getByRole('grid', { name: 'Plans' }).locator('[data-place="0:0"]').focus();
    await keyboard.press('ArrowDown', 'Enter');
    await page.waitForURL(/\/compensation\/payout\/[\da-f-]{36}/);
  });

  const quotas = () => page.getByRole('grid', { name: 'Quotas by period' });

  const cellOf = (control: Locator) => control.locator('xpath=ancestor::*[@data-place][1]');

  test('typing over a quota asks for a reason, and Ctrl+Z takes the change back', async () => {
    await page.goto('/compensation/quotas?year=2025');
    await quotas().locator('tbody tr').first().getByRole('button').first().waitFor();
    expect(await faultsInEverySize(page, sizes)).toEqual([]);
    const keyboard = keyboardOf(page);
    const editable = quotas()
      .getByRole('button', { name: /, edit the quota of / })
      .first();
    const name = (await editable.getAttribute('aria-label')) ?? '';
    const [before = '', label = ''] = name.split(', edit the quota of ');
    await cellOf(editable).focus();
    await keyboard.press('Enter');
    await keyboard.type('77');
    await keyboard.press('Escape');
    await page.getByRole('button', { name }).waitFor();
    await keyboard.press('ArrowRight', 'ArrowLeft');
    await keyboard.type('123456');
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Change the quota of / });
    await dialog.waitFor();
    expect(await faultsInEverySize(page, sizes)).toEqual([]);
    await dialog.getByLabel(/^Reason/).focus();
    await keyboard.type('New territory');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: `123,456.00, edit the quota of ${label}` }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await keyboard.press('Control+z');
    await page.getByRole('button', { name: `${before}, edit the quota of ${label}` }).waitFor();
  });

  test('a period without a quota gets one, which Undo removes', async () => {
    const keyboard = keyboardOf(page);
    const free = quotas()
      .getByRole('button', { name: /^Add a quota of / })
      .first();
    const label = (await free.getAttribute('aria-label'))?.replace('Add a quota of ', '') ?? '';
    await cellOf(free).focus();
    await keyboard.type('9000');
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Add a quota of / });
    await dialog.getByLabel(/^Reason/).fill('Joined early');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: `9,000.00, edit the quota of ${label}` }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: `Add a quota of ${label}` }).waitFor();
    expect(complaints).toEqual([]);
  });
});

/** Stores a deal of each plan's first payee in every month of the year. */
async function storeLateDeals(page: Page): Promise<void> {
  const id = await page.evaluate(async () => {
    const read = async (path: string) => (await fetch(`/api${path}`)).json();
    const { periods } = (await read('/closes/2025-12')) as { periods: { run: { id: string } }[] };
    const lines = await Promise.all(
      periods.map(async ({ run }) => (await read(`/calculations/${run.id}/payouts?limit=1`)).rows[0]),
    );
    const months = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`);
    const rows = lines.flatMap(({ participantId }) =>
      months.map((month) => `late-${participantId}-${month},${month}-20,1000,USD,${participantId}`),
    );
    const body = new FormData();
    body.append('kind', 'deals');
    body.append('file', new File([['id,date,amount,currency,participant', ...rows].join('\n')], 'late.csv'));
    const headers = { 'x-session-token': localStorage.auth_token, 'idempotency-key': crypto.randomUUID() };
    return (await (await fetch('/api/imports/upload', { method: 'POST', headers, body })).json())
      .id as string;
  });
  const read = () => page.evaluate(async (at) => (await fetch(at)).json(), `/api/imports/${id}`);
  await sendAs(page, `/api/imports/${id}/check`, { mapping: (await read()).mapping });
  await expect.poll(async () => (await read()).status).toBe('checked');
  await sendAs(page, `/api/imports/${id}/commit`, {});
  await expect.poll(async () => (await read()).status).toBe('committed');
}
