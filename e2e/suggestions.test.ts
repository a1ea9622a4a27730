import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overlayFaults, pixelsBeyond } from './accessibility.ts';
import { overhear } from './overhear.ts';
import { choose as chooseIn, enterAs, moveTo, sendAs } from './person.ts';

type SentEvent = { type: string; metadata: Record<string, unknown> };

declare global {
  interface Window {
    sentEvents?: SentEvent[];
    timerDelays?: number[];
    hiddenParts?: number;
  }
}

/** Notes what the assistant sends of what users do, from now on; the answer reads it. */
async function eventsOf(page: Page): Promise<() => Promise<SentEvent[]>> {
  await page.evaluate(() => {
    const sent: SentEvent[] = [];
    const own = window.fetch;
    window.sentEvents = sent;
    window.fetch = async (...given) => {
      const request = new Request(...given);
      if (request.url.endsWith('/assistant/events')) sent.push(...(await request.clone().json()).events);
      return own(request);
    };
  });
  return () => page.evaluate(() => window.sentEvents ?? []);
}

/** Notes the delays of timers from now on; the answer reads them. */
async function delaysOf(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const delays: number[] = [];
    const own = window.setTimeout;
    window.timerDelays = delays;
    window.setTimeout = ((...given: Parameters<typeof own>) => {
      delays.push(Number(given[1] ?? 0));
      return own(...given);
    }) as typeof own;
  });
  return () => page.evaluate(() => window.timerDelays ?? []);
}

/** Lets the clipboard refuse, or not any more. */
const blockClipboard = (page: Page, blocked: boolean) =>
  page.evaluate((isBlocked) => {
    const clipboard = navigator.clipboard as unknown as { writeText?: unknown };
    if (isBlocked) clipboard.writeText = () => Promise.reject(new Error('blocked'));
    else delete clipboard.writeText;
  }, blocked);

describe('suggestions about a plan', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let planId: string;
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('admin', '/compensation'));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { rows } = await read('/plans');
    planId = rows.find(({ name }: { name: string }) => name.startsWith('FY26')).id;
    await suggest('Cap strategic wins', '0.84', [{ component: 'mbo-strategic-wins', set: { cap: '1.2x' } }]);
    await suggest('Cap pipeline hygiene', '0.70', [{ component: 'pipeline-hygiene', set: { cap: '3x' } }]);
    await page.reload();
  });
  afterAll(() => browser?.close());

  const read = (path: string) => page.evaluate(async (at) => (await fetch(`/api${at}`)).json(), path);
  const suggest = (title: string, confidence: string, changes: unknown) =>
    sendAs(page, '/api/suggestions', {
      planId,
      title,
      reasoning: 'Few quarters carry most of the cost.',
      confidence,
      confidenceFormula: 'a stated share',
      projectedSavings: '75000',
      changes,
    });
  const panel = () => page.getByRole('complementary', { name: 'Suggestions' });
  const card = (title = 'Cap strategic wins') => panel().getByRole('listitem', { name: title });
  const choose = (mode: string) =>
    page.getByRole('radio', { name: mode, exact: true }).click({ force: true });
  const shareOfWidth = async () => {
    const box = async (of: ReturnType<typeof panel>) => (await of.boundingBox())?.width ?? 0;
    return (await box(panel())) / (await box(page.locator('[data-dashboard]')));
  };

  test('[DASH-05] [DASH-06] [DASH-07] [ASSIST-MODE-05] [ASSIST-MODE-06] [ASSIST-MODE-07] [ASSIST-MODE-08] [ASSIST-MODE-09] [ASSIST-MODE-10] [ASSIST-MODE-11] [ASSIST-PANEL-01] [ASSIST-PANEL-02] [ASSIST-PANEL-03] [ASSIST-BAR-01] [ASSIST-BAR-02] [ASSIST-BAR-03] [ASSIST-BAR-05] [ASSIST-BAR-06] [ASSIST-BAR-07] [ASSIST-BAR-08] [CONF-ASSIST-01] [CONF-ASSIST-02] the panel takes half of the first dashboard, 20rem in manual mode, all when expanded', async () => {
    const heading = (name: string) => panel().getByRole('heading', { name, level: 2, exact: true });
    await heading('Collaborative Mode').waitFor();
    expect(await shareOfWidth()).toBeCloseTo(0.5, 1);
    const bar = panel().getByRole('group', { name: 'Explainability' });
    for (const word of ['HYBRID', 'Explainable', 'AI Active']) await bar.getByText(word).waitFor();
    for (const name of ['Reasoning', 'Evidence', 'Audit trail'])
      await bar.getByRole('button', { name }).waitFor();
    await panel().getByRole('button', { name: 'Expand panel' }).click();
    await heading('Enhanced Collaborative Mode').waitFor();
    expect(await shareOfWidth()).toBeCloseTo(1, 1);
    // a narrower window has no room for the panel, and shows the page again
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('heading', { name: 'Incentive Compensation', level: 1 }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await panel().getByRole('button', { name: 'Collapse panel' }).click();
    await choose('UI/Manual');
    await heading('Decision Support').waitFor();
    expect((await panel().boundingBox())?.width).toBe(320);
    await bar.getByText('UI', { exact: true }).waitFor();
    await expect.poll(() => bar.getByText('AI Active').count()).toBe(0);
    // manual work has no trail of the assistant
    expect(await bar.getByRole('button', { name: 'Audit trail' }).count()).toBe(0);
    await choose('Agent/Autonomous');
    const suggestions = page.getByRole('region', { name: 'Suggestions', exact: true });
    await suggestions.getByText('AGENT', { exact: true }).waitFor();
    // the bar lists all plans, so each suggestion says which one it changes
    await suggestions
      .getByRole('listitem')
      .getByText(/^FY2\d /)
      .first()
      .waitFor();
    await suggestions.getByRole('button', { name: 'View suggestions' }).click();
    await heading('Autonomous Mode').waitFor();
    await choose('Hybrid/Assisted');
    await heading('Collaborative Mode').waitFor();
    expect(new URL(page.url()).pathname).toBe('/compensation');
  });

  test('[ASSIST-CARD-01] [ASSIST-CARD-02] [ASSIST-CARD-05] [ASSIST-CARD-07] [ASSIST-CARD-08] [ASSIST-CARD-09] [ASSIST-CARD-10] [ASSIST-CARD-11] [ASSIST-CARD-12] [ASSIST-PANEL-11] [ASSIST-WHY-01] [ASSIST-WHY-07] [ASSIST-WHY-08] [ASSIST-WHY-09] [ASSIST-WHY-10] a card states its claim, and Why what is behind it', async () => {
    for (const text of ['Few quarters carry most', 'Saves $75,000.00', '84% confidence', 'Caution'])
      await card().getByText(text).waitFor();
    // two of the sample's three as well
    await panel().getByText('3 suggestions above 70%').waitFor();
    for (const name of ['Apply', 'Override', 'Reject', 'Why', 'Share'])
      await card().getByRole('button', { name }).waitFor();
    await card().getByRole('button', { name: 'Why' }).click();
    const why = page.getByRole('dialog', { name: 'AI Reasoning' });
    for (const name of [
      'Confidence analysis',
      'Data sources and evidence',
      'Expected impact',
      'Model provenance and lineage',
    ])
      await why.getByRole('region', { name }).waitFor();
    // Escape would dismiss the toast first
    await why.getByRole('button', { name: 'Close', exact: true }).click();
    await why.waitFor({ state: 'detached' });
  });

  test('without a network, a drawer that was never opened says so and leaves the screen; it opens once there is one', async () => {
    const said = await overhear(page);
    await page.context().setOffline(true);
    await card().getByRole('button', { name: 'Share' }).click();
    await said('This could not be opened', 'The server could not be reached.');
    await page.context().setOffline(false);
    await card().getByRole('button', { name: 'Share' }).click();
    const share = page.getByRole('dialog', { name: 'Share suggestion' });
    await share.getByRole('button', { name: 'Close', exact: true }).click();
    await share.waitFor({ state: 'detached' });
    complaints.splice(0);
  });

  test('[ERR-11] [ASSIST-WHY-02] Why has three views, and says when no analyzer can explain', async () => {
    const said = await overhear(page);
    await card().getByRole('button', { name: 'Why' }).click();
    await said('Explanation Unavailable', 'Unable to find explanation for this suggestion.');
    const views = page.getByRole('group', { name: 'View as' }).getByRole('radio');
    expect(await views.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
      'Rep',
      'Manager',
      'Finance',
    ]);
    const why = page.getByRole('dialog', { name: 'AI Reasoning' });
    await why.getByRole('button', { name: 'Close', exact: true }).click();
    await why.waitFor({ state: 'detached' });
  });

  test('[ASSIST-PANEL-04] [ASSIST-PANEL-05] [ASSIST-PANEL-06] [ASSIST-PERS-04] [ASSIST-PERS-05] [ASSIST-PERS-11] [ASSIST-PERS-12] [ASSIST-MODE-04] [ASSIST-CONF-02] persona and industry change words and badges, never what can be done', async () => {
    const words = () =>
      panel().getByRole('list', { name: 'Plan terms' }).getByRole('listitem').allTextContents();
    const badges = () => panel().getByRole('list', { name: 'Active policies' }).textContent();
    await expect
      .poll(words)
      .toEqual(['ARR Target', 'Variable Revenue Share', 'Growth Multiplier', 'Payout Ceiling']);
    const before = await badges();
    await chooseIn(page, 'Industry', 'Banking');
    await expect
      .poll(words)
      .toEqual(['Credit Target', 'Incentive Compensation', 'Performance Multiplier', 'Regulatory Limit']);
    expect(await badges()).not.toBe(before);
    for (const persona of ['Rep', 'Finance', 'Manager']) {
      await chooseIn(page, 'Persona', persona);
      for (const name of ['Apply', 'Override', 'Why'])
        expect(await card().getByRole('button', { name }).isEnabled()).toBe(true);
    }
    await chooseIn(page, 'Industry', 'SaaS');
    const trust = await panel().locator('dl').first().textContent();
    for (const metric of ['User control', 'Transparency', 'Data quality', 'Auditability'])
      expect(trust).toContain(metric);
  });

  test('[ASSIST-PANEL-10] [ASSIST-ENT-30] [ASSIST-STATE-01] [ASSIST-STATE-02] autonomy ranges from 0 to 3, starts at Assisted, and is limited by the mode', async () => {
    const slider = panel().getByRole('slider', { name: 'Autonomy' });
    expect(await slider.getAttribute('min')).toBe('0');
    expect(await slider.getAttribute('max')).toBe('3');
    await expect.poll(() => slider.inputValue()).toBe('1');
    await choose('UI/Manual');
    await expect.poll(() => slider.inputValue()).toBe('0');
    await panel().getByText('Assisted in Hybrid').waitFor();
    await choose('Hybrid/Assisted');
    await expect.poll(() => slider.inputValue()).toBe('1');
    // what is on screen may be ahead of the server
    await expect.poll(async () => (await read('/assistant/state')).mode).toBe('hybrid');
    const sent = await eventsOf(page);
    await slider.fill('0');
    await expect
      .poll(async () => (await sent()).find(({ type }) => type === 'autonomy_change')?.metadata)
      .toMatchObject({ from: 1, to: 0, context: 'hybrid_mode' });
    await expect.poll(async () => (await read('/assistant/state')).autonomy.chosen).toBe(0);
    // the slider stays where it was put while the page reads the state again
    await slider.fill('1');
    expect(await slider.inputValue()).toBe('1');
    await expect.poll(async () => (await read('/assistant/state')).autonomy.chosen).toBe(1);
    expect(await slider.inputValue()).toBe('1');
    // who pauses sees at once that nothing is done
    const pause = panel().getByRole('switch', { name: 'Pause for all plans' });
    await pause.click({ force: true });
    expect(await pause.isChecked()).toBe(true);
    await panel().getByText('Paused for all plans: no analysis runs').waitFor();
    await pause.click({ force: true });
    await expect.poll(() => panel().getByText('Paused for all plans: no analysis runs').count()).toBe(0);
  });

  test('[ASSIST-PANEL-07] [ASSIST-PANEL-08] [ASSIST-PANEL-09] [ASSIST-CARD-03] [ASSIST-CARD-04] [ASSIST-STATE-07] [ASSIST-STATE-08] [ASSIST-STATE-13] checks find the issues of the draft, and a vote stays pressed', async () => {
    const said = await overhear(page);
    await panel().getByRole('button', { name: 'Run Checks' }).click();
    await said(
      'Issues Detected',
      'Some plan components may need adjustment. Check the suggestions for recommendations.',
    );
    await panel().getByRole('button', { name: 'Apply All (5)' }).waitFor();
    // two active policies by name, and how many more
    const policies = panel().getByRole('list', { name: 'Active policies' }).getByRole('listitem');
    expect(await policies.count()).toBe(3);
    expect(await policies.last().textContent()).toMatch(/^\+\d more$/);
    const down = card().getByRole('button', { name: 'Not helpful' });
    await down.click();
    await said('Feedback Recorded');
    await expect.poll(() => down.getAttribute('aria-pressed')).toBe('true');
    await card().getByRole('button', { name: 'Helpful', exact: true }).click();
    await expect.poll(() => down.getAttribute('aria-pressed')).toBe('false');
  });

  test('[ASSIST-STATE-09] [ASSIST-STATE-10] [ASSIST-STORE-09] [SGR-5] Apply changes the component at once, and Undo takes it back', async () => {
    const table = page.getByRole('region', { name: 'Plan components, scrollable' });
    const cap = () => table.getByRole('row', { name: /^MBO/ }).getByRole('cell').nth(1).textContent();
    const said = await overhear(page);
    await expect.poll(cap).toContain('—');
    await card().getByRole('button', { name: 'Apply' }).click();
    await said('Suggestion Applied');
    await expect.poll(cap).toBe('1.2x');
    await card().getByText('Applied', { exact: true }).waitFor();
    await card().getByRole('button', { name: 'Undo' }).click();
    await said('Suggestion Undone');
    await expect.poll(cap).toContain('—');
    await card().getByRole('button', { name: 'Apply' }).waitFor();
  });

  test('[ASSIST-OVR-01] [ASSIST-OVR-02] [ASSIST-OVR-03] [ASSIST-OVR-04] [ASSIST-OVR-06] [ASSIST-OVR-07] [ASSIST-OVR-10] [ASSIST-PANEL-16] [ASSIST-ERR-17] [ASSIST-ERR-21] [CONF-ASSIST-24] an override needs a code and an explanation, and stays listed with both', async () => {
    await card().getByRole('button', { name: 'Override' }).click();
    const dialog = page.getByRole('dialog', { name: 'Override AI Suggestion' });
    const record = dialog.getByRole('button', { name: 'Record override' });
    expect(await record.isDisabled()).toBe(true);
    await dialog.getByRole('combobox', { name: /^Reason code/ }).click();
    await page.getByRole('option', { name: 'Business exception' }).click();
    await dialog.getByLabel(/^Detailed explanation/).fill('   ');
    expect(await record.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Detailed explanation/).fill('Sales was promised no cap this year.');
    expect(await overlayFaults(page)).toEqual([]);
    // a failed save is said in the dialog, which keeps its text
    await page.route('**/api/suggestions/*/override', (route) => route.fulfill({ status: 500, body: '' }));
    await record.click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel(/^Detailed explanation/).inputValue()).toMatch(/^Sales was promised/);
    expect(await page.locator('li[data-state=open]', { hasText: 'verride' }).count()).toBe(0);
    await page.unroute('**/api/suggestions/*/override');
    complaints.length = 0;
    const said = await overhear(page);
    await record.click();
    await said('Override Recorded', 'is tracked for compliance');
    await dialog.waitFor({ state: 'detached' });
    await card().getByText('Business exception: Sales was promised no cap this year.').waitFor();
    await card().getByRole('button', { name: 'Reopen' }).waitFor();
    await card('Cap pipeline hygiene').getByRole('button', { name: 'Override' }).click();
    expect(await dialog.getByLabel(/^Detailed explanation/).inputValue()).toBe('');
    await page.keyboard.press('Escape');
  });

  test('[ASSIST-PANEL-13] [ASSIST-PANEL-14] [ASSIST-ENT-40] [ASSIST-ENT-42] [ASSIST-ENT-43] [ASSIST-ENT-44] [ASSIST-STORE-11] [ASSIST-STORE-12] the expanded panel shows figures of stored pay and a forecast, with settings that are kept', async () => {
    const smart = page.getByRole('region', { name: 'Smart Analytics' });
    const predictive = page.getByRole('region', { name: 'Predictive Insights' });
    expect(await smart.count()).toBe(0);
    await panel().getByRole('button', { name: 'Expand panel' }).click();
    const facts = await read('/assistant/analytics/smart');
    const pay = facts.facts.find(({ key }: { key: string }) => key === 'pay-cost').value;
    const runs = await read('/calculations?status=completed&limit=1000');
    expect(runs.rows.length).toBeGreaterThanOrEqual(facts.calculations);
    await smart
      .getByText(Number(pay).toLocaleString('en-US', { style: 'currency', currency: 'USD' }))
      .waitFor();
    await predictive
      .getByText(/off by \d+% on average/)
      .first()
      .waitFor();
    // the quarter that has begun is not forecast from, and open opportunities say what they bring
    const [booked, paid] = (await read('/assistant/analytics/predictive')).forecasts;
    expect([booked.until, paid.until]).toEqual(['2025-12-31', '2025-12-31']);
    expect(booked).toMatchObject({ carriedBy: 'run-rate', stages: { apart: 'below' } });
    await predictive.getByText('The pipeline does not carry the usual quarter.').waitFor();
    await predictive.getByText('Next month').click();
    await predictive.getByText('Pay is forecast by quarter or year.').waitFor();
    const { forecasts } = await read('/assistant/analytics/predictive?range=monthly');
    expect(forecasts[0].forecast.backtest.relativeError).toBeLessThanOrEqual(1);
    await predictive.getByRole('button', { name: 'Settings of Predictive Insights' }).click();
    const settings = page.getByRole('dialog', { name: 'Settings of Predictive Insights' });
    const slider = settings.getByRole('slider', { name: /Alert at/ });
    expect([await slider.getAttribute('min'), await slider.getAttribute('max')]).toEqual(['80', '100']);
    await slider.press('ArrowRight');
    const tell = settings.getByRole('switch', { name: /Tell me/ });
    await tell.click();
    // less than two years are stored
    await expect
      .poll(() => settings.getByRole('switch', { name: 'Include seasons' }).isDisabled())
      .toBe(true);
    await expect
      .poll(async () => (await read('/auth/preferences')).analytics)
      .toMatchObject({ forecastRange: 'monthly', alertThreshold: 91, notifications: true });
    await page.keyboard.press('Escape');
    await panel().getByRole('button', { name: 'Collapse panel' }).click();
  });

  test('[ASSIST-PANEL-12] [ASSIST-PANEL-15] [ASSIST-SIM-01] [ASSIST-SIM-03] [ASSIST-SIM-13] [ASSIST-SIM-14] [ASSIST-SIM-15] [ASSIST-SIM-16] [ASSIST-ERR-18] expanded, each card tries another value; the panel sums up the last three', async () => {
    const tries = panel().getByRole('region', { name: /^What if/ });
    expect(await tries.count()).toBe(0);
    await panel().getByRole('button', { name: 'Expand panel' }).click();
    // what a part that loads late would hide meanwhile
    await panel().evaluate((part) => {
      window.hiddenParts = 0;
      new MutationObserver((all) => {
        for (const { target } of all)
          if ((target as HTMLElement).style.display === 'none')
            window.hiddenParts = (window.hiddenParts ?? 0) + 1;
      }).observe(part, { attributes: true, attributeFilter: ['style'], subtree: true });
    });
    const summary = panel().getByRole('region', { name: 'Simulation summary' });
    const open = card('Cap pipeline hygiene');
    const widget = open.getByRole('region', { name: 'What if: Cap of Pipeline Hygiene' });
    const value = widget.getByRole('textbox', { name: 'Cap of Pipeline Hygiene' });
    const run = widget.getByRole('button', { name: 'Run' });
    await widget.getByText('Today: none').waitFor();
    expect([await run.isDisabled(), await summary.count()]).toEqual([true, 0]);
    await value.fill('twice');
    await run.click();
    await widget.getByText(/"twice" is not valid/).waitFor();
    // a failed run says so next to the value, never in a toast
    await page.route('**/api/assistant/what-if', (route) => route.abort());
    await value.fill('1x');
    await run.click();
    await widget.getByText('No result. Run again.').waitFor();
    await page.unroute('**/api/assistant/what-if');
    complaints.splice(0);
    const said = await overhear(page);
    for (const cap of ['1x', '1.05x', '1.1x', '1.2x']) {
      await value.fill(cap);
      await run.click();
      await widget.getByRole('status').getByText(cap, { exact: true }).waitFor({ timeout: 60_000 });
    }
    await said('Simulation Complete', '% confidence.');
    const runs = summary.getByRole('list', { name: 'Last simulations' }).getByRole('listitem');
    await expect
      .poll(() => runs.allTextContents().then((all) => all.map((one) => /none\s*([\d.]+x)/.exec(one)?.[1])))
      .toEqual(['1.2x', '1.1x', '1.05x']);
    for (const badge of [/^Risk \d+$/, /^\d+% confidence$/]) await runs.first().getByText(badge).waitFor();
    const colored = runs.first().locator('[class*="-soft"]');
    expect(await colored.count()).toBe(2);
    expect(await page.evaluate(() => window.hiddenParts)).toBe(0);
    await panel().getByRole('button', { name: 'Collapse panel' }).click();
  });

  test('[ASSIST-BAR-10] [ASSIST-BAR-11] [CONF-ASSIST-31] with 70 percent or less, no reasoning and no evidence qualifies; a link opens its card, and asks before it applies; it is rejected with a reason', async () => {
    const bar = panel().getByRole('group', { name: 'Explainability' });
    const aside = async (act: string, given = {}) => {
      for (const id of ['auto-calc-weights', 'add-cap-mbo'])
        await sendAs(page, `/api/suggestions/${id}/${act}`, given);
    };
    await aside('override', { code: 'BUSINESS_EXCEPTION', reason: 'Put aside for a moment.' });
    for (const name of ['Reasoning', 'Evidence'])
      await expect.poll(() => bar.getByRole('button', { name }).isDisabled()).toBe(true);
    await aside('reopen');
    await moveTo(page, '/suggestions/cap-pipeline-hygiene/explain');
    await page.getByRole('dialog', { name: 'AI Reasoning' }).waitFor();
    await page.keyboard.press('Escape');
    await moveTo(page, '/suggestions/cap-pipeline-hygiene/apply');
    const dialog = page.getByRole('dialog', { name: 'Apply this suggestion?' });
    await dialog.getByText('Cap pipeline hygiene').waitFor();
    // a reload shows the suggestion and asks nothing
    await page.waitForURL('**/suggestions/cap-pipeline-hygiene');
    await page.reload();
    await card('Cap pipeline hygiene').waitFor();
    expect(await dialog.count()).toBe(0);
    // the card comes into view in the panel; the page keeps its place
    await expect
      .poll(() =>
        card('Cap pipeline hygiene').evaluate((one) => one.getBoundingClientRect().top < innerHeight),
      )
      .toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const { status } = await read('/suggestions/cap-pipeline-hygiene');
    expect(status).toBe('open');
    // reopening withdraws the request to approve the override, for the files that follow
    await card().getByRole('button', { name: 'Reopen' }).click();
    await card().getByRole('button', { name: 'Apply' }).waitFor();
    await card('Cap pipeline hygiene').getByRole('button', { name: 'Reject' }).click();
    const rejecting = page.getByRole('dialog', { name: 'Reject suggestion' });
    expect(await rejecting.getByRole('button', { name: 'Reject' }).isDisabled()).toBe(true);
    await rejecting.getByLabel('Reason').fill('Not this year.');
    await rejecting.getByRole('button', { name: 'Reject' }).click();
    await rejecting.waitFor({ state: 'detached' });
    await panel().getByRole('button', { name: 'Show 1 decided suggestion' }).click();
    await card('Cap pipeline hygiene').getByText('Not this year.').waitFor();
    // a link to a suggestion about another plan shows that plan
    await moveTo(page, '/compensation');
    await chooseIn(page, 'Plan', /^FY25 Mid-Market/);
    await card().waitFor({ state: 'detached' });
    await moveTo(page, '/suggestions/cap-strategic-wins');
    await card().waitFor();
    await moveTo(page, '/suggestions/no-such-suggestion');
    await page.getByText('It was removed, or you don’t have access to it.').first().waitFor();
    // the dashboard keeps the plan that was chosen last
    for (const plan of [/^FY25 Mid-Market/, /^FY26/]) await chooseIn(page, 'Plan', plan);
  });

  test('[ASSIST-CARD-06] [ASSIST-WHY-03] [ASSIST-WHY-04] [ASSIST-WHY-05] [ASSIST-WHY-06] [ASSIST-WHY-15] [ASSIST-SIM-02] an analysis explains each suggestion step by step, seen by whom the reader chooses', async () => {
    await panel().getByRole('button', { name: 'Analyze plan' }).click();
    const weights = card('Rebalance the weights to 65 / 8 / 27');
    await weights.getByRole('button', { name: 'Evidence', exact: true }).waitFor({ timeout: 120_000 });
    await panel()
      .getByText(/^\d+ checks, \d+ open suggestions?$/)
      .click();
    await panel().getByText('A change is suggested.').waitFor();
    await panel().getByRole('button', { name: 'Try a what-if' }).click();
    const tried = panel().getByRole('region', { name: 'What if', exact: true });
    await tried.getByText('Today: 60/10/30').waitFor();
    await weights.getByRole('button', { name: 'Why' }).click();
    const why = page.getByRole('dialog', { name: 'AI Reasoning' });
    const section = (name: string) => why.getByRole('region', { name, exact: true });
    await section('Explanation')
      .getByText(/would earn more than 1% less/)
      .waitFor();
    const others = section('What-if alternative scenarios').getByRole('row');
    // the head, the suggested change and no change are always there
    expect(await others.count()).toBeGreaterThan(3);
    await section('Input analysis').getByRole('rowheader', { name: 'ACV Bookings' }).first().waitFor();
    const steps = section('Reasoning chain').getByRole('button');
    expect(await steps.count()).toBe(4);
    for (const step of await steps.all()) {
      if ((await step.getAttribute('aria-expanded')) === 'false') await step.click();
      expect(await step.getAttribute('aria-expanded')).toBe('true');
    }
    await section('Reasoning chain').getByText('12 of 12 months', { exact: false }).waitFor();
    expect(await overlayFaults(page)).toEqual([]);
    const persona = () =>
      panel().getByRole('combobox', { name: 'Persona', includeHidden: true }).textContent();
    const before = await persona();
    await why.getByRole('radio', { name: 'Rep' }).click({ force: true });
    await section('Explanation')
      .getByText(/Your pay changes only when the plan is activated/)
      .waitFor();
    expect(await persona()).toBe(before);
    await why.getByRole('button', { name: 'Close', exact: true }).click();
    await why.waitFor({ state: 'detached' });
  });

  test('[ASSIST-MODE-03] [ASSIST-EVID-01] [ASSIST-EVID-02] [ASSIST-EVID-03] [ASSIST-EVID-04] [ASSIST-EVID-05] [ASSIST-EVID-06] [ASSIST-EVID-07] [ASSIST-EVID-08] [ASSIST-EVID-09] [ASSIST-EVID-10] [ASSIST-ERR-16] [ASSIST-EVID-11] [ASSIST-EVID-14] [ASSIST-ENT-29] [ASSIST-ENT-31] [ASSIST-ERR-02] [ASSIST-ERR-19] [ASSIST-STORE-06] [CONF-ASSIST-21] the evidence drawer validates, copies and exports', async () => {
    const sent = await eventsOf(page);
    const weights = card('Rebalance the weights to 65 / 8 / 27');
    await weights.getByText('Written contract', { exact: false }).first().waitFor();
    const validated = page.waitForRequest(/evidence\/views$/);
    await weights.getByRole('button', { name: 'Evidence', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Evidence Pack & Compliance Registry' });
    await drawer.getByText('VERIFIED').waitFor();
    await validated;
    for (const name of ['Registry', 'Policy badges', 'Supporting artifacts', 'Integrity verification'])
      await drawer.getByRole('region', { name }).waitFor();
    expect(await overlayFaults(page)).toEqual([]);
    const anchor = await drawer.getByText(/^REG-[0-9a-f]{12}$/).textContent();
    const delays = await delaysOf(page);
    await drawer.getByRole('button', { name: 'Copy Regulator hash' }).click();
    const copied = drawer.getByRole('button', { name: 'Copied' });
    await copied.waitFor();
    expect(await delays()).toContain(2_000);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(anchor);
    // the check mark goes by itself
    await copied.waitFor({ state: 'detached', timeout: 10_000 });
    await blockClipboard(page, true);
    const toasts = await page.locator('li[data-state]').count();
    await drawer.getByRole('button', { name: 'Copy Regulator hash' }).click();
    await drawer.getByRole('button', { name: 'The browser blocked the clipboard' }).waitFor();
    expect(await page.locator('li[data-state]').count()).toBe(toasts);
    await blockClipboard(page, false);
    const choose = async (format: string) => {
      await drawer.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: format }).click();
    };
    await drawer.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'PDF' }).waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['JSON', 'CSV', 'PDF']);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'JSON' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('evidence-pack-auto-calc-weights.json');
    const status = async (format: string) =>
      (
        await page.request.get(`/api/suggestions/auto-calc-weights/evidence/export?format=${format}`)
      ).status();
    expect([await status('xml'), await status('yaml')]).toEqual([200, 400]);
    await page.route(/evidence\/export/, (route) =>
      route.fulfill({ status: 503, json: { error: 'The disk is full' } }),
    );
    await choose('PDF');
    await drawer.getByRole('alert').getByText('Export failed: The disk is full').waitFor();
    await page.unroute(/evidence\/export/);
    const types = async () => (await sent()).map(({ type }) => type);
    await expect.poll(types).toEqual(expect.arrayContaining(['evidence', 'export_failed']));
    expect((await sent()).some(({ metadata }) => metadata.action === 'view')).toBe(true);
    await drawer.getByRole('button', { name: 'Close', exact: true }).click();
    await drawer.waitFor({ state: 'detached' });
  });

  test('[ASSIST-EVID-12] [ASSIST-EVID-16] [ASSIST-SHARE-03] [ASSIST-SHARE-04] [ASSIST-SHARE-06] [ASSIST-SHARE-07] [ASSIST-SHARE-08] [ASSIST-ERR-01] [ASSIST-ERR-08] [ASSIST-ERR-16] [CONF-ASSIST-23] a changed pack fails in both drawers, and the share drawer copies four texts', async () => {
    const weights = card('Rebalance the weights to 65 / 8 / 27');
    await page.route(/auto-calc-weights\/evidence$/, async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replaceAll('15000.00', '16000.00');
      await route.fulfill({ response: answer, body: text });
    });
    const said = await overhear(page);
    await weights.getByRole('button', { name: 'Evidence', exact: true }).click();
    const evidence = page.getByRole('dialog', { name: 'Evidence Pack & Compliance Registry' });
    await evidence.getByText('FAILED', { exact: true }).waitFor();
    await evidence.getByRole('alert').getByText('Failed to validate evidence pack integrity').waitFor();
    await evidence.getByRole('button', { name: 'Close', exact: true }).click();
    await evidence.waitFor({ state: 'detached' });
    await weights.getByRole('button', { name: 'Share', exact: true }).click();
    const share = page.getByRole('dialog', { name: 'Share suggestion' });
    await said('Evidence validation failed', 'Unable to validate evidence pack integrity');
    await page.unrouteAll({ behavior: 'wait' });
    const items = ['JSON card', 'Slack message', 'Teams card', 'Email'];
    for (const name of items) {
      await share.getByRole('button', { name: `Copy ${name}` }).click();
      const copy = share.getByRole('button', { name: 'Copied' });
      await copy.waitFor();
      await copy.waitFor({ state: 'detached', timeout: 10_000 });
    }
    // an error gives way to the toasts behind it
    await said('Copied to clipboard');
    await share.getByRole('button', { name: 'Close', exact: true }).click();
    await share.waitFor({ state: 'detached' });
  });

  test('[ASSIST-EVID-15] [ASSIST-SHARE-01] [ASSIST-SHARE-02] [ASSIST-ERR-09] [ASSIST-ERR-15] [CONF-ASSIST-22] an unreached check is pending in amber; a copy from the share drawer says what was copied, or that it failed', async () => {
    await page.goto('/compensation');
    const weights = card('Rebalance the weights to 65 / 8 / 27');
    await page.route(/auto-calc-weights\/evidence$/, (route) => route.abort());
    await weights.getByRole('button', { name: 'Evidence', exact: true }).click();
    const evidence = page.getByRole('dialog', { name: 'Evidence Pack & Compliance Registry' });
    const pending = evidence.getByText('PENDING', { exact: true });
    await pending.waitFor();
    const amber = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.className = 'text-warn-text';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    expect(await pending.evaluate((badge) => getComputedStyle(badge).color)).toBe(amber);
    await page.unroute(/auto-calc-weights\/evidence$/);
    complaints.splice(0);
    await evidence.getByRole('button', { name: 'Close', exact: true }).click();
    await evidence.waitFor({ state: 'detached' });
    await weights.getByRole('button', { name: 'Share', exact: true }).click();
    const share = page.getByRole('dialog', { name: 'Share suggestion' });
    await share.waitFor();
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    for (const [window, width] of [
      [1024, 600],
      [1440, 700],
    ] as const) {
      await page.setViewportSize({ width: window, height: size.height });
      await expect.poll(async () => (await share.boundingBox())?.width).toBe(width);
    }
    await page.setViewportSize(size);
    expect(await overlayFaults(page)).toEqual([]);
    const said = await overhear(page);
    await share.getByRole('button', { name: 'Copy Slack message' }).click();
    await said('Copied to clipboard', 'Slack message');
    await blockClipboard(page, true);
    await share.getByRole('button', { name: 'Copy Email' }).click();
    await said('Copy failed', 'Failed to copy to clipboard');
    await blockClipboard(page, false);
    await share.getByRole('button', { name: 'Close', exact: true }).click();
    await share.waitFor({ state: 'detached' });
  });

  test('[ASSIST-AUDIT-01] [ASSIST-AUDIT-02] [ASSIST-AUDIT-03] [ASSIST-AUDIT-04] [ASSIST-AUDIT-09] the trail is loaded when its drawer opens, checked, and read again without a network', async () => {
    const trails: string[] = [];
    page.on('request', (request) => {
      if (/\/trail\?/.test(request.url())) trails.push(request.url());
    });
    const weights = card('Rebalance the weights to 65 / 8 / 27');
    const open = weights.getByRole('button', { name: 'Audit trail', exact: true });
    await open.waitFor();
    expect(trails).toEqual([]);
    await open.click();
    const drawer = page.getByRole('dialog', { name: 'Audit trail' });
    await drawer
      .getByRole('region', { name: 'Trail integrity' })
      .getByText(/Each matches its hash/)
      .waitFor();
    expect(trails).toHaveLength(1);
    expect((await drawer.boundingBox())?.width).toBe(800);
    const entries = drawer.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    const { rows } = await read('/suggestions/auto-calc-weights/trail?limit=200');
    await expect.poll(() => entries.count()).toBeGreaterThan(0);
    expect(await overlayFaults(page)).toEqual([]);
    const texts = await entries.allTextContents();
    expect(texts.at(-1)).toMatch(/^Evidence packed/);
    expect(rows.length).toBeGreaterThanOrEqual(texts.length);
    await drawer.getByRole('button', { name: 'Close', exact: true }).click();
    await drawer.waitFor({ state: 'detached' });
    const kept = () => page.evaluate(() => indexedDB.databases());
    await expect.poll(kept).toContainEqual({ name: 'attain-audit', version: 1 });
    await page.route(/\/trail\?/, (route) => route.abort());
    await open.click();
    await drawer.getByRole('status').getByText('You are offline. This is the trail as of').waitFor();
    expect(await entries.allTextContents()).toEqual(texts);
    await page.unroute(/\/trail\?/);
    complaints.splice(0);
    await drawer.getByRole('button', { name: 'Close', exact: true }).click();
    await drawer.waitFor({ state: 'detached' });
  });

  test('full storage keeps no trail in the browser, and hides none', async () => {
    const put = (isFull: boolean) =>
      page.evaluate((full) => {
        const own = IDBObjectStore.prototype as { put: unknown; keptPut?: unknown };
        own.keptPut ??= own.put;
        own.put = full
          ? () => {
              throw new DOMException('The storage is full', 'QuotaExceededError');
            }
          : own.keptPut;
      }, isFull);
    await put(true);
    const warned: string[] = [];
    page.on('console', (message) => warned.push(message.text()));
    await card('Rebalance the weights to 65 / 8 / 27')
      .getByRole('button', { name: 'Audit trail', exact: true })
      .click();
    const drawer = page.getByRole('dialog', { name: 'Audit trail' });
    await drawer.getByText(/Each matches its hash/).waitFor();
    await drawer.getByRole('list', { name: 'Timeline' }).getByRole('listitem').first().waitFor();
    await expect.poll(() => warned.join()).toMatch(/audit trail was not kept in this browser.*full/);
    expect(complaints).toEqual([]);
    await put(false);
    await drawer.getByRole('button', { name: 'Close', exact: true }).click();
    await drawer.waitFor({ state: 'detached' });
  });

  test('without a network the panel says so, keeps its list, and nothing can be decided', async () => {
    const one = card('Rebalance the weights to 65 / 8 / 27');
    const buttons = [
      ...['Run Checks', /^Apply All/, 'Analyze plan'].map((name) => panel().getByRole('button', { name })),
      ...['Apply', 'Override', 'Reject'].map((name) => one.getByRole('button', { name, exact: true })),
    ];
    for (const button of buttons) expect(await button.isEnabled()).toBe(true);
    await page.context().setOffline(true);
    await panel().getByText('You are offline. The list is the last one loaded').waitFor();
    for (const button of buttons) {
      expect(await button.isDisabled()).toBe(true);
      expect(await button.getAttribute('title')).toBe('You are offline.');
    }
    expect(await one.getByRole('button', { name: 'Why' }).isEnabled()).toBe(true);
    await page.context().setOffline(false);
    await panel().getByText('You are offline. The list').waitFor({ state: 'detached' });
    expect(await buttons[3]?.isEnabled()).toBe(true);
    complaints.splice(0);
  });

  test('[ASSIST-BIAS-01] [ASSIST-ERR-22] patterns in the votes are shown until dismissed; an analysis that failed is only logged', async () => {
    const pattern = { type: 'High Rejection Rate', rate: 0.5, votes: 12, confidence: 78 };
    const answer = { votes: 12, rejectionRate: 0.5, patterns: [pattern], analysedAt: '2026-01-01T00:00:00Z' };
    await page.route(/\/api\/assistant\/bias/, (route) =>
      route.fulfill({ json: { ...answer, details: null } }),
    );
    await page.reload();
    await panel().getByText('High Rejection Rate').waitFor();
    await panel().getByRole('button', { name: 'Dismiss alert', exact: true }).click();
    await panel().getByText('High Rejection Rate').waitFor({ state: 'detached' });
    await page.unroute(/\/api\/assistant\/bias/);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route(/\/api\/assistant\/bias/, (route) =>
      route.fulfill({ status: 503, json: { error: 'The votes can’t be read' } }),
    );
    await page.reload();
    await expect.poll(() => logged.some((one) => one.includes('The votes were not analyzed'))).toBe(true);
    expect(await page.getByText('The votes can’t be read').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unroute(/\/api\/assistant\/bias/);
  });

  test('[SGR-89] Apply All applies each on the draft of the earlier ones, and says what they save together', async () => {
    const { rows } = await read(`/suggestions?status=open&planId=${planId}`);
    const isComputed = ({ analyser }: { analyser: string | null }) => analyser !== null;
    for (const one of rows.filter((row: { analyser: string | null }) => !isComputed(row)))
      await sendAs(page, `/api/suggestions/${one.uuid}/reject`, { reason: 'Not computed.' });
    await page.reload();
    const said = await overhear(page);
    await panel().getByRole('button', { name: 'Apply All (3)' }).click();
    await said('Suggestions Applied', '3 applied, $131,250.00 together');
    const table = page.getByRole('region', { name: 'Plan components, scrollable' });
    await expect.poll(() => table.getByRole('row', { name: /^MBO/ }).getByText('1.2x').count()).toBe(1);
    await panel().getByRole('button', { name: 'Apply All', exact: true }).waitFor();
    for (const { uuid } of rows.filter(isComputed).toReversed())
      await sendAs(page, `/api/suggestions/${uuid}/undo`, {});
  });

  test('on a phone the panel and Why are sheets as wide as the window, accessible in both themes', async () => {
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'View suggestions' }).click();
    const sheet = page.getByRole('dialog', { name: 'Suggestions' });
    const weights = sheet.getByRole('listitem', { name: 'Rebalance the weights to 65 / 8 / 27' });
    await weights.waitFor();
    expect((await sheet.boundingBox())?.width).toBe(390);
    expect(await overlayFaults(page)).toEqual([]);
    await weights.getByRole('button', { name: 'Why' }).click();
    const why = page.getByRole('dialog', { name: 'AI Reasoning' });
    await why.getByRole('region', { name: 'Input analysis' }).waitFor();
    expect((await why.boundingBox())?.width).toBe(390);
    expect(await overlayFaults(page)).toEqual([]);
    expect(await pixelsBeyond(page)).toBe(0);
    await why.getByRole('button', { name: 'Close', exact: true }).click();
    await why.waitFor({ state: 'detached' });
    await sheet.getByRole('button', { name: 'Close', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.setViewportSize(size);
  });

  test('nothing is left open for the files that follow', async () => {
    const { rows } = await read('/suggestions?status=open');
    for (const { uuid } of rows) await sendAs(page, `/api/suggestions/${uuid}/reject`, { reason: 'Tried.' });
    // the browser logs the answer 404 of the explanation, and the export that failed
    expect(complaints.filter((one) => !/404|503/.test(one))).toEqual([]);
  });
});
