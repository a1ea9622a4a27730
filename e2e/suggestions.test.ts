import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterAs, moveTo, sendAs } from './person.ts';

describe('suggestions about a plan', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('admin', '/compensation'));
  });
  afterAll(() => browser?.close());

  const read = (path: string) => page.evaluate(async (at) => (await fetch(`/api${at}`)).json(), path);

  test('[SGR-5] [SGR-6] an applied suggestion is in the draft of the plan, and reopens when that is discarded', async () => {
    const { rows } = await read('/plans');
    const { type, document } = await read(`/plans/${rows[0].id}`);
    const plan = await sendAs(page, '/api/plans', { name: 'Plan of a journey', type, document });
    await sendAs(page, `/api/plans/${plan.id}/activate`, { documentHash: plan.documentHash });
    await sendAs(page, '/api/suggestions', {
      ...{ planId: plan.id, title: 'Another word', reasoning: 'It reads better.' },
      changes: [{ component: document.components[0].id, set: { name: 'Reworded' } }],
    });
    await moveTo(page, `/compensation/plan-design/${plan.id}`);
    const suggestion = page.getByRole('listitem', { name: 'Another word' });
    await suggestion.getByText('Reworded').waitFor();
    await suggestion.getByRole('button', { name: 'Accept' }).click();
    const dialog = page.getByRole('dialog');
    const accept = dialog.getByRole('button', { name: 'Accept' });
    expect(await accept.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Reason/).fill('Agreed with sales.');
    await accept.click();
    await suggestion.getByText('Applied', { exact: true }).waitFor();
    const components = page.getByRole('region', { name: 'Plan components, scrollable' });
    await components.getByText('Reworded').first().waitFor();
    expect((await read(`/plans/${plan.id}`)).activeVersion).toBe(1);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Discard draft version 2' }).click();
    await dialog.getByRole('button', { name: 'Discard draft' }).click();
    await suggestion.getByText('Open', { exact: true }).waitFor();
    await components.getByText('Reworded').first().waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
