import type { Page } from 'playwright-core';

/** An open window and its errors so far. */
export interface Watched {
  readonly page: Page;
  readonly complaints: readonly string[];
}

const watched: Watched[] = [];

/** Collects a window's errors for the output of a failed step. */
export function watchWindow(page: Page): void {
  const complaints: string[] = [];
  watched.push({ page, complaints });
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) =>
    complaints.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  );
  page.on('response', (answer) => {
    if (answer.status() >= 400)
      complaints.push(`${answer.request().method()} ${answer.url()} answered ${answer.status()}`);
  });
}

/** All windows of this file, in opening order. */
export function windows(): readonly Watched[] {
  return watched;
}

/** Before another file begins. */
export function forgetWindows(): void {
  watched.length = 0;
}
