import { createHmac } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stepsOfOneJourney } from './journey.ts';
import { choose, openWindow, sendAs, signIn } from './person.ts';
import { enterStage } from './stage.ts';

const base = { title: '', position: { x: 0, y: 0 } };
const workflow = {
  name: 'Started by itself',
  description: '',
  nodes: [
    { ...base, id: 'begin', type: 'start', config: {} },
    { ...base, id: 'done', type: 'end', config: { result: 'input' } },
  ],
  edges: [{ id: 'e1', from: { node: 'begin', port: 'out' }, to: { node: 'done', port: 'in' } }],
  variables: [],
  notes: [],
  settings: { deadlineMinutes: null },
};

describe('triggers of a workflow, set on its canvas', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let url: string;
  let page: Page;
  let complaints: string[];
  let first: string;
  beforeAll(async () => {
    ({ browser, url } = await enterStage());
    ({ page, complaints } = await openWindow(browser, url));
    await page.goto('/agent-builder/runs');
    await signIn(page, 'developer');
    const made = await sendAs(page, '/api/workflows', { name: workflow.name, document: workflow });
    await sendAs(page, `/api/workflows/${made.id}/versions`, { documentHash: made.documentHash });
    await page.goto(`/agent-builder/canvas?workflow=${made.id}`);
  });
  afterAll(() => browser?.close());
  const dialog = () => page.getByRole('dialog', { name: 'Triggers' });
  const row = (name: string) => dialog().getByRole('listitem', { name, exact: true });
  /** Signs a delivery like the example, sends it and returns the status. */
  const deliver = async (secret: string, body: string) => {
    const address = await row('From the CRM').locator('code').first().textContent();
    const time = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'attain-timestamp': time,
      'attain-signature': `sha256=${signature}`,
    };
    return (await fetch(address ?? '', { method: 'POST', headers, body })).status;
  };

  test('a schedule shows its next five instants in its own zone, and says what is wrong with one', async () => {
    await page.getByRole('button', { name: 'Expand properties' }).click();
    await page.getByRole('button', { name: 'Edit triggers…' }).click();
    await dialog().getByText('No triggers yet').waitFor();
    await dialog().getByRole('button', { name: 'New trigger' }).click();
    await dialog().getByLabel('Name').fill('Mondays');
    await dialog().getByLabel('Cron').fill('30 8 * *');
    await dialog().getByLabel('Time zone').fill('Europe/Berlin');
    await dialog().getByRole('button', { name: 'Add trigger', exact: true }).click();
    await dialog().getByRole('alert').getByText('five fields').waitFor();
    await dialog().getByLabel('Cron').fill('30 8 * * 1');
    const previewed = dialog().getByRole('list', { name: 'Next runs' }).getByRole('listitem');
    await expect
      .poll(() => previewed.allTextContents())
      .toEqual(Array(5).fill(expect.stringMatching(/^Mon, .*08:30$/)));
    await dialog().getByRole('button', { name: 'Add trigger', exact: true }).click();
    const instants = row('Mondays')
      .getByRole('list', { name: /^Next runs of/ })
      .getByRole('listitem');
    await instants.first().waitFor();
    await expect
      .poll(() => instants.allTextContents())
      .toEqual(Array(5).fill(expect.stringMatching(/^Mon, .*08:30$/)));
  });

  test('a webhook shows its secret once, with an example that carries it; what is signed so starts a run', async () => {
    await dialog().getByRole('button', { name: 'New trigger' }).click();
    await dialog().getByLabel('Name').fill('From the CRM');
    await choose(page, 'Type', 'Webhook');
    await choose(page, 'Response', 'When the run responds or ends');
    await dialog().getByRole('button', { name: 'Add trigger', exact: true }).click();
    const note = dialog().getByRole('region', { name: 'Secret', exact: true });
    first = (await note.locator('code').first().textContent()) ?? '';
    expect(await note.getByRole('region', { name: 'example with the secret' }).textContent()).toContain(
      first,
    );
    await note.getByRole('button', { name: 'Done' }).click();
    await note.waitFor({ state: 'detached' });
    expect(await deliver(first, '{"amount":"1"}')).toBe(200);
  });

  test('renewed, the old secret is refused and the new one counts', async () => {
    await dialog().getByRole('button', { name: 'New secret for From the CRM' }).click();
    await dialog().getByRole('button', { name: 'Replace secret' }).click();
    const note = dialog().getByRole('region', { name: 'Secret', exact: true });
    const second = (await note.locator('code').first().textContent()) ?? '';
    expect(second).not.toBe(first);
    expect(await deliver(first, '{"amount":"2"}')).toBe(403);
    expect(await deliver(second, '{"amount":"2"}')).toBe(200);
    await note.getByRole('button', { name: 'Done' }).click();
  });

  test('each is changed, paused and removed', async () => {
    await dialog().getByRole('button', { name: 'Edit Mondays' }).click();
    const form = dialog().getByRole('form', { name: 'Edit Mondays' });
    await form.getByLabel('Cron').fill('0 9 * * 5');
    await form.getByRole('button', { name: 'Save' }).click();
    await row('Mondays')
      .getByText(/^Fri, .*09:00$/)
      .first()
      .waitFor();
    await row('Mondays').getByRole('switch').click();
    await row('Mondays').getByText('Paused.').waitFor();
    await dialog().getByRole('button', { name: 'Remove Mondays' }).click();
    await dialog().getByRole('button', { name: 'Remove trigger' }).click();
    await row('Mondays').waitFor({ state: 'detached' });
    await dialog().getByRole('button', { name: 'New trigger' }).click();
    await dialog().getByLabel('Name').fill('After pay');
    await choose(page, 'Type', 'Event');
    await choose(page, 'Event', 'A calculation finishes');
    await dialog().getByRole('button', { name: 'Add trigger', exact: true }).click();
    await row('After pay').getByText('Event: A calculation finishes').waitFor();
    // a rejected delivery is a response, not an error of the page
    expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
  });
});
