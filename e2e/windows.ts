import type { Page } from 'playwright-core';

/** A window that was opened, and everything that went wrong in it so far. */
export interface Watched {
  readonly page: Page;
  readonly complaints: readonly string[];
}

const watched: Watched[] = [];

/** Keeps what goes wrong in a window, for the output of a step that fails; nothing is taken away from it. */
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

/** Every window of this file, the first one opened first. */
export function windows(): readonly Watched[] {
  return watched;
}

/** Before another file begins. */
export function forgetWindows(): void {
  watched.length = 0;
}
