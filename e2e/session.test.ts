import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samplePassword } from './attain-process.ts';
import { openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

describe('sign-in, and the notices that tell of it', () => {
  let url: string;
  let browser: Browser;
  beforeAll(async () => {
    ({ url, browser } = await enterStage());
  });
  afterAll(() => browser?.close());

  const open = (page: Page) => page.locator('li[data-state="open"]');
  const fill = async (page: Page, username: string, password = samplePassword) => {
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };

  test('[ERR-04] [CONF-AUTH-04] without a text from the server the failure says "Login failed"', async () => {
    const { page } = await openWindow(browser, url);
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/');
    await fill(page, 'viewer');
    await open(page).waitFor();
    // Once as the title, once as the text.
    expect((await open(page).textContent())?.match(/Login failed/g)).toHaveLength(2);
    await page.context().close();
  });

  test.each(['viewer', 'operator', 'compliance'])(
    '[AUTH-21] the gate opens for every signed-in role: %s',
    async (username) => {
      const { page } = await openWindow(browser, url);
      await page.goto('/calendar');
      await signIn(page, username);
      await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
      await page.context().close();
    },
  );

  test('signing in at /login or /sign-in opens the first screen', async () => {
    for (const path of ['/login', '/sign-in']) {
      const { page } = await openWindow(browser, url);
      await page.goto(path);
      await signIn(page, 'viewer');
      await expect.poll(() => new URL(page.url()).pathname).toBe('/');
      await page.getByRole('heading', { name: 'Incentive Compensation', level: 1 }).waitFor();
      await page.context().close();
    }
  });

  test('[AUTH-15] the session is in memory too: it continues after the storage is cleared', async () => {
    const { page } = await openWindow(browser, url);
    await page.goto('/calendar');
    await signIn(page, 'viewer');
    await page.evaluate(() => localStorage.clear());
    const nav = page.getByRole('navigation', { name: 'Main' });
    await nav.getByRole('link', { name: 'Tell Me' }).click();
    await page.getByRole('heading', { name: 'Tell Me', level: 1 }).waitFor();
    await page.getByRole('button', { name: /^User menu of / }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Attain' }).waitFor();
    await page.context().close();
  });

  test('[AUTH-18] a token without a user, and a user without a token, is signed out', async () => {
    const { page } = await openWindow(browser, url);
    for (const [key, value] of [
      ['auth_token', 'abc'],
      ['user', '{"username":"viewer"}'],
    ] as const) {
      await page.goto('/');
      await page.evaluate(
        ([name, text]) => {
          localStorage.clear();
          localStorage.setItem(name, text);
        },
        [key, value] as const,
      );
      await page.goto('/compensation');
      await page.getByRole('heading', { name: 'Sign in to Attain' }).waitFor();
    }
    await page.context().close();
  });

  test('[SHELL-UI-19] [SHELL-UI-20] [CONST-SHELL-14] a notice is a toast; it stays 5000 ms, and never two at a time', async () => {
    const { page } = await openWindow(browser, url);
    await page.goto('/calendar');
    await stopClock(page);
    await fill(page, 'viewer');
    await open(page).getByText('Login successful').first().waitFor();
    await page.clock.runFor(4_900);
    await expect.poll(() => open(page).count()).toBe(1);
    await page.clock.runFor(200);
    await expect.poll(() => open(page).count()).toBe(0);
    await page.context().close();
  });

  test('[CONST-SHELL-14] after a dismissal the focus returns to the form, and the next one closes automatically', async () => {
    const { page } = await openWindow(browser, url);
    await page.goto('/calendar');
    await stopClock(page);
    await fill(page, 'viewer', 'wrong');
    await open(page).getByText('Login failed').first().waitFor();
    await open(page).getByRole('button', { name: 'Dismiss' }).click();
    await page.clock.runFor(400);
    await expect.poll(() => open(page).count()).toBe(0);
    await expect.poll(() => page.locator('form :focus').count()).toBe(1);
    await fill(page, 'viewer');
    await open(page).getByText('Login successful').first().waitFor();
    await page.clock.runFor(5_200);
    await expect.poll(() => open(page).count()).toBe(0);
    await page.context().close();
  });

  test('[CONST-SHELL-15] [CONST-SHELL-16] [CONST-SHELL-17] F8 leads to it, and 50 px to the right send it away', async () => {
    const { page } = await openWindow(browser, url);
    await page.goto('/calendar');
    await stopClock(page);
    await fill(page, 'viewer');
    await open(page).getByText('Login successful').first().waitFor();
    await page.keyboard.press('F8');
    const region = page.getByRole('region', { name: /^Notification/ });
    await expect.poll(() => region.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    for (const [way, stays] of [
      [-80, 1],
      [40, 1],
      [70, 0],
    ] as const) {
      await drag(page, way);
      await page.clock.runFor(400);
      await expect.poll(() => open(page).count()).toBe(stays);
    }
    await page.context().close();
  });

  /** From now on the test controls the time. */
  async function stopClock(page: Page): Promise<void> {
    await page.getByRole('heading', { name: 'Sign in to Attain' }).waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
  }

  async function drag(page: Page, px: number): Promise<void> {
    const box = await open(page).boundingBox();
    if (!box) throw new Error('There is no toast to drag.');
    const [x, y] = [box.x + 40, box.y + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + px, y, { steps: 8 });
    await page.mouse.up();
  }
});
