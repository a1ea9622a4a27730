import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { drawing } from './drawing.ts';
import { stepsOfOneJourney } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { enterAs, sendAs } from './person.ts';

const base = { title: '', position: { x: 0, y: 0 } };
const steps = [
  { ...base, id: 'begin', type: 'start', config: { fields: [{ name: 'amount', type: 'number' }] } },
  {
    ...base,
    id: 'read-1',
    type: 'database_read',
    position: { x: 160, y: 0 },
    config: { database: 'attain', query: 'payouts' },
  },
  { ...base, id: 'say', type: 'formatter', position: { x: 320, y: 0 }, config: { template: 'Due' } },
  { ...base, id: 'end', type: 'end', position: { x: 480, y: 0 }, config: {} },
];
const draft = {
  name: 'Says when pay is due',
  description: '',
  variables: [],
  notes: [],
  nodes: steps,
  edges: ['begin', 'read-1', 'say'].map((node, at) => ({
    id: node,
    from: { node, port: 'out' },
    to: { node: steps[at + 1]?.id ?? '', port: 'in' },
  })),
  settings: { deadlineMinutes: null },
};

describe('an expression, written with what is known', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('developer', '/agent-builder/runs'));
    const { id } = await sendAs(page, '/api/workflows', { name: draft.name, document: draft });
    await page.goto(`/agent-builder/canvas?workflow=${id}`);
  });
  afterAll(() => browser?.close());
  const panel = () => page.getByRole('complementary', { name: 'Node properties' });
  const template = () => panel().getByRole('textbox', { name: 'Template' });
  const options = () => panel().getByRole('option');

  test('[WF-84] a value of an earlier step is picked into a template, by keyboard alone', async () => {
    const { goTo, press } = keyboardOf(page);
    await drawing(page).node('say').click();
    await page.getByRole('button', { name: 'Expand properties' }).click();
    await template().focus();
    await press('End');
    await goTo(/^Insert data into Template/);
    await press('Enter');
    await page.getByPlaceholder('Find a value').fill('rows[0].name');
    await press('Tab');
    await press('Enter');
    await expect.poll(() => template().inputValue()).toBe('Due{{ input.rows[0].name }}');
  });

  test('[WF-84] names and functions are suggested while typing, and taken by keyboard', async () => {
    const { press, type } = keyboardOf(page);
    await template().fill('');
    await type('Due {{ formatDa');
    await expect.poll(() => options().allTextContents()).toEqual(['formatDate()Writes a date by a pattern']);
    await press('ArrowDown');
    await press('Enter');
    await expect.poll(() => template().inputValue()).toContain('Due {{ formatDate(');
    await type('toda');
    await expect.poll(() => options().first().textContent()).toContain('today()');
    await press('ArrowDown');
    await press('Enter');
    await type('), "yyyy") }} for {{ run.');
    await expect.poll(() => options().count()).toBeGreaterThan(3);
    expect(await faultsInEverySize(page, [{ width: 1440, height: 900 }])).toEqual([]);
    await press('Escape');
    await expect.poll(() => options().count()).toBe(0);
    await expect.poll(() => template().inputValue()).toContain('Due {{ formatDate(today(');
    expect(complaints).toEqual([]);
  });
});
