import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stepsOfOneJourney } from './journey.ts';
import { choose, enterAs, openWindow, signIn } from './person.ts';

const high = 'High-risk agents require manager approval';

describe('policy and governance', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('agentadmin', '/agent-builder/policies'));
  });
  afterAll(() => browser?.close());

  const screen = () => page.getByTestId('page-agent-policies');
  const button = (name: string) => screen().getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const open = (name: string) => screen().getByRole('row').filter({ hasText: name }).first().click();
  const rows = () => screen().getByRole('grid', { name: 'Policies' }).getByRole('row');

  test('[POLICY-01] [POLICY-03] [POLICY-04] [POLICY-05] the policies are filtered by type and status', async () => {
    await button('New Policy').waitFor();
    const tabs = await screen().getByRole('tab').allTextContents();
    expect(tabs).toEqual(['Policy Rules', 'RBAC', 'Compliance']);
    for (const [label, options] of [
      ['Type', ['All types', 'Security', 'Compliance', 'Access', 'Data']],
      ['Status', ['All statuses', 'Active', 'Inactive', 'Draft']],
    ] as const) {
      await screen().getByRole('combobox', { name: label }).click();
      await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(options);
      await page.keyboard.press('Escape');
    }
    await choose(page, 'Type', 'Data');
    await rows().filter({ hasText: 'EU personal data' }).waitFor();
    await rows().filter({ hasText: high }).waitFor({ state: 'detached' });
    await choose(page, 'Type', 'All types');
    await choose(page, 'Status', 'Draft');
    await rows().filter({ hasText: high }).waitFor();
    await choose(page, 'Status', 'All statuses');
  });

  test('[POLICY-06] [POLICY-08] [POLICY-09] [POLICY-10] [POLICY-11] [POLICY-12] [POLICY-14] a policy says what it does, where, and how it is enforced', async () => {
    await open(high);
    await screen().getByRole('heading', { name: high }).waitFor();
    for (const text of [
      'A manager approves each version of a high-risk agent before it is deployed or runs outside development.',
      'Production, Staging',
      'When the risk is high.',
      'Require the approval of a manager.',
    ])
      await screen().getByText(text, { exact: true }).last().waitFor();
    const switches = screen().getByRole('switch');
    expect(await switches.count()).toBe(3);
    for (const name of ['Enforce', 'Log', 'Notify']) await screen().getByRole('switch', { name }).waitFor();
    await button('Edit').click();
    await dialog().getByLabel('Name', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('[POLICY-13] Test decides the requests of the past days again', async () => {
    await button('Test').click();
    await dialog()
      .getByRole('heading', { name: `Test ${high}` })
      .waitFor();
    await dialog()
      .getByText(/Decisions tested|No request recorded in these days/)
      .first()
      .waitFor();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
  });

  test('[POLICY-18] an activation waits for a second person, then the policy decides', async () => {
    await button('Activate').click();
    await screen().getByText('Someone else must approve this first.').waitFor();
    expect(await button('Activate').isDisabled()).toBe(true);
    const request = await screen().getByRole('link', { name: 'Open the request' }).getAttribute('href');
    const second = await openWindow(browser, new URL(page.url()).origin);
    await second.page.goto(request ?? '');
    await signIn(second.page, 'compliance');
    await second.page
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click();
    const confirm = second.page.getByRole('dialog').getByRole('button', { name: /^Approve/ });
    if (await confirm.count()) await confirm.click();
    await screen().getByText('Someone else must approve this first.').waitFor({ state: 'detached' });
    await button('Deactivate').waitFor();
    await button('Deactivate').click();
    await button('Activate').waitFor();
    expect(second.complaints).toEqual([]);
  });

  test('[POLICY-24] [POLICY-25] [POLICY-28] [POLICY-29] [POLICY-31] [POLICY-37] the roles show their permissions, members and settings', async () => {
    await screen().getByRole('tab', { name: 'RBAC' }).click();
    const table = screen().getByRole('grid', { name: 'Roles' });
    for (const [name, users] of [
      ['Agent Administrator', 3],
      ['Agent Developer', 12],
      ['Agent Operator', 45],
      ['Read-Only Viewer', 23],
      ['Compliance Officer', 5],
    ] as const) {
      const row = table.getByRole('row').filter({ hasText: name });
      await row.waitFor();
      expect(await row.getByRole('gridcell').or(row.getByRole('cell')).allTextContents()).toContain(
        String(users),
      );
    }
    await table.getByRole('row').filter({ hasText: 'Agent Operator' }).click();
    for (const name of ['RUN_AGENT', 'VIEW_RESULTS', 'VIEW_OWN_AGENTS'])
      await screen().getByText(name, { exact: true }).first().waitFor();
    for (const name of ['Active', 'Require approval', 'Audit actions'])
      await screen().getByRole('switch', { name }).waitFor();
    // only those who manage people change roles
    expect(await screen().getByRole('switch', { name: 'Active' }).isDisabled()).toBe(true);
    expect(await screen().getByRole('button', { name: 'New Role' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('[POLICY-02] [POLICY-26] [POLICY-27] an administrator makes a role, and finds its users', async () => {
    const { page: admin } = await openWindow(browser, new URL(page.url()).origin);
    await admin.goto('/agent-builder/policies?tab=rbac&role=agent-operator');
    await signIn(admin, 'admin');
    await admin.getByRole('button', { name: 'New Role' }).click();
    await admin.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
    await admin.keyboard.press('Escape');
    await admin.getByRole('button', { name: 'Copy to custom role' }).waitFor();
    await admin.getByRole('link', { name: 'Manage Users' }).click();
    await admin.waitForURL(/\/people\?role=%22?agent-operator|\/people\?role=agent-operator/);
    await admin.getByRole('heading', { name: 'People & access' }).waitFor();
  });
});
