import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type RunningAttain, startAttain } from './attain-process.ts';
import { serveBrowser } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    attainUrls: string[];
    browserAddress: string;
  }
}

/**
 * One Attain for each file that runs at a time, and one browser for all: files side by side never see each other's work.
 * vitest calls this before all files.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const starting = Array.from({ length: project.config.maxWorkers }, () => startAttain());
  const [browser, ...attains] = await Promise.all([serveBrowser(), ...starting]);
  project.provide(
    'attainUrls',
    attains.map(({ url }) => url),
  );
  project.provide('browserAddress', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await Promise.all(attains.map((attain) => attain.stop()));
  };
}

/** This file's Attain and the browser. Closing this connection closes only the windows that were opened through it. */
export async function enterStage(): Promise<Pick<RunningAttain, 'url'> & { browser: Browser }> {
  const place = Number(process.env.VITEST_POOL_ID) - 1;
  const url = inject('attainUrls')[place];
  if (!url) throw new Error(`No Attain was started for worker ${process.env.VITEST_POOL_ID}.`);
  return { url, browser: await chromium.connect(inject('browserAddress')) };
}
