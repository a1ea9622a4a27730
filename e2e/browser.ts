import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';
import { type InstalledChromium, installChromium } from './chromium-package.ts';

// No automatic requests: a test run must mean the same with and without a network.
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/**
 * Launches a headless Chromium with a temporary profile. In this order: the one that
 * ATTAIN_CHROMIUM names, the one inside the npm package (Linux on x64, no operating system package needed), a Chrome
 * installed on the machine. If none launches, the error says how to name one.
 */
export async function launchBrowser(): Promise<Browser> {
  return launch(await findBrowser(), (options) => chromium.launch(options));
}

/** The same browser as a server that several test files connect to. */
export async function serveBrowser(): Promise<BrowserServer> {
  return launch(await findBrowser(), (options) => chromium.launchServer(options));
}

async function findBrowser(): Promise<LaunchOptions> {
  const named = process.env.ATTAIN_CHROMIUM;
  if (named) return { executablePath: named };
  const packed = await installChromium();
  return packed ? fromPackage(packed) : { channel: 'chrome' };
}

function fromPackage({ executablePath, env }: InstalledChromium): LaunchOptions {
  return { executablePath, env: { ...withoutUndefined(process.env), ...env } };
}

async function launch<Launched>(
  options: LaunchOptions,
  start: (options: LaunchOptions) => Promise<Launched>,
): Promise<Launched> {
  // Chromium's sandbox needs an ordinary user; root in a container has none.
  const args = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
  try {
    return await start({ headless: true, args, ...options });
  } catch (error) {
    const which = options.executablePath ?? 'an installed Chrome';
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(
      `No browser: ${which} does not launch. Set ATTAIN_CHROMIUM to a Chromium or Chrome.\n${message}`,
    );
  }
}

function withoutUndefined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
