/**
 * How long a person waits for the assistant on the sample: the panel from click to list, and a what-if from request to answer.
 * `node bench/assistant.ts --help`
 */

import type { Page } from 'playwright-core';
import { samplePassword, startAttain } from '../e2e/attain-process.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { openWindow, signIn } from '../e2e/person.ts';
import type { PredictiveInsights } from '../packages/contract/src/analytics.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, median, percentile, publish, table, waitForQuiet } from './measuring.ts';

const HELP = `node bench/assistant.ts [--rounds 40] [--out bench/results/assistant.md] [--quiet-seconds 0]

Starts Attain with its sample, analyzes the draft plan, and opens the panel and tries values of the plan so many times.`;

const { values: options } = parseFlags({
  options: {
    rounds: { type: 'string', default: '40' },
    out: { type: 'string', default: 'bench/results/assistant.md' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(HELP);
else await main(Number(options.rounds));

async function main(rounds: number): Promise<void> {
  const attain = await startAttain();
  const browser = await launchBrowser();
  try {
    const { page } = await openWindow(browser, attain.url);
    await page.goto('/compensation');
    await signIn(page, 'admin', samplePassword);
    const planId = await analysedPlan(page);
    await page.reload();
    await page.getByRole('complementary', { name: 'Suggestions' }).getByRole('listitem').first().waitFor();
    const loads = [await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) })];
    const panel = await repeated(rounds, () => panelOpened(page));
    loads.push(load());
    const whatIf = await repeated(rounds, (round) => tried(page, planId, round));
    loads.push(load());
    const forecasts = await backtests(page);
    const row = (name: string, times: readonly number[], goal: string) => [
      name,
      median(times).toFixed(0),
      percentile(times, 95).toFixed(0),
      goal,
    ];
    publish(
      options.out,
      `# The assistant on the sample

${table(
  ['Milliseconds', 'median', 'p95', 'goal of p95'],
  [
    row('Panel: click to list painted, warm', panel, '100'),
    row('What-if: 48 payees, 100 or more drawn years, stored', whatIf, '1000'),
  ],
)}

${table(['Forecast', 'method', 'past forecasts', 'mean error, %', 'error ÷ naive error (goal ≤ 1)'], forecasts)}

${rounds} rounds each, one after the other, in ${browser.version()}.

${circumstances({ command: `node bench/assistant.ts --rounds ${rounds}`, serverVersion: 'embedded', loads })}`,
    );
  } finally {
    await browser.close();
    await attain.stop();
  }
}

async function repeated(rounds: number, work: (round: number) => Promise<number>): Promise<number[]> {
  // the first one warms up
  await work(0);
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1) times.push(await work(round));
  return times;
}

/** What Predictive Insights shows of past forecasts. */
async function backtests(page: Page): Promise<string[][]> {
  const all = await page.evaluate(() =>
    Promise.all(
      ['monthly', 'quarterly', 'yearly'].map(async (range) => {
        const answer = await fetch(`/api/assistant/analytics/predictive?range=${range}`);
        return (await answer.json()) as PredictiveInsights;
      }),
    ),
  );
  return all.flatMap(({ range, forecasts }) =>
    forecasts.map(({ of, forecast }) => {
      if (forecast === null) return [`${of}, ${range}`, 'too little history', '', '', ''];
      const { origins, averageError, relativeError } = forecast.backtest;
      const error = averageError === null ? '' : (100 * averageError).toFixed(1);
      return [`${of}, ${range}`, forecast.method, String(origins), error, relativeError?.toFixed(2) ?? ''];
    }),
  );
}

/** Analyzes the draft that the sample comes with, and waits until it has ended. */
async function analysedPlan(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const get = async (path: string) => (await fetch(`/api${path}`)).json();
    const { rows } = await get('/plans?limit=100');
    const { id } = rows.find(({ name }: { name: string }) => name.startsWith('FY26'));
    await fetch(`/api/plans/${id}/analyses`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-session-token': localStorage.auth_token,
        'idempotency-key': crypto.randomUUID(),
      },
      body: '{}',
    });
    for (;;) {
      const { analysis } = await get(`/plans/${id}/analyses/newest`);
      if (analysis !== null && !/queued|running/.test(analysis.status)) return id;
      await new Promise((wake) => setTimeout(wake, 200));
    }
  });
}

/** Closes the panel, then clicks the button that opens it, and waits for the frame after its list has come. */
async function panelOpened(page: Page): Promise<number> {
  const panel = page.getByRole('complementary', { name: 'Suggestions' });
  await panel.getByRole('button', { name: /close/i }).first().click();
  await panel.getByRole('button', { expanded: false }).first().waitFor();
  return page.evaluate(async () => {
    const aside = () => document.querySelector('aside[aria-label="Suggestions"]');
    const button = aside()?.querySelector<HTMLButtonElement>('button[aria-expanded="false"]');
    const from = performance.now();
    button?.click();
    const isListed = () => aside()?.querySelector('li')?.checkVisibility() === true;
    while (!isListed()) await new Promise(requestAnimationFrame);
    // the frame with the list has been drawn when the next one begins
    await new Promise(requestAnimationFrame);
    return performance.now() - from;
  });
}

/** Another weight each time, so that no answer is a stored one. */
async function tried(page: Page, planId: string, round: number): Promise<number> {
  return page.evaluate(
    async ([plan, first]) => {
      const from = performance.now();
      const answer = await fetch('/api/assistant/what-if', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-session-token': localStorage.auth_token,
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({
          planId: plan,
          parameter: 'weights',
          newValue: `${first}/10/${90 - Number(first)}`,
        }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.json();
      return performance.now() - from;
    },
    [planId, 30 + (round % 29)] as const,
  );
}
