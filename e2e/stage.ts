import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type RunningAttain, startAttain } from './attain-process.ts';
import { serveBrowser } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    attainUrl: string;
    browserAddress: string;
  }
}

/** One Attain and one browser for all journeys: two of each do not fit two cores. vitest calls this before all files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [attain, browser] = await Promise.all([startAttain(), serveBrowser()]);
  project.provide('attainUrl', attain.url);
  project.provide('browserAddress', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await attain.stop();
  };
}

/** The running Attain and the browser. Closing this connection closes only the windows that were opened through it. */
export async function enterStage(): Promise<Pick<RunningAttain, 'url'> & { browser: Browser }> {
  return { url: inject('attainUrl'), browser: await chromium.connect(inject('browserAddress')) };
}
