import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { choose, enterAs, sendAs } from './person.ts';

let browser: Browser;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  ({ browser, page, complaints } = await enterAs('admin', '/compensation'));
});
afterAll(() => browser?.close());

type Line = { participantId: string; participantName: string };

/** Data the page may read. */
const read = (path: string) => page.evaluate(async (at) => (await fetch(`/api${at}`)).json(), path);

/** Uploads a deals file up to its dry run. */
async function checkedFile(name: string, csv: string): Promise<string> {
  const id = await page.evaluate(
    async ([fileName, text]) => {
      const body = new FormData();
      body.append('kind', 'deals');
      body.append('file', new File([text ?? ''], fileName ?? ''));
      const headers = {
        'x-session-token': localStorage.auth_token,
        'idempotency-key': crypto.randomUUID(),
      };
      const answer = await fetch('/api/imports/upload', { method: 'POST', headers, body });
      return ((await answer.json()) as { id: string }).id;
    },
    [name, csv],
  );
  const { mapping } = await read(`/imports/${id}`);
  await sendAs(page, `/api/imports/${id}/check`, { mapping });
  return id;
}

test('[DEP-5] [DEP-6] [DEP-8] one changed quota is paid at once and accepted as the next version, a late deal is shown before it is stored and before it is accepted', async () => {
  const { rows } = await read('/calculations?limit=100');
  const before = rows.find(
    (one: { planName: string; status: string }) =>
      one.planName === 'FY25 Enterprise AE plan EMEA' && one.status === 'completed',
  );
  // changes by other journeys are not late for a new calculation
  const ordered = { planId: before.planId, period: before.period.key };
  const { id } = await sendAs(page, '/api/calculations', ordered);
  const status = async () => (await read(`/calculations/${id}`)).status;
  await expect.poll(status).toMatch(/^(completed|unchanged)$/);
  const run = (await status()) === 'completed' ? await read(`/calculations/${id}`) : before;
  const [line] = (await read(`/calculations/${run.id}/payouts?limit=1`)).rows as Line[];
  const { participantId, participantName } = line!;

  await page.goto(`/compensation/payout/${run.id}?tab=records`);
  await page.getByText('No late records').waitFor();
  await page.getByText('Quota', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Payee' }).fill(participantId);
  await choose(page, 'Payee', new RegExp(participantName));
  await page.getByRole('combobox', { name: /^Existing quota/ }).click();
  await page.getByRole('option', { name: /\$$/ }).first().click();
  await page.getByLabel('Quota', { exact: true }).last().fill('1');
  await page.getByLabel('Reason').fill('as agreed in March');
  await page.getByRole('button', { name: 'Preview change' }).click();
  const made = page.getByRole('region', { name: 'Preview', exact: true });
  await made.getByRole('status').waitFor();
  await expect.poll(() => made.textContent()).toContain('of 1 payee');
  await expect.poll(() => made.getByRole('row').count()).toBeGreaterThan(1);
  await page.getByText('as agreed in March', { exact: false }).first().waitFor();
  await made.getByRole('button', { name: 'Apply change' }).click();
  // the year is paid: the difference goes into the next payments
  await made.getByRole('alert').getByText('is closed', { exact: false }).waitFor();
  complaints.length = 0;
  await made.getByRole('button', { name: 'Apply as adjustment' }).click();
  await page.waitForURL((at) => at.pathname.includes('/payout/') && !at.pathname.endsWith(run.id));
  await page.getByRole('tab', { name: 'Difference', selected: true }).waitFor();
  await page
    .getByRole('row', { name: new RegExp(participantName) })
    .first()
    .waitFor();
  const taken = await read(`/calculations/${page.url().match(/payout\/([\w-]+)/)?.[1]}`);
  expect([taken.version, taken.stale]).toEqual([run.version + 1, []]);

  const days = `from=${run.period.from}&to=${run.period.to}`;
  const { rows: deals } = await read(`/deals?participantId=${participantId}&${days}&limit=50`);
  const deal = deals.find(({ unit }: { unit: string }) => unit === '$');
  const csv = `Deal ID,Date,Amount,Currency,Participant,Product,Kind\nlate-1,${deal.date},500000,${deal.currency},${participantId},${deal.product ?? ''},${deal.kind}\n`;
  const file = await checkedFile('late.csv', csv);
  await page.goto(`/compensation/imports/${file}`);
  const pay = page.getByRole('region', { name: 'Effect on pay' });
  await pay.getByText('Deal late-1 is new', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Store 1 row' }).click();
  await page.getByRole('region', { name: 'Stored' }).waitFor();

  await checkedFile('later.csv', csv.replace('late-1', 'late-2'));
  await page.goto('/compensation/imports');
  await page.getByRole('row').getByText('Checked, not stored').first().waitFor();
  expect(await clipped(page, 'Checked, not stored')).toBe(0);
  await page.goto('/compensation/payout');
  await page
    .getByRole('region', { name: 'Out of date' })
    .getByRole('button', { name: 'Recalculate all' })
    .waitFor();
  await page.getByRole('row').getByText('Out of date').first().waitFor();
  expect(await clipped(page, 'Out of date')).toBe(0);
  expect(await faultsInEverySize(page)).toEqual([]);

  await page.goto(`/compensation/payout/${taken.id}`);
  await page.getByRole('link', { name: 'Preview changes' }).click();
  const late = page.getByRole('region', { name: 'Changes from late records' });
  await late.getByText('Deal late-1 is new', { exact: false }).first().waitFor();
  expect(await faultsInEverySize(page)).toEqual([]);
  await page.getByRole('button', { name: 'Recalculate', exact: true }).click();
  await page.waitForURL((at) => !at.pathname.endsWith(taken.id));
  await page
    .getByText(`version ${taken.version + 1}`, { exact: false })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});

/** The number of badges with this text that are cut off. */
function clipped(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (said) =>
      [...document.querySelectorAll('[role="row"] .truncate, tr .truncate')].filter(
        (one) => one.textContent === said && one.scrollWidth > one.clientWidth,
      ).length,
    text,
  );
}
