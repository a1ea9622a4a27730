import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { enterAs } from './person.ts';

/** The sample's months are over, so their managers sign off what payees already see. */
describe('the sign-off of pay', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('manager', '/compensation/disputes'));
  });
  afterAll(() => browser?.close());

  const rows = () => page.getByRole('grid', { name: 'Statements to sign off' }).getByRole('row');
  const buttons = () => rows().getByRole('button', { name: /^Sign off the pay of/ });

  test('[CLOSE-21] a manager signs off one statement, then all others', async () => {
    await page.getByRole('tab', { name: 'Reviews' }).click();
    await buttons().first().waitFor();
    const all = await buttons().count();
    await page.getByRole('heading', { name: `0 of ${all} statements signed off` }).waitFor();
    await buttons().first().click();
    await page.getByText('1 statement signed off').first().waitFor();
    await page.getByRole('heading', { name: `1 of ${all} statements signed off` }).waitFor();
    expect(await buttons().count()).toBe(all - 1);
    expect(
      await faultsInEverySize(page, [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
      ]),
    ).toEqual([]);
    await page.getByRole('button', { name: `Sign off all ${all - 1}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign off' }).click();
    await page.getByRole('heading', { name: `${all} of ${all} statements signed off` }).waitFor();
    expect(await buttons().count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
