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
  nodes: steps.map((step, at) => ({ ...step, position: { x: 200 * at, y: 0 } })),
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

  test('[WF-89] [WF-90] [WF-91] [WF-118] a step runs alone and the draft runs, with pinned data, apart from other runs', async () => {
    const node = (id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
    const run = page.getByRole('region', { name: 'Run on the canvas' });
    await node('read').click();
    await page.keyboard.press('F2');
    await page.getByRole('combobox', { name: 'Undo step' }).waitFor();
    await page.getByText('First add a step without connections.').waitFor();
    await page.getByRole('button', { name: 'Pin output' }).click();
    await page.getByRole('textbox', { name: 'Pinned data' }).fill('{"rows": [{"paid": "8.00"}]}');
    await page.getByRole('checkbox', { name: 'Disabled' }).waitFor();
    expect(await faultsInEverySize(page, sizes)).toEqual([]);
    await node('tell').click();
    await page.keyboard.press('F2');
    await page.getByRole('button', { name: 'Execute only this step…' }).click();
    await page.getByRole('dialog', { name: 'Execute Notify finance' }).waitFor();
    expect(await faultsInEverySize(page, sizes)).toEqual([]);
    await dialog().getByRole('button', { name: 'Execute step' }).click();
    await run.getByText('Completed').waitFor();
    await run.getByText('Run of the draft', { exact: false }).waitFor();
    await run.getByRole('button', { name: 'Hide run' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Run draft…' }).click();
    await dialog().getByText('Notify finance: Finance').waitFor();
    await dialog().getByRole('button', { name: 'Run draft' }).click();
    await run.getByText('Completed').waitFor();
    await run.getByText('Output', { exact: true }).click();
    await run.getByText('"8.00"', { exact: false }).waitFor();
    const counts = await page.evaluate(async (id) => {
      const count = async (kind: string) =>
        (await (await fetch(`/api/workflow-runs?workflowId=${id}&kind=${kind}`)).json()).rows.length;
      return [await count('live'), await count('draft')];
    }, made.id);
    expect(counts).toEqual([0, 2]);
    await page.goto('/agent-builder/runs?kind=draft');
    await page.getByRole('button', { name: draft.name }).first().waitFor();
    await page.goto(`/agent-builder/canvas?workflow=${made.id}`);
    made = await page.evaluate(async (id) => (await fetch(`/api/workflows/${id}`)).json(), made.id);
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
