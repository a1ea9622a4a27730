/**
 * How long a person waits in front of the screens: sign-in, moving, and tables of 100,000 rows, in a real browser.
 * `node bench/web.ts [--lines 100000] [--rounds 5] [--out bench/results/web.md]`
 */

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../e2e/browser.ts';
import { mountSpa } from '../packages/server/src/http/spa-routes.ts';
import { calculationJob } from '../packages/server/src/slices/calculations/calculation-job.ts';
import { startCalculation } from '../packages/server/src/slices/calculations/start-calculation.ts';
import { ensureWebBuilt } from '../tools/build.mjs';
import { type BenchContext, newWorkspace, startBenchContext, withoutQueue } from './bench-context.ts';
import { yearCase } from './calculation/cases.ts';
import { loadCase } from './calculation/records.ts';
import { parseFlags } from './flags.ts';
import { circumstances, load, median, percentile, publish, table, waitForQuiet } from './measuring.ts';
import {
  forgetInteractions,
  type Interaction,
  interactions,
  mainThread,
  movedAfter,
  putProbes,
  quiet,
  readyAt,
  scrollFrames,
} from './web/probes.ts';

const { values: options } = parseFlags({
  options: {
    lines: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    out: { type: 'string', default: 'bench/results/web.md' },
    'quiet-seconds': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

const password = 'a long password for the bench';
/** An action, the time of each repetition, and the main thread's work for one. */
type Row = readonly [string, readonly number[], number?];

/** Goals in milliseconds. */
const goals = { login: 1000, route: 100, interaction: 100 } as const;

/** Screens of the navigation, each reached by a click on its entry. */
const places = [
  'Plan Design',
  'Eligibility & Enrollment',
  'Quotas & Targets',
  'Crediting & Territories',
  'Payout Calculation',
  'Statements',
  'Audit & Compliance',
  'Imports',
  'Tell Me',
];

if (options.help)
  console.log(
    'node bench/web.ts [--lines 100000] [--rounds 5] [--quiet-seconds 0] [--out bench/results/web.md]',
  );
else await main(Number(options.lines), Number(options.rounds));

async function main(lineCount: number, rounds: number): Promise<void> {
  ensureWebBuilt();
  const bench = await startBenchContext();
  const browser = await launchBrowser();
  try {
    // a copy of its own, so that a build during the run doesn't change the measurement
    const screens = join(bench.dataDir, 'screens');
    cpSync(join(import.meta.dirname, '../packages/web/dist'), screens, { recursive: true });
    await mountSpa(bench.app, screens);
    const url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
    const run = await calculatedRun(bench, lineCount);
    console.error(`${run.lines} lines stored`);
    const loads = [await waitForQuiet({ below: 1.5, atMostSeconds: Number(options['quiet-seconds']) })];
    const parts = [
      await measureLogin(browser, url, rounds),
      await measureMoving(browser, url, rounds),
      await measureTable(browser, { url, runId: run.id, lines: run.lines }),
    ];
    loads.push(load());
    report(parts, { serverVersion: bench.serverVersion, loads, version: browser.version() });
  } finally {
    await browser.close();
    await bench.stop();
  }
}

/** One calculated quarter with at least so many payout lines: three for each payee. */
async function calculatedRun(bench: BenchContext, lineCount: number): Promise<{ id: string; lines: number }> {
  const ctx = withoutQueue(bench.ctx);
  const account = { username: 'bench', displayName: 'Bench', password, participantId: null };
  const actor = await newWorkspace(ctx, [{ ...account, roles: ['administrator'] }]);
  const payees = Math.ceil(lineCount / 3);
  const { planId } = await loadCase(ctx, actor, yearCase({ deals: payees * 8, payees }));
  const { id } = await startCalculation(ctx, actor, { planId, period: '2025-Q1' });
  await calculationJob.run(ctx, { tenantId: actor.tenantId, id });
  const count = await bench.owner.query<{ lines: number }>(
    'SELECT count(*)::int AS lines FROM payout_lines WHERE run_id = $1',
    [id],
  );
  await bench.owner.query('VACUUM (ANALYZE) payout_lines, payout_inputs, calculation_runs');
  const lines = count.rows[0]?.lines ?? 0;
  if (lines < lineCount) throw new Error(`The run has ${lines} lines instead of ${lineCount}.`);
  return { id, lines };
}

/** A first visit with an empty cache, again and again. */
async function measureLogin(browser: Browser, url: string, rounds: number): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const page = await open(browser, url);
    await page.goto('/');
    const ms = await readyAt(page);
    await page.getByLabel('Username').fill('someone');
    if (round > 0) times.push(ms);
    await page.context().close();
  }
  return section('First visit: the login form painted and ready to be typed into', goals.login, [
    ['empty cache', times],
  ]);
}

async function measureMoving(browser: Browser, url: string, rounds: number): Promise<string> {
  const page = await signedIn(browser, url);
  const first: number[] = [];
  const again: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const place of places) {
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: place, exact: true })
        .click();
      const ms = await movedAfter(page);
      if (ms > goals.route) console.error(`${place}, round ${round}: ${ms.toFixed(0)} ms`);
      (round === 0 ? first : again).push(ms);
      await quiet(page);
    }
  }
  await page.context().close();
  return section('Moving: from the click to the heading of the next screen', goals.route, [
    ['first time (its code is fetched)', first],
    ['again', again],
  ]);
}

/** The table of a run, every line of it loaded, used by mouse and keyboard. */
async function measureTable(
  browser: Browser,
  of: { url: string; runId: string; lines: number },
): Promise<string> {
  const page = await signedIn(browser, of.url);
  await page.goto(`/compensation/payout/${of.runId}`);
  const grid = page.getByRole('grid', { name: 'Payouts' });
  const head = (name: RegExp) => grid.getByRole('columnheader', { name }).getByRole('button');
  await grid.locator('[data-place="0:0"]').click({ trial: true });
  await grid.locator('[data-place="0:0"]').focus();
  const rows: Row[] = [];
  const worked = await mainThread(page);
  const measured = async (name: string, acts: number, act: () => Promise<void>) => {
    await forgetInteractions(page);
    const before = await worked();
    await act();
    const found = await interactions(page);
    const workMs = ((await worked()) - before) / acts;
    console.error(name, JSON.stringify(found.map(({ ms }) => ms)));
    rows.push([name, atLeastOne(found), workMs]);
  };
  const press = (key: string, times: number) => async () => {
    for (let at = 0; at < times; at += 1) {
      await page.keyboard.press(key);
      await page.waitForTimeout(60);
    }
  };
  const loadFrom = performance.now();
  while (!(await page.getByText(`${of.lines.toLocaleString('en-US')} lines`, { exact: true }).count()))
    await press('Control+End', 1)();
  const loadedMs = performance.now() - loadFrom;
  await quiet(page);
  await measured('Ctrl+Home and Ctrl+End', 5, async () => {
    for (const key of ['Control+Home', 'Control+End', 'Control+Home', 'Control+End', 'Control+Home'])
      await press(key, 1)();
  });
  await measured('Arrow down', 30, press('ArrowDown', 30));
  await measured('Page Down', 15, press('PageDown', 15));
  await measured('Arrow right', 6, press('ArrowRight', 6));
  const box = await grid.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 200);
  const frames = await scrollFrames(page, 90, 240);
  await measured('A column made wider by the mouse', 15, () => dragEdge(page, head(/^Component/)));
  await measured('A column made wider by the keyboard', 8, async () => {
    await head(/^Component/).focus();
    await press('Shift+ArrowRight', 8)();
  });
  await measured('Opening a line and coming back', 2, async () => {
    await grid.locator('[data-row]').nth(8).locator('td').nth(1).click();
    await page.waitForURL(/payout\/[^/]+\/[^/]+\/[^/]+/);
    await page.goBack();
    await grid.waitFor();
  });
  const answered: [string, number][] = [];
  const search = page.getByRole('searchbox', { name: 'Search participants' });
  await measured('Sorting by a click on the head', 3, async () => {
    for (const name of [/^Pay/, /^Attainment/, /^Participant/]) {
      const from = performance.now();
      await head(name).click();
      await grid.and(page.locator('[aria-busy=true]')).waitFor({ state: 'detached' });
      await grid.locator('[data-place="0:0"]').waitFor();
      answered.push([`sorted by ${name.source.slice(1)}`, performance.now() - from]);
      await quiet(page);
    }
  });
  await measured('Typing into the search', 8, async () => {
    await search.click();
    await page.keyboard.type('Payee 99', { delay: 60 });
    await quiet(page);
  });
  await page.context().close();
  const answers = answered.map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`).join(', ');
  return `${section(`A table of ${of.lines.toLocaleString('en-US')} payout lines: from the input to the next paint`, goals.interaction, rows)}
Scrolled by the wheel, 90 steps of 240 px: frames p50 ${median(frames).toFixed(1)} ms, p95 ${percentile(frames, 95).toFixed(1)} ms, longest ${Math.max(...frames).toFixed(1)} ms.
All lines loaded by pages in ${(loadedMs / 1000).toFixed(1)} s; the server's first page in another order: ${answers}.
`;
}

async function dragEdge(page: Page, head: ReturnType<Page['getByRole']>): Promise<void> {
  const box = await head.boundingBox();
  if (!box) throw new Error('The head of the column is not on the screen.');
  await page.mouse.move(box.x + box.width - 3, box.y + 12);
  await page.mouse.down();
  for (let step = 1; step <= 15; step += 1)
    await page.mouse.move(box.x + box.width - 3 + step * 6, box.y + 12);
  await page.mouse.up();
}

/** The browser reports nothing below 16 ms: that nothing was reported is at most that. */
function atLeastOne(found: readonly Interaction[]): readonly number[] {
  return found.length > 0 ? found.map(({ ms }) => ms) : [16];
}

async function open(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await putProbes(page);
  return page;
}

async function signedIn(browser: Browser, url: string): Promise<Page> {
  const page = await open(browser, url);
  await page.goto('/');
  await page.getByLabel('Username').fill('bench');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: /sidebar/ }).waitFor();
  await page.getByText('Login successful').first().waitFor({ state: 'hidden' });
  await quiet(page);
  return page;
}

function section(title: string, goal: number, rows: readonly Row[]): string {
  const works = rows.some(([, , workMs]) => workMs !== undefined);
  const cells = rows.map(([name, times, workMs]) => {
    const worst = Math.max(...times);
    const ms = [median(times), percentile(times, 95), worst].map((value) => value.toFixed(0));
    const rest = [
      String(times.length),
      worst <= goal ? 'yes' : 'no',
      ...(works ? [workMs?.toFixed(1) ?? ''] : []),
    ];
    return [name, ...ms, ...rest];
  });
  const head = ['', 'median ms', 'p95 ms', 'worst ms', 'measured', `all ≤ ${goal} ms`];
  return `## ${title}

${table(works ? [...head, 'main thread, CPU ms each'] : head, cells)}
`;
}

function report(
  parts: readonly string[],
  facts: { serverVersion: string; loads: number[]; version: string },
): void {
  const command = `node bench/web.ts --lines ${options.lines} --rounds ${options.rounds}`;
  publish(
    options.out,
    `# What a person waits for

${parts.join('\n')}
Chromium ${facts.version}, headless, software rendering, 1440 × 900, server and browser on the same machine, no throttling.
What is measured, and how: [README](../README.md).

${circumstances({ command, serverVersion: facts.serverVersion, loads: facts.loads })}`,
  );
}
