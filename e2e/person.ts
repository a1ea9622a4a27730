import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { samplePassword } from './attain-process.ts';
import { enterStage } from './stage.ts';
import { watchWindow } from './windows.ts';

/** Opens a separate browser window; every error the page logs fails the test through `complaints`. */
export async function openWindow(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  watchComplaints(page, complaints);
  return { page, complaints };
}

/** Opens this file's Attain as a user at an address: the usual start of a journey. Close the browser at its end. */
export async function enterAs(
  username: string,
  path: string,
): Promise<{ browser: Browser; page: Page; complaints: string[] }> {
  const { browser, url } = await enterStage();
  const { page, complaints } = await openWindow(browser, url);
  await page.goto(path);
  await signIn(page, username);
  return { browser, page, complaints };
}

/** Adds every error the page logs from now on to the complaints. */
export function watchComplaints(page: Page, complaints: string[]): void {
  watchWindow(page);
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
}

/** Fills in the current login screen and waits for the first screen. */
export async function signIn(page: Page, username: string, password = samplePassword): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: /sidebar/ }).waitFor();
}

/** Chooses an entry of the select with this label. */
export async function choose(page: Page, label: string | RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/**
 * Moves on to another address of Attain inside the page, like a link, without reloading. Resolves when the
 * address has changed, which is before its screen is drawn.
 */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

/** Sends a request with the session of the page. */
export async function sendAs(
  page: Page,
  path: string,
  body: unknown,
  method = 'POST',
): Promise<{ id: string; documentHash: string }> {
  return page.evaluate(
    async ([to, sent, method]) => {
      const response = await fetch(to as string, {
        method: method as string,
        headers: {
          'content-type': 'application/json',
          'x-session-token': localStorage.auth_token,
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify(sent),
      });
      if (!response.ok) throw new Error(`${to} answered ${response.status}: ${await response.text()}`);
      return response.json();
    },
    [path, body, method],
  );
}

/** Goes back to the mode that users start in: other files share the account. */
export async function leaveMode(page: Page): Promise<void> {
  await sendAs(page, '/api/auth/preferences', { mode: 'hybrid' }, 'PUT');
}

/** A device of the browser's own that verifies its owner. */
export async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
