import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { stepsOfOneJourney } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { enterAs, sendAs } from './person.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

const base = { title: '', position: { x: 0, y: 0 } };
const steps = [
  { ...base, id: 'begin', type: 'start', config: {} },
  {
    ...base,
    id: 'read',
    title: 'Read payouts',
    type: 'database_read',
    config: { database: 'attain', query: 'payouts' },
  },
  {
    ...base,
    id: 'tell',
    title: 'Notify finance',
    type: 'notification',
    config: { to: 'finance', title: 'Payouts', message: 'Read.' },
  },
  { ...base, id: 'end', type: 'end', config: { result: 'nodes.read' } },
];
const draft = {
  name: 'Tells of payouts',
  description: '',
  variables: [],
  notes: [],
  nodes: steps,
  edges: ['begin', 'read', 'tell'].map((node, at) => ({
    id: node,
    from: { node, port: 'out' },
    to: { node: steps[at + 1]?.id ?? '', port: 'in' },
  })),
  settings: { deadlineMinutes: null },
};

describe('a draft, tested before it is published', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let made: { id: string; documentHash: string };
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('developer', '/agent-builder/runs'));
    made = await sendAs(page, '/api/workflows', { name: draft.name, document: draft });
    await page.goto(`/agent-builder/canvas?workflow=${made.id}`);
  });
  afterAll(() => browser?.close());

  const dialog = () => page.getByRole('dialog');
  const strip = () => page.getByRole('region', { name: 'Test run on the canvas' });

  test('[WF-77] it runs on sample data that can be edited, by keyboard alone', async () => {
    const { focused, goTo, press, type } = keyboardOf(page);
    await page.getByRole('button', { name: 'Test run' }).focus();
    await press('Enter');
    await dialog().getByText('Nothing is published, sent or stored.', { exact: false }).waitFor();
    await dialog().getByText('Read payouts', { exact: true }).waitFor();
    expect(await faultsInEverySize(page, sizes)).toEqual([]);
    await page.setViewportSize(sizes[0]);
    await goTo(/^Run input/);
    await press('ControlOrMeta+a');
    await type('{nope');
    await goTo(/^Run test$/);
    await press('Enter');
    await dialog().getByText('This is not valid JSON', { exact: false }).waitFor();
    await expect.poll(focused).toMatch(/^Run input/);
    await press('ControlOrMeta+a');
    await type('{}');
    await goTo(/^Read payouts/);
    await press('Enter');
    const output = dialog().getByLabel('Output of Read payouts');
    await output.fill('{"rows": [{"paid": "7.00"}]}');
    await goTo(/^Run test$/);
    await press('Enter');
    await strip().getByText('Completed').waitFor();
    await strip().getByText('Output', { exact: true }).click();
    await strip().getByText('"7.00"', { exact: false }).waitFor();
    await strip().getByRole('button', { name: 'Edit sample data' }).click();
    await dialog().getByText('Edited').waitFor();
    await press('Escape');
    await strip().getByRole('button', { name: 'Close test run' }).click();
    await strip().waitFor({ state: 'detached' });
    const texts = await page.evaluate(async (id) => {
      const answer = await fetch(`/api/workflow-runs?workflowId=${id}`);
      return (await answer.json()).rows.length;
    }, made.id);
    expect(texts, 'runs of a workflow that was only tested').toBe(0);
  });

  test('[WF-35] [WF-61] the run dialog says which permission is missing, who receives data, and leads to the test run', async () => {
    await sendAs(page, `/api/workflows/${made.id}/versions`, { documentHash: made.documentHash });
    await page.reload();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog().getByText('You need permission to view payouts.', { exact: false }).waitFor();
    const recipients = dialog().getByRole('region', { name: 'Recipients' });
    await expect.poll(() => recipients.textContent()).toContain('Notify finance: Finance');
    expect(await dialog().getByRole('button', { name: 'Start' }).isDisabled()).toBe(true);
    await dialog().getByRole('button', { name: 'Test run with sample data' }).click();
    await page.getByRole('dialog', { name: 'Test run' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
