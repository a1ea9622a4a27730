import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize, overlayFaults } from './accessibility.ts';
import { choose, openWindow, sendAs, signIn, watchComplaints } from './person.ts';
import { enterStage } from './stage.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** Activates a plan for all participants that counts approved deals only. */
async function payOnApproval(page: Page): Promise<void> {
  const component = {
    id: 'results',
    name: 'Results',
    status: 'Active',
    filter: [],
    weight: 100,
    approval: 'required',
    measure: { unit: '$', of: 'amount' },
    rate: { kind: 'flat', ratePercent: '1' },
    cap: null,
    accelerator: null,
    gate: null,
  };
  const document = {
    name: 'On approval',
    type: 'sales-commission',
    currency: 'EUR',
    rounding: { mode: 'HALF_UP' },
    calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
    order: ['gate', 'cap', 'weight'],
    acceleratorReading: 'incremental',
    undefinedAttainment: 'refuse',
    components: [component],
  };
  const { name, type } = document;
  const { id, documentHash } = await sendAs(page, '/api/plans', { name, type, document });
  await sendAs(page, `/api/plans/${id}/activate`, { documentHash });
  await sendAs(page, '/api/assignments', { planId: id, everybody: true, from: '2000-01-01' });
}

/** One user creates payments, another approves them, and a rep reads them, in a separate workspace. */
describe('from pay to payment', () => {
  let browser: Browser;
  let maker: Page;
  let approver: Page;
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
    maker = await open('brennhagen-admin', '/compensation/adjustments');
    approver = await open('brennhagen-finance', '/compensation/approvals');
  });
  afterAll(() => browser?.close());

  /** Problems of the screen on desktop and phone, light and dark. */
  const faultsOf = (page: Page) => faultsInEverySize(page, sizes);

  test('[PAYM-27] an adjustment is entered, and finance approves it in the inbox', async () => {
    await maker.getByRole('button', { name: 'Add adjustment' }).click();
    const dialog = maker.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Payee' }).click();
    await maker.getByRole('option').first().click();
    await choose(maker, 'Type', 'Bonus');
    await dialog.getByLabel('Amount').fill('250');
    await dialog.getByLabel('Reason').fill('Renewal of the year');
    expect(await faultsOf(maker)).toEqual([]);
    await dialog.getByRole('button', { name: 'Submit for approval' }).click();
    await maker.getByText('Waiting for approval').waitFor();
    await approver.getByRole('button', { name: /^Approve bonus for / }).click();
    await approver.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await maker.getByText('Approved', { exact: true }).waitFor();
    expect(await faultsOf(maker)).toEqual([]);
    await maker.getByRole('tab', { name: 'Draws' }).click();
  });

  test('a draw is granted and a payee held, each with a reason', async () => {
    await maker.getByRole('button', { name: 'Grant draw' }).click();
    const dialog = maker.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Payee' }).click();
    await maker.getByRole('option').first().click();
    await dialog.getByLabel('Amount').fill('100000');
    await dialog.getByLabel('First day').fill('2020-01-01');
    await dialog.getByLabel('Reason').fill('New in the job');
    expect(await faultsOf(maker)).toEqual([]);
    await dialog.getByRole('button', { name: 'Grant draw' }).click();
    await maker.getByText('Draw granted').first().waitFor();
    await maker.getByRole('tab', { name: 'Holds' }).click();
    await maker.getByRole('button', { name: 'Place hold' }).click();
    await choose(maker, 'Hold on', 'Payee');
    await dialog.getByRole('combobox', { name: 'Payee' }).click();
    await maker.getByRole('option').nth(1).click();
    await dialog.getByLabel('Reason').fill('Cash is not in');
    expect(await faultsOf(maker)).toEqual([]);
    await dialog.getByRole('button', { name: 'Place hold' }).click();
    await maker.getByText('Hold placed').first().waitFor();
    await maker.getByRole('row', { name: /Cash is not in/ }).waitFor();
    expect(await faultsOf(maker)).toEqual([]);
  });

  test('the creator of payments sees that another user approves them', async () => {
    await maker.getByRole('link', { name: 'Approvals & Workflows' }).first().click();
    await maker.getByRole('button', { name: 'Create payment run' }).click();
    await maker.getByRole('combobox', { name: 'Period' }).click();
    await maker.getByRole('option').first().click();
    await maker.getByRole('dialog').getByRole('button', { name: 'Create payment run' }).click();
    await maker.getByText('You created these payments, so another person must approve them.').waitFor();
    expect(await maker.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    expect(await faultsOf(maker)).toEqual([]);
  });

  test('another person reads a ledger and approves, the maker posts', async () => {
    await approver.getByRole('tab', { name: 'Payments' }).click();
    await approver.getByRole('row', { name: /Needs approval/ }).click();
    await approver.getByRole('grid', { name: 'Payees' }).getByRole('row').nth(1).click();
    const drawer = approver.getByRole('dialog');
    await drawer.getByRole('list', { name: 'Ledger' }).waitFor();
    expect(await faultsOf(approver)).toEqual([]);
    await approver.keyboard.press('Escape');
    const moves = [
      [approver, 'Approve', 'Payments approved'],
      [maker, 'Post', 'Payments posted'],
    ] as const;
    for (const [person, move, done] of moves) {
      await person.getByRole('button', { name: move, exact: true }).click();
      const asked = person.getByRole('dialog');
      await asked
        .getByRole('heading', { name: new RegExp(`^${move} \\d+ payments?, .*\\d\\.\\d\\d.*\\?$`) })
        .waitFor();
      if (move === 'Post') await asked.getByText("This can't be undone.").waitFor();
      await asked.getByRole('button', { name: move, exact: true }).click();
      await person.getByText(done).first().waitFor();
    }
    expect(await approver.getByRole('button', { name: 'Mark as paid' }).isDisabled()).toBe(true);
    await approver.getByRole('grid', { name: 'Payees' }).getByText('To pay').waitFor();
  });

  test('[PAYM-29] a payroll layout is made once, and the posted payments are downloaded in it', async () => {
    const layouts = async (page: Page) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'Payroll files…' }).click();
      return page.getByRole('dialog');
    };
    const dialog = await layouts(maker);
    await dialog.getByRole('button', { name: 'New layout' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Payroll EU');
    await dialog.getByRole('button', { name: 'Add column' }).click();
    await dialog.getByLabel('Header of column 6').fill('Code');
    await dialog.getByLabel('Text of column 6').fill('COMM');
    await dialog.getByRole('cell', { name: 'COMM' }).first().waitFor();
    expect(await faultsOf(maker)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save layout' }).click();
    await dialog.getByText('6 columns · all currencies').waitFor();
    const offered = await layouts(approver);
    expect(await faultsOf(approver)).toEqual([]);
    const file = approver.waitForEvent('download');
    await offered.getByRole('button', { name: 'Download the payroll file Payroll EU' }).click();
    expect((await file).suggestedFilename()).toMatch(/^payroll-.+-payroll-eu\.csv$/);
    // not Escape: as long as the toast is shown, the first Escape only closes that
    for (const page of [maker, approver])
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  test('a hold is released, a deal taken back, and the statement says what is held', async () => {
    await maker.getByRole('link', { name: 'Adjustments & Overrides' }).first().click();
    await maker.getByRole('tab', { name: 'Holds' }).click();
    await maker.getByRole('row', { name: /Cash is not in/ }).click();
    const drawer = maker.getByRole('dialog');
    await drawer.getByLabel('Reason').fill('Cash is in');
    expect(await faultsOf(maker)).toEqual([]);
    await drawer.getByRole('button', { name: 'Release hold' }).click();
    await maker.getByText('Hold released').first().waitFor();
    await maker.getByRole('row', { name: /Released/ }).waitFor();
    await maker.getByRole('tab', { name: 'Draws' }).click();
    await maker.getByRole('row', { name: /Recoverable/ }).waitFor();
    expect(await faultsOf(maker)).toEqual([]);
    await maker.getByRole('tab', { name: 'Clawbacks' }).click();
    await maker.getByRole('button', { name: 'Claw back' }).click();
    const dialog = maker.getByRole('dialog');
    for (const field of ['Payee', 'Calculation', 'Component', 'Line or deal']) {
      await dialog.getByRole('combobox', { name: field }).click();
      // the whole line comes before its deals
      await maker
        .getByRole('option')
        .nth(field === 'Line or deal' ? 1 : 0)
        .click();
    }
    await dialog.getByLabel('Effective date').fill('2026-01-15');
    await dialog.getByLabel('Reason').fill('The customer left');
    expect(await faultsOf(maker)).toEqual([]);
    await dialog.getByRole('button', { name: 'Claw back' }).click();
    await maker
      .getByText(/clawed back$/)
      .first()
      .waitFor();
    await maker.getByRole('row', { name: /The customer left/ }).waitFor();
    const statement = await maker.evaluate(async () => {
      const get = async (path: string) => (await fetch(`/api${path}`)).json();
      const [hold] = (await get('/holds')).rows;
      const [run] = (await get('/payments')).rows;
      return `/compensation/statements/${run.sources[0].calculationId}/${hold.participantId}`;
    });
    await maker.goto(statement);
    const paid = maker.getByRole('region', { name: 'Payments' });
    await paid.getByText('Held, not released yet').waitFor();
    expect(await faultsOf(maker)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('[PAYM-10] a whole line is clawed back from its explanation, and shown by component and period', async () => {
    const line = await maker.evaluate(async () => {
      const get = async (path: string) => (await (await fetch(`/api${path}`)).json()).rows;
      const [before] = await get('/clawbacks');
      const [held] = await get('/holds');
      const others = [before.participantId, held.participantId];
      const lines = await get(`/calculations/${before.calculationId}/payouts?limit=50&sort=-amount`);
      return lines.find((one: { participantId: string }) => !others.includes(one.participantId));
    });
    await maker.goto(`/compensation/payout/${line.runId}/${line.participantId}/${line.componentId}`);
    await maker.getByRole('button', { name: 'Claw back' }).click();
    const dialog = maker.getByRole('dialog', { name: 'Claw back a payment' });
    await expect
      .poll(() => dialog.getByRole('combobox', { name: 'Line or deal' }).textContent())
      .toContain('Whole line');
    await dialog.getByRole('radio', { name: 'Prorated by months left' }).click();
    await dialog.getByLabel('Contract length in months').fill('12');
    await dialog.getByLabel('Effective date').fill('2026-01-15');
    await dialog.getByLabel('Reason').fill('It was scored wrongly');
    await dialog.getByRole('button', { name: 'Claw back' }).click();
    await dialog.waitFor({ state: 'detached' });
    await maker.goto('/compensation/adjustments?tab=clawbacks');
    const row = maker.getByRole('row', { name: /It was scored wrongly/ });
    await row.waitFor();
    expect(await row.textContent()).toContain(`Whole line${line.componentName}`);
    expect(complaints).toEqual([]);
  });

  test('[PAYM-28] a line is overridden from its explanation, and another person approves it', async () => {
    const line = await maker.evaluate(async () => {
      const get = async (path: string) => (await (await fetch(`/api${path}`)).json()).rows;
      const [before] = await get('/clawbacks');
      const lines = await get(`/calculations/${before.calculationId}/payouts?limit=50&sort=-amount`);
      return lines.at(-1);
    });
    await maker.goto(`/compensation/payout/${line.runId}/${line.participantId}/${line.componentId}`);
    await maker.getByRole('button', { name: 'Override', exact: true }).click();
    const dialog = maker.getByRole('dialog', { name: 'Override this line' });
    await dialog.getByLabel(/^The line should pay/).fill('987654.32');
    await dialog.getByText(/^Changes pay by \+/).waitFor();
    await dialog.getByLabel('Reason').fill('Agreed for the launch');
    expect(await overlayFaults(maker)).toEqual([]);
    await dialog.getByRole('button', { name: 'Submit for approval' }).click();
    const overrides = maker.getByRole('list', { name: 'Overrides' });
    await overrides.getByText('Waiting for approval').waitFor();
    await maker.getByRole('button', { name: 'Override', exact: true, disabled: true }).waitFor();
    await approver.goto('/compensation/approvals');
    await approver.getByRole('button', { name: /^Approve override for / }).click();
    await approver.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await overrides.getByText('Approved').waitFor();
    expect(await faultsOf(maker)).toEqual([]);
    expect(complaints).toEqual([]);
    await maker.goto('/compensation/adjustments');
  });

  test('[PAYM-21] the currency of reports is chosen in the workspace settings, and only another one is saved', async () => {
    const open = async () => {
      await maker.getByRole('button', { name: /^User menu/ }).click();
      await maker.getByRole('menuitem', { name: 'Workspace settings' }).click();
      await currency.waitFor();
    };
    const dialog = maker.getByRole('dialog', { name: 'Workspace settings' });
    const currency = dialog.getByRole('combobox', { name: 'Reporting currency' });
    const save = dialog.getByRole('button', { name: 'Save settings' });
    await open();
    const before = (await currency.textContent()) ?? '';
    expect(await save.isDisabled()).toBe(true);
    await choose(maker, 'Reporting currency', /^CHF/);
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    await open();
    await expect.poll(() => currency.textContent()).toBe('CHF');
    expect(before).not.toBe('CHF');
    await choose(maker, 'Reporting currency', new RegExp(`^${before}`));
    await save.click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('[CREDIT-11] a result is approved on its deal, with a reason that stays with it', async () => {
    await maker.goto('/compensation/crediting');
    await maker.getByRole('row').nth(1).click();
    const deal = maker.getByRole('dialog', { name: /^Deal / });
    await deal.getByRole('region', { name: 'Source' }).waitFor();
    // no plan requires approval, so nothing is waiting
    expect(await deal.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
    await payOnApproval(maker);
    await maker.reload();
    await deal.getByText('No. Not counted in Results (On approval) until approved.').waitFor();
    await deal.getByRole('button', { name: 'Approve result' }).click();
    await deal.getByLabel('Reason').fill('The report of the quarter is in');
    expect(await faultsOf(maker)).toEqual([]);
    await deal.getByRole('button', { name: 'Approve result' }).click();
    await deal.getByText(/: The report of the quarter is in$/).waitFor();
    await expect.poll(() => deal.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  });
});
