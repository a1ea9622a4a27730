import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { stepsOfOneJourney } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { openWindow, sendAs, signIn } from './person.ts';
import { enterStage } from './stage.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const base = { title: '', position: { x: 0, y: 0 } };
const workflow = {
  name: 'Bonus approval',
  description: '',
  nodes: [
    { ...base, id: 'begin', type: 'start', config: {} },
    {
      ...base,
      id: 'sum',
      title: 'Add up',
      type: 'calculator',
      config: { formula: 'input.base + input.bonus' },
    },
    {
      ...base,
      id: 'ask',
      title: 'Ask finance',
      type: 'approval',
      config: { title: 'Pay {{ input }}?', instructions: 'Compare with the plan.', queue: 'finance' },
    },
    { ...base, id: 'paid', title: 'Paid', type: 'end', config: { result: 'nodes.sum' } },
    { ...base, id: 'refused', title: 'Refused', type: 'end', config: {} },
  ],
  edges: [
    { id: 'e1', from: { node: 'begin', port: 'out' }, to: { node: 'sum', port: 'in' } },
    { id: 'e2', from: { node: 'sum', port: 'out' }, to: { node: 'ask', port: 'in' } },
    { id: 'e3', from: { node: 'ask', port: 'approved' }, to: { node: 'paid', port: 'in' } },
    { id: 'e4', from: { node: 'ask', port: 'rejected' }, to: { node: 'refused', port: 'in' } },
  ],
  variables: [],
  notes: [],
  settings: { deadlineMinutes: null },
};

/** Requires two values, and fails on one before a step that a developer may not run. */
const asking = {
  ...workflow,
  name: 'Shares a bonus',
  nodes: [
    {
      ...base,
      id: 'begin',
      type: 'start',
      config: {
        fields: [
          { name: 'bonus', label: 'Bonus', type: 'number', required: true },
          { name: 'people', label: 'People', type: 'number', required: true },
        ],
      },
    },
    { ...base, id: 'share', type: 'calculator', config: { formula: 'input.bonus / input.people' } },
    { ...base, id: 'paid', type: 'database_read', config: { database: 'attain', query: 'payouts' } },
    { ...base, id: 'done', type: 'end', config: {} },
  ],
  edges: ['begin', 'share', 'paid'].map((node, at, all) => ({
    id: node,
    from: { node, port: 'out' },
    to: { node: all[at + 1] ?? 'done', port: 'in' },
  })),
};

describe('a run, watched and decided', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let developer: Page;
  let finance: Page;
  let complaints: string[];
  beforeAll(async () => {
    const stage = await enterStage();
    browser = stage.browser;
    ({ page: developer, complaints } = await openWindow(browser, stage.url));
    await developer.goto('/agent-builder/runs');
    await signIn(developer, 'developer');
    const second = await openWindow(browser, stage.url);
    finance = second.page;
    complaints = second.complaints;
    await finance.goto('/action-center');
    await signIn(finance, 'finance');
    const made = await sendAs(developer, '/api/workflows', { name: workflow.name, document: workflow });
    await sendAs(developer, `/api/workflows/${made.id}/versions`, { documentHash: made.documentHash });
    await sendAs(developer, `/api/workflows/${made.id}/runs`, { input: { base: 1000, bonus: '250.05' } });
  });
  afterAll(() => browser?.close());

  test('[RUNS-01] [RUNS-04] [RUNS-09] the list shows its status and the task it waits for', async () => {
    const entry = developer.getByRole('button', { name: /Bonus approval/ });
    await entry.getByText('Waiting').waitFor();
    await entry.getByRole('progressbar').waitFor();
    await entry.click();
    await developer.getByText('“Pay 1250.05?”, for finance').waitFor();
  });

  test('[RUNS-05] [RUNS-06] [RUNS-07] [RUNS-08] it can be looked into, exported and cancelled while it runs', async () => {
    for (const name of ['View Details', 'Export Logs', 'Cancel']) {
      await developer.getByRole('button', { name, exact: true }).waitFor();
    }
    expect(
      await developer.getByRole('tablist', { name: 'Run sections' }).getByRole('tab').allTextContents(),
    ).toEqual(['Overview', 'Logs', 'Output', 'Metrics']);
    await developer.getByRole('tab', { name: 'Output' }).click();
    await developer.getByText('Execution is still running').waitFor();
  });

  test('the assignee finds it in the Action Center, with the needed details', async () => {
    await finance.getByText('Pay 1250.05?').click();
    const drawer = finance.getByRole('dialog');
    await drawer.getByText('Compare with the plan.').waitFor();
    await drawer
      .getByRole('region', { name: 'Details' })
      .getByText(/1,?250\.05/)
      .first()
      .waitFor();
    await drawer.getByLabel('Comment').fill('As the plan says');
    await drawer.getByRole('button', { name: 'Approve', exact: true }).click();
    await finance.getByText('Task completed').first().waitFor();
    await expect.poll(() => finance.getByRole('grid').getByText('Pay 1250.05?').count()).toBe(0);
    // The focused row was removed: the focus is on another one, or on the head.
    await expect.poll(keyboardOf(finance).focused).toMatch(/^Task$|Disputes to resolve/);
  });

  test('[RUNS-10] [RUNS-23] the other window sees it end, with its output and its log', async () => {
    await developer
      .getByRole('button', { name: /Bonus approval/ })
      .getByText('Completed')
      .waitFor();
    await developer.getByLabel('Output').getByText('1250.05').waitFor();
    expect(await developer.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
    await developer.getByRole('tab', { name: 'Logs' }).click();
    await developer.getByText('The run is completed.').waitFor();
    const height = await developer
      .getByRole('region', { name: 'Log', exact: true })
      .evaluate(
        (one) =>
          Number.parseFloat(getComputedStyle(one).maxHeight) /
          Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      );
    expect(height).toBe(24);
    await developer.getByRole('tab', { name: 'Metrics' }).click();
    await developer.getByText('Success rate').first().waitFor();
  });

  test('[RUNS-19] its log is narrowed to what matters, down to what helps to find a fault', async () => {
    await developer.getByRole('tab', { name: 'Logs' }).click();
    const log = developer.getByTestId('run-log');
    const debug = log.getByText('“Ask finance” returned an object with', { exact: false });
    await log.getByText('The run is completed.').waitFor();
    expect(await debug.count()).toBe(0);
    await developer.getByRole('radio', { name: 'Debug' }).check({ force: true });
    await debug.waitFor();
    await developer.getByRole('radio', { name: 'Error' }).check({ force: true });
    await developer.getByText('No lines at this level.').waitFor();
  });

  test('on a phone what is chosen comes into view; from one of its steps it is run again, and that run is shown', async () => {
    await developer.setViewportSize({ width: 390, height: 500 });
    const entry = developer.getByRole('button', { name: /Bonus approval/ });
    const details = developer.getByRole('button', { name: 'View Details', exact: true });
    await entry.scrollIntoViewIfNeeded();
    await entry.click();
    await expect.poll(async () => ((await details.boundingBox())?.y ?? 0) < 300).toBe(true);
    await developer.setViewportSize({ width: 1440, height: 900 });
    await details.click();
    const steps = developer.getByRole('dialog', { name: 'Steps of Bonus approval' });
    await steps.getByText('Paid', { exact: true }).click();
    const before = developer.url();
    await steps.getByRole('button', { name: 'Run again from here' }).click();
    await developer.waitForURL((url) => url.href !== before);
    await expect.poll(() => entry.count()).toBe(2);
  });

  test('it is run again with the same input, on the version that is chosen', async () => {
    await developer.getByRole('button', { name: 'Run again…' }).click();
    const dialog = developer.getByRole('dialog', { name: 'Run again' });
    await dialog.getByText('Version 1, of this run, newest').waitFor();
    await dialog.getByRole('region', { name: 'Input' }).getByText('250.05').waitFor();
    const before = developer.url();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await developer.waitForURL((url) => url.href !== before);
    await developer.getByText('“Pay 1250.05?”, for finance').waitFor();
    await developer.getByRole('button', { name: 'Cancel', exact: true }).click();
    await developer.getByRole('button', { name: 'Cancel', exact: true }).waitFor({ state: 'detached' });
  });

  test('[RUNS-02] [RUNS-03] [BSTATE-04] the list is narrowed by status and by a text, and read again on request', async () => {
    await developer.getByRole('combobox', { name: 'Status' }).click();
    await developer.getByRole('option', { name: 'All', exact: true }).waitFor();
    expect(await developer.getByRole('option').allTextContents()).toEqual([
      'All',
      'Running',
      'Completed',
      'Failed',
      'Cancelled',
    ]);
    await developer.getByRole('option', { name: 'Failed' }).click();
    await developer.getByText('No matching runs').waitFor();
    await developer.getByRole('button', { name: 'Refresh' }).click();
    await developer.getByRole('combobox', { name: 'Status' }).click();
    await developer.getByRole('option', { name: 'All' }).click();
    const entries = developer.getByRole('button', { name: /Bonus approval/ });
    await entries.first().waitFor();
    await developer.getByRole('searchbox', { name: 'Search runs' }).fill('no such run');
    await developer.getByText('No matching runs').waitFor();
    await developer.getByRole('searchbox', { name: 'Search runs' }).fill('bonus app');
    await entries.first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('[WF-35] it is started from the canvas with the values its beginning asks for, after saying which rights are lacking', async () => {
    const made = await sendAs(developer, '/api/workflows', { name: asking.name, document: asking });
    await sendAs(developer, `/api/workflows/${made.id}/versions`, { documentHash: made.documentHash });
    await developer.goto(`/agent-builder/canvas?workflow=${made.id}`);
    await developer.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = developer.getByRole('dialog', { name: 'Run version 1' });
    await dialog.getByText('You lack permission for').waitFor();
    const start = dialog.getByRole('button', { name: 'Start' });
    expect(await start.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'Start it anyway' }).check();
    await dialog.getByLabel('Bonus').fill('100');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByRole('alert').getByText('People').waitFor();
    await dialog.getByLabel('People').fill('0');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await developer.getByRole('region', { name: 'Run on the canvas' }).getByText('failed').waitFor();
  });

  test('[WF-44] permanently failed runs are listed until retried', async () => {
    await developer.goto('/agent-builder/runs?status=failed');
    await developer.getByRole('checkbox', { name: 'Unresolved only' }).check();
    await developer.getByRole('button', { name: /Shares a bonus/ }).click();
    await developer.getByRole('tabpanel').getByRole('button', { name: 'Calculator' }).click();
    const steps = developer.getByRole('dialog', { name: 'Steps of Shares a bonus' });
    await expect
      .poll(() => steps.getByText('Input', { exact: true }).filter({ visible: true }).count())
      .toBe(1);
    await developer.keyboard.press('Escape');
    const before = developer.url();
    await developer.getByRole('button', { name: 'Try again', exact: true }).click();
    await developer.waitForURL((url) => url.href !== before);
    await expect.poll(() => developer.getByRole('button', { name: /Shares a bonus/ }).count()).toBe(1);
    await developer.getByRole('checkbox', { name: 'Unresolved only' }).uncheck();
    await expect.poll(() => developer.getByRole('button', { name: /Shares a bonus/ }).count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  test('[WF-93] runs are found by workflow, trigger and text, also by an address', async () => {
    await developer.goto('/agent-builder/runs?trigger=schedule');
    await developer.getByText('No matching runs').waitFor();
    await developer.getByText('More filters (1 set)').waitFor();
    expect(await faultsInEverySize(developer, sizes)).toEqual([]);
    await developer.getByRole('combobox', { name: 'Trigger' }).click();
    await developer.getByRole('option', { name: 'All triggers' }).click();
    await developer.getByRole('combobox', { name: 'Workflow' }).click();
    await developer.getByRole('option', { name: asking.name }).click();
    await expect.poll(() => developer.getByRole('button', { name: /Shares a bonus/ }).count()).toBe(2);
    expect(await developer.getByRole('button', { name: /Bonus approval/ }).count()).toBe(0);
    await developer.getByRole('textbox', { name: 'Text in input or output' }).fill('"people": 0');
    await expect.poll(() => developer.getByRole('button', { name: /Shares a bonus/ }).count()).toBe(2);
    await developer.getByRole('textbox', { name: 'Text in input or output' }).fill('"people": 77');
    await developer.getByText('No matching runs').waitFor();
    expect(complaints).toEqual([]);
  });
});
