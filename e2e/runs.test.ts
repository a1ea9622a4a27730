import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWindow, sendAs, signIn } from './person.ts';
import { enterStage } from './stage.ts';

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

describe('a run, watched and decided', () => {
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

  test('[RUNS-01] [RUNS-04] [RUNS-09] it stands in the list as it is, and beside it what it waits for', async () => {
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
    expect(await developer.getByRole('tablist', { name: 'Run' }).getByRole('tab').allTextContents()).toEqual([
      'Overview',
      'Logs',
      'Output',
      'Metrics',
    ]);
    await developer.getByRole('tab', { name: 'Output' }).click();
    await developer.getByText('Execution is still running').waitFor();
  });

  test('who has to decide finds it in the Action Center, with what to decide by', async () => {
    await finance.getByText('Pay 1250.05?').click();
    const drawer = finance.getByRole('dialog');
    await drawer.getByText('Compare with the plan.').waitFor();
    await drawer.getByText('1250.05', { exact: true }).waitFor();
    await drawer.getByLabel('Comment').fill('As the plan says');
    await drawer.getByRole('button', { name: 'Approve', exact: true }).click();
    await finance.getByText('Task decided').first().waitFor();
    await finance.getByText('Nothing waits for you').waitFor();
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
      .getByTestId('run-log')
      .evaluate(
        (one) =>
          Number.parseFloat(getComputedStyle(one).maxHeight) /
          Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      );
    expect(height).toBe(24);
    await developer.getByRole('tab', { name: 'Metrics' }).click();
    await developer.getByText('Success rate').first().waitFor();
  });

  test('[RUNS-02] [RUNS-03] the list is narrowed by status and read again on request', async () => {
    await developer.getByRole('combobox', { name: 'Status' }).click();
    expect(await developer.getByRole('option').allTextContents()).toEqual([
      'All',
      'Running',
      'Completed',
      'Failed',
      'Cancelled',
    ]);
    await developer.getByRole('option', { name: 'Failed' }).click();
    await developer.getByText('No run matches').waitFor();
    await developer.getByRole('button', { name: 'Refresh' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
