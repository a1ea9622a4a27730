import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { stepsOfOneJourney } from './journey.ts';
import { openWindow, sendAs, signIn, watchComplaints } from './person.ts';
import { enterStage } from './stage.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** One person asks, another is notified and decides. What is made here is withdrawn at the end, for the files that follow. */
describe('an approval', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let admin: Page;
  let finance: Page;
  let designer: Page;
  const period = '2026-01';
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
    admin = await open('admin', '/compensation/approvals');
    finance = await open('finance', '/compensation/approvals');
    designer = await open('designer', '/compensation/plan-design');
  });
  afterAll(() => browser?.close());

  const faultsOf = (page: Page) => faultsInEverySize(page, sizes);
  /** Payments that another file left open would stand in the way. */
  const withdrawOpen = async () => {
    const open = await admin.evaluate(async () => {
      const { rows } = await (await fetch('/api/payments?limit=50')).json();
      const waiting = rows.filter((run: { status: string }) => /^(calculated|approved)$/.test(run.status));
      return waiting.map((run: { id: string }) => run.id) as string[];
    });
    for (const id of open) await sendAs(admin, `/api/payments/${id}/withdraw`, {});
  };
  const inbox = (page: Page) => page.getByRole('list', { name: 'Approval requests' });
  const request = (page: Page) => page.getByRole('region', { name: 'Request', exact: true });

  test('[AUTH-25] a payment run is in the inbox, To do, the bell and the Action Center of the approver, not of its creator', async () => {
    await withdrawOpen();
    const outdated = await admin.evaluate(
      async (key) => (await (await fetch(`/api/payments/preview?period=${key}`)).json()).sources,
      period,
    );
    const ids = outdated
      .filter((one: { changes: string[] }) => one.changes.length > 0)
      .map((one: { calculationId: string }) => one.calculationId);
    await sendAs(admin, '/api/payments', {
      period,
      ...(ids.length === 0 ? {} : { outdated: ids, reason: 'Paid as calculated' }),
    });
    await inbox(finance)
      .getByRole('button', { name: new RegExp(`payments? for ${period}`) })
      .waitFor();
    expect(await faultsOf(finance)).toEqual([]);
    await finance.getByRole('button', { name: /^Notifications/ }).click();
    await finance
      .getByText(new RegExp(`Approval needed: \\d+ payments? for ${period}$`))
      .first()
      .waitFor();
    await finance.getByRole('link', { name: 'Open request' }).first().waitFor();
    await finance.keyboard.press('Escape');
    await finance.goto('/compensation');
    await finance.getByText(new RegExp(`payments? for ${period}, `)).waitFor();
    await finance.goto('/action-center');
    await finance
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`payments? for ${period}`) })
      .getByRole('link', { name: 'Review', exact: true })
      .click();
    await request(finance)
      .getByRole('button', { name: new RegExp(`^Approve \\d+ payments? for ${period} \\(`) })
      .waitFor();
    await admin.reload();
    await admin.getByRole('tab', { name: /^For me/ }).waitFor();
    expect(
      await inbox(admin)
        .getByRole('button', { name: new RegExp(`payments? for ${period}`) })
        .count(),
    ).toBe(0);
    await admin.getByRole('tab', { name: 'I asked' }).click();
    await request(admin).getByText('Requested by you').waitFor();
    expect(
      await request(admin)
        .getByRole('button', { name: /^Approve/ })
        .count(),
    ).toBe(0);
  });

  test('the approver sees amount, changes and the hash, begins by keyboard, and approves in two clicks', async () => {
    await request(finance).getByRole('heading', { name: 'What changes' }).waitFor();
    await request(finance).getByRole('rowheader', { name: 'Net' }).first().waitFor();
    expect(await faultsOf(finance)).toEqual([]);
    const warnings = request(finance).getByRole('checkbox', { name: 'I’ve read the warnings' });
    if (await warnings.count()) await warnings.check();
    await finance.getByRole('heading', { level: 1 }).click();
    await finance.keyboard.press('a');
    const dialog = finance.getByRole('dialog');
    await dialog.getByRole('heading', { name: /^Approve \d+ payments? for .*, .*\d\.\d\d\?$/ }).waitFor();
    await dialog.getByText('You can withdraw these payments until they are posted.').waitFor();
    await finance.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // the same by mouse: two clicks from the request to the approved payments
    await request(finance)
      .getByRole('button', { name: /^Approve \d+ payments? for/ })
      .click();
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await request(admin).getByText('Approved', { exact: true }).first().waitFor();
    await finance.goto('/compensation/approvals');
    await inbox(finance)
      .getByRole('button', { name: /^SPIFF for/ })
      .waitFor();
    const left = inbox(finance).getByRole('button', { name: new RegExp(`payments? for ${period}`) });
    expect(await left.count()).toBe(0);
    expect(await faultsOf(finance)).toEqual([]);
  });

  /** Finance asks the designer about the open request by keyboard, and reads the answer. */
  const asksAndAnswers = async (path: string) => {
    await finance.getByRole('heading', { level: 1 }).click();
    await finance.keyboard.press('q');
    await request(finance)
      .getByLabel(/^Question to /)
      .fill('Why is there no cap?');
    await request(finance).getByRole('button', { name: 'Send question' }).click();
    await request(finance)
      .getByText(/^You asked /)
      .waitFor();
    await designer.goto('/compensation/approvals?tab=asked');
    const answer = request(designer).getByLabel(/^Answer to /);
    await answer.waitFor();
    // the narrow size shows the request over the list, where nothing is typed yet
    expect(await faultsOf(designer)).toEqual([]);
    await answer.fill('Agreed for the first year.');
    await request(designer).getByRole('button', { name: 'Send answer' }).click();
    await request(finance).getByText('Agreed for the first year.').waitFor();
    await designer.goto(path);
  };

  test('[AUTH-25] a designer submits a plan, finance rejects it with a reason, then activates it', async () => {
    const plan = await sendAs(designer, '/api/plans', {
      name: 'Submitted plan',
      type: 'sales-commission',
      document: {
        name: 'Submitted plan',
        type: 'sales-commission',
        currency: 'EUR',
        rounding: { mode: 'HALF_UP' },
        calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
        order: ['gate', 'cap', 'weight'],
        acceleratorReading: 'incremental',
        undefinedAttainment: 'refuse',
        components: [
          {
            id: 'bookings',
            name: 'Bookings',
            status: 'Active',
            filter: [],
            weight: 100,
            measure: { unit: '$', of: 'amount' },
            rate: { kind: 'flat', ratePercent: '1' },
            cap: null,
            accelerator: null,
            gate: null,
          },
        ],
      },
    });
    const path = `/compensation/plan-design/${plan.id}`;
    for (const decision of ['Reject', 'Approve']) {
      await designer.goto(path);
      await designer.getByRole('button', { name: 'Submit for approval' }).click();
      const asked = designer.getByRole('dialog');
      await asked.getByRole('button', { name: 'Submit for approval' }).click();
      await designer.getByRole('link', { name: 'Waiting for approval' }).waitFor();
      await inbox(finance)
        .getByRole('button', { name: /Activate Submitted plan, version 1/ })
        .click();
      await request(finance).getByRole('rowheader', { name: 'Bookings' }).waitFor();
      const dialog = finance.getByRole('dialog');
      if (decision === 'Reject') {
        expect(await faultsOf(finance)).toEqual([]);
        await request(finance).getByRole('button', { name: 'Reject with reason' }).click();
        expect(await dialog.getByRole('button', { name: 'Reject' }).isDisabled()).toBe(true);
        await dialog.getByLabel('Reason').fill('Add a cap');
        await dialog.getByRole('button', { name: 'Reject' }).click();
      } else {
        await asksAndAnswers(path);
        await inbox(finance)
          .getByRole('checkbox', { name: 'Select Activate Submitted plan, version 1' })
          .check();
        expect(await faultsOf(finance)).toEqual([]);
        await finance.getByRole('button', { name: 'Approve selected' }).click();
        await dialog.getByRole('button', { name: 'Approve 1 request' }).click();
        await dialog.getByRole('heading', { name: '1 request decided' }).waitFor();
        expect(await faultsOf(finance)).toEqual([]);
        await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      }
      await dialog.waitFor({ state: 'detached' });
      await designer.getByRole('link', { name: 'Waiting for approval' }).waitFor({ state: 'detached' });
    }
    await designer.getByText('Active', { exact: true }).first().waitFor();
    await designer.getByRole('button', { name: /^Notifications/ }).click();
    await designer.getByText('Approved: Activate Submitted plan, version 1').waitFor();
    await designer.getByText(/Reason: Add a cap/).waitFor();
    expect(await faultsOf(designer)).toEqual([]);
    await withdrawOpen();
    expect(complaints).toEqual([]);
  });
});
