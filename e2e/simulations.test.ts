import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize } from './accessibility.ts';
import { overhear } from './overhear.ts';
import { choose, openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

/** It has few participants, so its simulation is fast. */
const smallPlan = 'FY25 Specialist overlay plan';
/** Few deals are drawn per payee. */
const quickPlan = 'FY25 Commercial commission plan';
const desk = { width: 1440, height: 900 } as const;
const ends = [desk, { width: 390, height: 844 }] as const;

describe('simulations, findings and plan tests', () => {
  let browser: Browser;
  let url: string;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    const stage = await enterStage();
    ({ browser, url } = stage);
    ({ page, complaints } = await openWindow(browser, url));
    await page.goto('/compensation');
    // a notice that waits behind the one of signing in may be overtaken by what it announces
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    const welcomed = dismiss.waitFor();
    await signIn(page, 'admin');
    await welcomed;
    await dismiss.waitFor({ state: 'hidden' });
  });
  afterAll(() => browser?.close());

  const start = async (plan: string, fill: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Run Simulation' }).click();
    await page.getByRole('dialog').waitFor();
    await choose(page, 'Plan', new RegExp(`^${plan}`));
    await fill();
    // a plan with one version is compared with itself only by choice
    await choose(page, 'Compared with', new RegExp(`^${plan}`));
    await page.getByText('Both sides are the same version, so nothing will differ.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Run simulation' }).click();
  };

  test('[DASH-12] [ERR-18] [ERR-19] [ERR-20] [PLAN-34] [PLAN-35] [API-27] the dashboard runs a simulation of stored records and says its impact', async () => {
    const said = await overhear(page);
    await start(smallPlan, async () => undefined);
    await said(
      'Running Simulation',
      'Analysing the impact of your changes',
      'Simulation Complete',
      'Projected impact on pay: 0% (no significant impact). Cost change: $0.00.',
    );
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { name: `Replay of ${smallPlan}` }).waitFor();
  });

  test('a replay shows cost before and after, winners and losers, and points with their slopes', async () => {
    await page.getByText('Cost before', { exact: true }).waitFor();
    await page.getByRole('grid', { name: 'Winners and losers' }).getByRole('row').nth(3).waitFor();
    await page.getByRole('img', { name: /^Cost before and after/ }).waitFor();
    await page.getByRole('img', { name: /^Payees by change in pay/ }).waitFor();
    expect(await faultsInEverySize(page, ends)).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), 'attain-e2e-'));
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ]);
    await csv.saveAs(join(folder, 'payees.csv'));
    expect(readFileSync(join(folder, 'payees.csv'), 'utf8')).toContain('Participant id');
    await page.getByRole('region', { name: 'Before and after' }).getByRole('button').click();
    const [png] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Chart as PNG' }).click(),
    ]);
    await png.saveAs(join(folder, 'chart.png'));
    const picture = readFileSync(join(folder, 'chart.png'));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    // the caption is above the chart, at twice the screen size, on an opaque background
    const drawn = await page.getByRole('img', { name: /^Cost before and after/ }).boundingBox();
    expect(picture.readUInt32BE(20)).toBeGreaterThan(2 * (drawn?.height ?? Number.POSITIVE_INFINITY) + 36);
    expect(await cornerOf(page, picture)).toBe(255);
    rmSync(folder, { recursive: true });
  });

  test('[CONF-COMP-03] Monte Carlo shows its seed, both scores with their formulas, and says savings and confidence', async () => {
    await page.goto('/compensation/reports');
    await start(quickPlan, async () => {
      await page.getByRole('radio', { name: /^Monte Carlo/ }).check();
      await page.getByLabel('Scenarios').fill('10');
      await page.getByLabel('Seed').fill('e2e');
    });
    await page
      .getByText(/Projected savings: \$0\.00\. Confidence: \d+%/)
      .first()
      .waitFor({ timeout: 60_000 });
    await page.getByText(/10 scenarios of 12 months, seed/).waitFor();
    await page.getByText(/= 100 × \(0\.4 × [\d.]+ \+ 0\.3 × [\d.]+ \+ 0\.3 × [\d.]+\)$/).waitFor();
    await page.getByText(/= 100 × [\d.]+ × [\d.]+ × [\d.]+$/).waitFor();
    const chart = page.getByRole('img', { name: /^Scenarios by cost, before and after/ });
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('status').filter({ hasText: 'to below' }).waitFor();
    expect(await faultsInEverySize(page, ends)).toEqual([]);
  });

  test('a simulation can be stopped, and stays in the list', async () => {
    const id = await orderLongSimulation(page);
    await page.goto(`/compensation/reports/${id}`);
    await page.getByRole('heading', { name: /^Monte Carlo of / }).waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('Simulation canceled').waitFor({ timeout: 60_000 });
    await page.goto('/compensation/reports');
    await page.getByRole('grid', { name: 'Simulations' }).getByText('Canceled').first().waitFor();
  });

  test('findings appear next to the rate editor, with the money at stake and the fix', async () => {
    await page.goto('/compensation/rates');
    await choose(page, 'Plan', 'FY25 Enterprise AE plan');
    await page.getByRole('button', { name: /^Check on last year/ }).click();
    const finding = page.getByRole('list', { name: 'Findings' }).getByRole('listitem').first();
    await finding.waitFor({ timeout: 60_000 });
    await finding.getByText(/^How to fix it/).waitFor();
    expect(await finding.getByRole('link').getAttribute('href')).toContain('component=');
    await choose(page, 'Plan', quickPlan);
    await page.getByRole('button', { name: /^Check on last year/ }).click();
    await page.getByText(/^These are the first 40 of \d+ payees\.$/).waitFor({ timeout: 60_000 });
    await page.getByRole('heading', { name: 'Rates Tiers & Curves' }).scrollIntoViewIfNeeded();
    expect(await faultsInEverySize(page, ends)).toEqual([]);
  });

  test('[SIM-11] cost, winners and losers follow a tier that is dragged, and moves by keyboard', async () => {
    await page.goto('/compensation/rates');
    await choose(page, 'Plan', quickPlan);
    await page.getByRole('button', { name: 'Show live cost' }).click();
    const card = page.getByRole('region', { name: 'Cost of past periods, live' });
    await card.getByText('No one’s pay changes.').waitFor({ timeout: 60_000 });
    const second = page.getByRole('slider', { name: 'Tier 2', exact: true });
    const before = await second.getAttribute('aria-valuetext');
    const place = await second.boundingBox();
    if (!place) throw new Error('The point of tier 2 is not drawn.');
    await page.mouse.move(place.x + 12, place.y + 12);
    await page.mouse.down();
    await page.mouse.move(place.x + 12, place.y - 8, { steps: 5 });
    // still held: the figures follow while it is dragged
    await card.getByText(/^[1-9]\d* earn more$/).waitFor();
    await page.mouse.up();
    const dragged = await second.getAttribute('aria-valuetext');
    expect(dragged).not.toBe(before);
    await second.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => second.getAttribute('aria-valuetext')).not.toBe(dragged);
    // figures that change while they are checked would be judged in between
    await card.getByText('Updating', { exact: true }).waitFor({ state: 'detached' });
    // from the top, so that nothing is half below the fixed bar
    await page.getByRole('heading', { name: 'Rates Tiers & Curves' }).scrollIntoViewIfNeeded();
    expect(await faultsInEverySize(page, ends)).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();
    await card.getByText('No one’s pay changes.').waitFor();
  });

  test('[TEST-6] a failing plan test stops the activation of a draft, a passing one lets it go on', async () => {
    await page.goto('/compensation/plan-design');
    await page.getByRole('button', { name: 'New Plan' }).click();
    await page.getByLabel('Plan name').fill('Plan under test');
    await choose(page, /Plan type/, 'Sales Commission');
    await page.getByRole('button', { name: 'Create plan' }).click();
    await page.getByRole('button', { name: 'Add Component' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Bookings');
    await choose(page, 'Status', 'Active');
    await drawer.getByLabel('Weight in percent').fill('100');
    await drawer.getByRole('button', { name: 'Add component' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Plan saved').first().waitFor();
    await page.getByRole('button', { name: 'Add test' }).click();
    await drawer.getByLabel('Test name').fill('All of the quota');
    await drawer.getByLabel('Period').fill('2025-Q1');
    await drawer.getByLabel('Annual target variable').fill('100000');
    await drawer.getByRole('group', { name: 'Quotas' }).getByLabel('Amount').fill('1000');
    await drawer.getByRole('group', { name: 'Deals' }).getByLabel('Amount').fill('1000');
    await drawer.getByLabel('Bookings (USD)').fill('1');
    await drawer.getByText('Fails', { exact: true }).waitFor();
    await drawer.getByRole('button', { name: 'Add test' }).click();
    await page.getByText(/^Activation is blocked\. 1 of 1 plan test fails/).waitFor();
    await page.getByText(/expected \$1\.00, got \$25,000\.00/).waitFor();
    expect(await page.getByRole('button', { name: 'Activate' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Edit All of the quota' }).click();
    await drawer.getByRole('button', { name: 'Use as expected pay' }).click();
    await drawer.getByText('Passes', { exact: true }).waitFor();
    await drawer.getByRole('button', { name: 'Save test' }).click();
    await page.getByText('1 of 1 pass').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Activate' }).isDisabled()).toBe(false);
    await page.getByRole('button', { name: 'Delete All of the quota' }).click();
    await drawer.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No plan tests yet').waitFor();
    expect(complaints).toEqual([]);
  });

  test('[SIM-9] a rep sees what an imagined deal would pay, at once and without anything stored', async () => {
    const rep = await openWindow(browser, url);
    await rep.page.goto('/compensation/statements');
    await signIn(rep.page, 'rep');
    await rep.page.getByRole('grid').getByRole('row').nth(1).click();
    await rep.page.getByRole('button', { name: 'What if…' }).click();
    const deal = rep.page.getByRole('group', { name: 'New deal 1' });
    const middle = async (part: Locator) => {
      const { y, height } = (await part.boundingBox()) ?? { y: Number.NaN, height: 0 };
      return y + height / 2;
    };
    const title = await middle(deal.getByText('Deal 1', { exact: true }));
    const remove = await middle(deal.getByRole('button', { name: 'Remove new deal 1' }));
    expect(Math.abs(title - remove)).toBeLessThan(4);
    await rep.page
      .getByLabel(/^Amount/)
      .first()
      .fill('250000');
    await rep.page.getByText(/^\+\$[\d,]+\.\d\d$/).waitFor();
    expect(await faultsInEverySize(rep.page, ends)).toEqual([]);
    expect(rep.complaints).toEqual([]);
  });
});

/**
 * Orders a draft with dependent periods, so that each of the maximum number of scenarios is a calculation of the whole
 * year: minutes, in which it can be stopped. No plan of the sample takes that long. Answers the simulation's id.
 */
async function orderLongSimulation(page: Page): Promise<string> {
  return page.evaluate(async (name) => {
    const asked = async (path: string, body?: object) => {
      const response = await fetch(path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          'x-session-token': localStorage.auth_token,
          'idempotency-key': crypto.randomUUID(),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return response.json();
    };
    const plans = await asked('/api/plans?limit=200');
    const { id: planId } = plans.rows.find((plan: { name: string }) => plan.name === name);
    const { document } = await asked(`/api/plans/${planId}`);
    const [first, ...others] = document.components;
    const window = { kind: 'year-to-date', settle: 'deduct' };
    const draft = { ...document, components: [{ ...first, window }, ...others] };
    const order = { kind: 'monte-carlo', planId, document: draft, scenarios: 5_000 };
    return (await asked('/api/simulations', order)).id;
  }, quickPlan);
}

/** Opacity of a picture's first pixel; 255 with a background. */
async function cornerOf(page: Page, picture: Buffer): Promise<number | undefined> {
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const paper = new OffscreenCanvas(1, 1).getContext('2d');
      paper?.drawImage(bitmap, 0, 0);
      return paper?.getImageData(0, 0, 1, 1).data[3];
    },
    [...picture],
  );
}
