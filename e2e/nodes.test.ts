import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAs, sendAs } from './person.ts';

const base = { title: '', position: { x: 0, y: 0 }, config: {} };
const telling = {
  name: 'Tells the developers',
  description: '',
  nodes: [
    { ...base, id: 'begin', type: 'start' },
    {
      ...base,
      id: 'tell',
      type: 'notification',
      config: { to: 'agent-developer', title: 'Pay of {{ input.period }} is ready', severity: 'warning' },
    },
    { ...base, id: 'finish', type: 'end' },
  ],
  edges: [
    { id: 'a', from: { node: 'begin', port: 'out' }, to: { node: 'tell', port: 'in' } },
    { id: 'b', from: { node: 'tell', port: 'out' }, to: { node: 'finish', port: 'in' } },
  ],
  variables: [],
  notes: [],
  settings: { deadlineMinutes: null },
};

describe('the node library', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let cards: Locator;
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('developer', '/agent-builder/nodes'));
    cards = page.getByRole('list', { name: 'Nodes' }).getByRole('button');
    await cards.first().waitFor();
  });
  afterAll(() => browser?.close());

  test('[NODES-01] [NODES-02] [NODES-03] [NODES-15] [BSTATE-04] is searched, narrowed by category, and lies in cards', async () => {
    const all = await cards.count();
    expect(all).toBeGreaterThan(40);
    await page.getByLabel('Category').click();
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toEqual(
        'All categories,AI & ML,Data Processing,Data Sources,Human Tasks,Communications,Control Flow,Integrations,Tools'.split(
          ',',
        ),
      );
    await page.getByRole('option', { name: 'Communications' }).click();
    await expect.poll(() => cards.count()).toBeLessThan(all);
    await page.getByLabel('Search nodes').fill('mail');
    await expect.poll(() => cards.count()).toBe(1);
    await page.reload();
    await expect.poll(() => cards.count()).toBe(1);
    await page.getByLabel('Search nodes').fill('');
    await page.getByLabel('Category').click();
    await page.getByRole('option', { name: 'All categories' }).click();
    await expect.poll(() => cards.count()).toBe(all);
  });

  test('[NODES-04] [NODES-06] [NODES-07] [NODES-08] a node is read about, configured, tried and exported, by keyboard', async () => {
    const testNode = page.getByRole('button', { name: 'Test Node' });
    await cards.filter({ hasText: 'Calculator' }).press('Enter');
    const tab = (name: string) => page.getByRole('tab', { name });
    await tab('Overview').press('ArrowRight');
    await page.getByLabel('Formula').fill('input.amount * 0.05');
    await testNode.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Test Calculator' });
    await dialog.getByLabel('Sample input').fill('{"amount":"1000.00"}');
    await dialog.getByRole('button', { name: 'Run test', exact: true }).press('Enter');
    await expect.poll(() => dialog.getByRole('region', { name: 'Output' }).textContent()).toContain('50');
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Config' }).press('Enter');
    expect((await download).suggestedFilename()).toBe('calculator.json');
    await tab('Config').press('ArrowRight');
    await page.getByText('Not used yet').last().waitFor();
  });

  test('[NODES-05] [NODES-08] exported nodes are read, judged, and become a workflow', async () => {
    const file = join(tmpdir(), `attain-nodes-${process.pid}.json`);
    const nodes = [
      { type: 'formatter', title: 'Greeting', config: { template: 'Dear {{ input.name }}' } },
      { type: 'teleport', title: 'Nowhere', config: {} },
    ];
    writeFileSync(file, JSON.stringify({ format: 'attain-nodes/1', nodes }));
    await page.getByRole('button', { name: 'Import Nodes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import Nodes' });
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByText('There is no type “teleport”.').waitFor();
    await dialog.getByRole('button', { name: 'Create workflow' }).click();
    await page.waitForURL(/canvas\?workflow=/);
    await page.getByText('Greeting').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('[CANVAS-10] a workflow notification remains in the bell until it is read', async () => {
    const made = await sendAs(page, '/api/workflows', { name: telling.name, document: telling });
    await sendAs(page, `/api/workflows/${made.id}/versions`, { documentHash: made.documentHash });
    await sendAs(page, `/api/workflows/${made.id}/runs`, { input: { period: '2024-Q1' } });
    const bell = page.getByRole('button', { name: /^Notifications(, \d+\+? unread)?$/ });
    const list = page.getByRole('dialog', { name: 'Notifications' });
    // other workflows of the sample may notify the same person
    const message = list.getByRole('listitem').filter({ hasText: 'Pay of 2024-Q1 is ready' });
    await page.getByRole('button', { name: /^Notifications, \d+\+? unread/ }).waitFor();
    await bell.click();
    await message.waitFor();
    await page.reload();
    await bell.click();
    await message.getByRole('button', { name: 'Mark as read' }).click();
    await message.getByRole('button', { name: 'Mark as read' }).waitFor({ state: 'detached' });
    await message.waitFor();
    expect(complaints).toEqual([]);
  });

  test('[BSHELL-37] every page of the builder asks an endpoint for what it shows', async () => {
    const asks = [
      ['', '/api/agents'],
      ['/canvas', '/api/workflows'],
      ['/nodes', '/api/node-types'],
      ['/runs', '/api/workflow-runs'],
      ['/data', '/api/contracts'],
      ['/costs', '/api/costs/overview'],
      ['/observability', '/api/measures'],
      ['/versions', '/api/agents/'],
      ['/connections', '/api/connections'],
      ['/policies', '/api/policies'],
      ['/deploy', '/api/environments'],
    ] as const;
    for (const [path, endpoint] of asks) {
      const answered = page.waitForResponse((one) => new URL(one.url()).pathname.startsWith(endpoint));
      await page.goto(`/agent-builder${path}`);
      expect([endpoint, (await answered).status()]).toEqual([endpoint, 200]);
    }
  });
});
