import type { Page } from 'playwright-core';
import { afterAll, afterEach, type RunnerTask } from 'vitest';
import { forgetWindows, windows } from './windows.ts';

const MAX_TEXT = 2_000;

// Runs before every file of journeys. When a step fails, its output has the screen's text and errors.
forgetWindows();

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const seen = await collected();
  console.error(seen);
  // the summary at the end of a run repeats it
  const [error] = task.result.errors ?? [];
  if (error) error.stack = `${error.message}\n${seen}\n${error.stack}`;
});

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a hook wants
afterAll(async ({}, file) => {
  // no step ran: a beforeAll timed out
  const broken = file.tasks.some((one) => failed(one) && 'tasks' in one && !one.tasks.some(failed));
  if (broken) console.error(await collected());
});

function failed({ result }: RunnerTask): boolean {
  return result?.state === 'fail';
}

async function collected(): Promise<string> {
  return (await Promise.all(windows().map(({ page, complaints }) => describePage(page, complaints)))).join(
    '\n',
  );
}

async function describePage(page: Page, complaints: readonly string[]): Promise<string> {
  const text = page.isClosed() ? '(the window is closed)' : await visibleText(page);
  const wrong = complaints.slice(-10).map((line) => `  went wrong: ${line}`);
  return [`━━ ${page.url()}`, text.slice(0, MAX_TEXT), ...wrong].join('\n');
}

/** Overlays come first. */
async function visibleText(page: Page): Promise<string> {
  try {
    return await page.evaluate(
      `['[role=dialog]', '[role=menu]', 'li[data-state]', 'main', 'body'].flatMap((of) => [...document.querySelectorAll(of)]).map((one) => one.innerText.replace(/\\s*\\n\\s*/g, ' | ')).join('\\n')`,
    );
  } catch (error) {
    return `(its text cannot be read: ${error instanceof Error ? error.message : error})`;
  }
}
