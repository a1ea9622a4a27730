import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { signInClient } from '../packages/server/src/testing/client.ts';
import { type RunningAttain, samplePassword, startAttain } from './attain-process.ts';
import { serveBrowser } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    attainUrls: string[];
    browserAddress: string;
    silentOrigin: string;
  }
}

/**
 * One Attain for each file that runs at a time, and one browser for all: parallel files don't share data.
 * vitest calls this before all files.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { silent, origin } = await listenSilently();
  const starting = Array.from({ length: project.config.maxWorkers }, async () => {
    const attain = await startAttain({ ATTAIN_ALLOWED_HOSTS: origin });
    await yearPaid(attain);
    return attain;
  });
  const [browser, ...attains] = await Promise.all([serveBrowser(), ...starting]);
  project.provide(
    'attainUrls',
    attains.map(({ url }) => url),
  );
  project.provide('browserAddress', browser.wsEndpoint());
  project.provide('silentOrigin', origin);
  return async () => {
    await browser.close();
    await Promise.all(attains.map((attain) => attain.stop()));
    silent.close();
  };
}

/** Waits until the sample's payments are there: a journey that imports deals before would stop them. */
async function yearPaid({ url, said }: RunningAttain): Promise<void> {
  const finance = await signInClient(url, 'finance', samplePassword);
  for (let tries = 0; tries < 1_200; tries += 1) {
    const [newest] = (await finance.get('/api/payments?limit=1')).body.rows;
    if (newest?.period.key === '2026-01' && newest.status === 'calculated') return;
    await setTimeout(100);
  }
  throw new Error(`The sample's year was not paid:\n${said()}`);
}

/** A server that closes every request without a response, so that callers never know the outcome. */
async function listenSilently(): Promise<{ silent: Server; origin: string }> {
  const silent = createServer((request) => {
    request.resume().once('end', () => request.socket.destroy());
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  return { silent, origin: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
}

/** This file's Attain and the browser. Closing this connection closes only the windows that were opened through it. */
export async function enterStage(): Promise<Pick<RunningAttain, 'url'> & { browser: Browser }> {
  const place = Number(process.env.VITEST_POOL_ID) - 1;
  const url = inject('attainUrls')[place];
  if (!url) throw new Error(`No Attain was started for worker ${process.env.VITEST_POOL_ID}.`);
  return { url, browser: await chromium.connect(inject('browserAddress')) };
}
