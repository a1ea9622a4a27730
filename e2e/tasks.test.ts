import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { stepsOfOneJourney } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { choose, openWindow, sendAs, signIn, watchComplaints } from './person.ts';
import { enterStage } from './stage.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** A workflow of one step between its beginning and its end. */
function oneStep(name: string, step: { type: string; title: string; config: object }, port = 'out') {
  const base = { title: '', position: { x: 0, y: 0 } };
  return {
    name,
    description: '',
    variables: [],
    notes: [],
    settings: { deadlineMinutes: null },
    nodes: [
      { ...base, id: 'begin', type: 'start', config: {} },
      { ...base, id: 'step', ...step },
      { ...base, id: 'end', type: 'end', config: { result: 'nodes.step' } },
    ],
    edges: [
      { id: 'e1', from: { node: 'begin', port: 'out' }, to: { node: 'step', port: 'in' } },
      { id: 'e2', from: { node: 'step', port }, to: { node: 'end', port: 'in' } },
    ],
  };
}

/** In one of the sample workspaces. */
describe('a task that changes hands', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let admin: Page;
  let finance: Page;
  let manager: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    const stage = await enterStage();
    browser = stage.browser;
    const open = async (username: string) => {
      const window = await openWindow(browser, stage.url);
      await window.page.goto('/action-center');
      await signIn(window.page, username);
      watchComplaints(window.page, complaints);
      return window.page;
    };
    [admin, finance, manager] = (await Promise.all(
      ['halden-admin', 'halden-finance', 'halden-manager'].map(open),
    )) as [Page, Page, Page];
  });
  afterAll(() => browser?.close());

  const drawer = (page: Page) => page.getByRole('dialog');
  /** Publishes a workflow and starts it. */
  const run = async (document: ReturnType<typeof oneStep>, input: object) => {
    const made = await sendAs(admin, '/api/workflows', { name: document.name, document });
    await sendAs(admin, `/api/workflows/${made.id}/versions`, { documentHash: made.documentHash });
    return sendAs(admin, `/api/workflows/${made.id}/runs`, { input });
  };
  /** Opens the task from the notice with this text. */
  const openFromNotice = async (page: Page, said: string) => {
    await page.getByRole('button', { name: /^Notifications, \d+\+? unread/ }).click();
    const entry = page.getByRole('listitem').filter({ hasText: said });
    await entry.getByRole('link', { name: 'Open task' }).click();
    await drawer(page).getByText('Request', { exact: true }).waitFor();
  };

  test('[WF-62] data sent, time and error are shown; invalid output is reported, and “succeeded” continues with valid output', async () => {
    const { id } = await run(
      oneStep('Order the payout', {
        type: 'api_call',
        title: 'Post the order',
        config: {
          method: 'POST',
          url: `${inject('silentOrigin')}/orders?token=abc`,
          body: 'input',
          headers: [{ name: 'x-api-key', value: '"very-secret"' }],
        },
      }),
      { payee: 'Ann', amount: '7.00', currency: 'USD' },
    );
    await openFromNotice(admin, 'Did “Post the order” succeed?');
    const happened = drawer(admin).getByRole('region', { name: 'What happened' });
    await happened.getByText(/could not be reached/).waitFor();
    const words = await happened.textContent();
    expect(words).toMatch(/Sent[A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d/);
    const sent = drawer(admin).getByRole('region', { name: 'Data sent' });
    expect(await sent.textContent()).toMatch(/POST.*\$7\.00/s);
    expect(await drawer(admin).textContent()).not.toMatch(/very-secret|=abc/);
    expect(await faultsInEverySize(admin, sizes)).toEqual([]);
    const { focused, goTo, press, type } = keyboardOf(admin);
    await goTo(/^Output/);
    await type('{nope');
    await goTo(/^Step succeeded$/);
    await press('Enter');
    await drawer(admin).getByText('Enter valid JSON.').waitFor();
    await expect.poll(focused).toMatch(/^Output/);
    await press('ControlOrMeta+a');
    await type('{"receipt": 12}');
    await goTo(/^Step succeeded$/);
    await press('Enter');
    await admin.getByText('Task completed').first().waitFor();
    const state = async () =>
      admin.evaluate(async (path) => (await fetch(path)).json(), `/api/workflow-runs/${id}`);
    await expect.poll(async () => (await state()).status).toBe('completed');
    expect((await state()).output).toEqual({ receipt: 12 });
  });

  test('[WF-60] an administrator reassigns a task; both people are notified, and the new one opens it from the notice', async () => {
    await run(
      oneStep(
        'Ask a manager',
        { type: 'approval', title: 'Ask', config: { title: 'Pay the bonus?', assignee: 'halden-manager' } },
        'approved',
      ),
      {},
    );
    await openFromNotice(manager, 'A workflow is waiting for you.');
    await manager.keyboard.press('Escape');
    await admin.goto('/action-center');
    const task = await admin.evaluate(async () => {
      const answer = await fetch('/api/tasks?whose=all');
      return ((await answer.json()) as { rows: { id: string; title: string }[] }).rows.find(
        ({ title }) => title === 'Pay the bonus?',
      )?.id;
    });
    await admin.goto(`/action-center?task=${task}`);
    await drawer(admin).getByText('This task is assigned to halden-manager.').waitFor();
    await drawer(admin).getByRole('button', { name: 'Reassign…' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Reassign task' });
    await dialog.getByRole('combobox', { name: 'Assignee' }).waitFor();
    expect(await faultsInEverySize(admin, sizes)).toEqual([]);
    await dialog.getByRole('combobox', { name: 'Assignee' }).click();
    await admin
      .getByRole('option')
      .filter({ hasText: await nameOf(finance) })
      .click();
    await dialog.getByLabel('Reason').fill('She is away');
    await dialog.getByRole('button', { name: 'Reassign task' }).click();
    await admin.getByText('Task reassigned').first().waitFor();
    await manager.getByRole('button', { name: /^Notifications, [1-9]\d*\+? unread/ }).click();
    await manager.getByText('Your task was reassigned').waitFor();
    await manager.keyboard.press('Escape');
    await openFromNotice(finance, 'She is away');
  });

  test('[WF-60] the assignee delegates it, and the new assignee decides it', async () => {
    await drawer(finance).getByRole('button', { name: 'Delegate…' }).click();
    const dialog = finance.getByRole('dialog', { name: 'Delegate task' });
    await choose(finance, 'Assignee', await nameOf(manager));
    await dialog.getByRole('button', { name: 'Delegate task' }).click();
    await finance.getByText('Task delegated').first().waitFor();
    await finance.getByText('No open tasks').waitFor();
    await openFromNotice(manager, 'delegated it to you');
    await drawer(manager).getByRole('button', { name: 'Approve', exact: true }).click();
    await manager.getByText('Task completed').first().waitFor();
    expect(complaints).toEqual([]);
  });

  /** The name of a window's signed-in user. */
  async function nameOf(page: Page): Promise<string> {
    const label = await page.getByRole('button', { name: /^User menu of / }).getAttribute('aria-label');
    return (label ?? '').replace('User menu of ', '');
  }
});
