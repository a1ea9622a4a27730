import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFaults, drawn, overlayFaults } from './accessibility.ts';
import { type Found, findThings } from './addresses.ts';
import { choose, moveTo, openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

/** An overlay: its screen, how it opens, and its text. */
type Overlay = {
  readonly name: string;
  readonly at?: string | ((found: Found) => string);
  /** The screen's heading, if the address alone doesn't show that it has loaded. */
  readonly screen?: string;
  readonly width?: number;
  readonly open: (page: Page) => Promise<void>;
  readonly shows: (page: Page) => ReturnType<Page['locator']>;
  /** A toast is open too, and takes the first Escape. */
  readonly toast?: true;
  /** It opens inside a dialog that remains open. */
  readonly inDialog?: true;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
const menu = (page: Page) => page.getByRole('menu');
const list = (page: Page) => page.getByRole('listbox');
/** Opens an entry of the user menu. */
const fromUserMenu = (name: string) => async (page: Page) => {
  await press(/^User menu of /)(page);
  await page.getByRole('menuitem', { name }).click();
};
/** Opens a select, if present. */
const openSelect = (page: Page, name: string | RegExp) => page.getByRole('combobox', { name }).click();

const ofTheShell: readonly Overlay[] = [
  { name: 'the menu of the person', open: press(/^User menu of /), shows: menu },
  { name: 'the theme menu', open: press(/^Theme/), shows: menu },
  { name: 'the menu of workspaces', open: press(/^Workspace: /), shows: menu },
  { name: 'the modes as a menu', width: 768, open: press(/^Interaction mode: /), shows: menu },
  { name: 'the menu of the person on a phone', width: 390, open: press(/^User menu of /), shows: menu },
  {
    name: 'the notices',
    open: press(/^Notifications/),
    // its content appears a moment later
    shows: (page) => dialog('Notifications')(page).getByRole('heading', { name: 'Notifications' }),
  },
  { name: 'just-in-time access', open: press('JIT'), shows: dialog(/access/) },
  {
    name: 'the sessions',
    open: fromUserMenu('Active sessions'),
    shows: (page) => page.getByText('This session'),
  },
  {
    name: 'the change of the password, with what is missing',
    open: async (page) => {
      await fromUserMenu('Change password')(page);
      await button(page, 'Change password').click();
    },
    shows: (page) => page.locator('[aria-invalid="true"]').first(),
  },
  {
    name: 'the palette, with what it found',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /Search/ }).fill('plan');
    },
    shows: (page) => page.getByRole('option', { name: /Plan Design/ }),
  },
  { name: 'the shortcuts', open: (page) => page.keyboard.press('?'), shows: dialog('Keyboard shortcuts') },
  {
    name: 'a tooltip',
    open: async (page) => {
      await page.keyboard.press('Tab');
      await button(page, 'JIT').focus();
    },
    shows: (page) => page.getByRole('tooltip'),
  },
  {
    name: 'the navigation as a sheet',
    width: 390,
    open: press('Expand sidebar'),
    shows: dialog('Navigation'),
  },
  {
    name: 'the builder’s navigation as a sheet',
    at: '/agent-builder',
    screen: 'Agent Overview',
    width: 390,
    open: press('Expand sidebar'),
    shows: dialog('Agent builder navigation'),
  },
];

const ofTheFeatures: readonly Overlay[] = [
  {
    name: 'a new plan, with what is missing',
    at: '/compensation/plan-design',
    screen: 'Plan Design',
    open: async (page) => {
      await press('New Plan')(page);
      await press('Create plan')(page);
      await page.getByText('Please provide both plan name and type.').first().waitFor();
    },
    shows: (page) => page.locator('[aria-invalid="true"]').first(),
    toast: true,
  },
  {
    name: 'a select in a dialog',
    at: '/compensation/plan-design',
    screen: 'Plan Design',
    open: async (page) => {
      await press('New Plan')(page);
      await openSelect(page, /Plan type/);
    },
    shows: list,
    inDialog: true,
  },
  {
    name: 'a select on a screen',
    at: ({ run }) => `/compensation/payout/${run}`,
    screen: 'FY25 Enterprise AE plan, 2025-Q4',
    open: (page) => openSelect(page, 'Component'),
    shows: list,
  },
  {
    name: 'a select on a phone',
    at: ({ run }) => `/compensation/payout/${run}`,
    screen: 'FY25 Enterprise AE plan, 2025-Q4',
    width: 390,
    open: (page) => openSelect(page, 'Component'),
    shows: list,
  },
  {
    name: 'the further acts of a plan',
    at: ({ plan }) => `/compensation/plan-design/${plan}`,
    screen: 'FY25 Enterprise AE plan',
    open: press('More actions'),
    shows: menu,
  },
  {
    name: 'the question before a plan is taken out of use',
    at: ({ plan }) => `/compensation/plan-design/${plan}`,
    screen: 'FY25 Enterprise AE plan',
    open: async (page) => {
      await press('More actions')(page);
      await page.getByRole('menuitem', { name: 'Deactivate plan' }).click();
    },
    shows: dialog(/^Deactivate “/),
  },
  {
    name: 'a component, and a select with headings or hints in it',
    at: ({ draft }) => `/compensation/plan-design/${draft}`,
    open: async (page) => {
      await press('Add Component')(page);
      await openSelect(page, /^Rate$/);
    },
    shows: list,
    inDialog: true,
  },
  {
    name: 'a component',
    at: ({ draft }) => `/compensation/plan-design/${draft}`,
    open: press('Add Component'),
    shows: (page) => page.getByRole('dialog').getByLabel('Weight in percent'),
  },
  {
    name: 'a calculation of any span of days, its dates among it',
    at: '/compensation/payout',
    screen: 'Payout Calculation',
    open: async (page) => {
      await press('Calculate')(page);
      await choose(page, 'Plan', /^FY25 Enterprise AE plan(?! EMEA)/);
      await page.getByText('Custom dates').click();
      await page.getByLabel('First day').fill('soon');
      await page.getByLabel('Last day').fill('12/31/2025');
      await page.getByLabel('Last day').blur();
      await expect.poll(() => page.getByLabel('Last day').inputValue()).toBe('Dec 31, 2025');
    },
    shows: (page) => page.getByText('Enter a date like Nov 22, 2026.'),
  },
  {
    name: 'assigning chosen participants',
    at: '/compensation/eligibility',
    screen: 'Eligibility & Enrollment',
    open: async (page) => {
      await press('Assign')(page);
      await page.getByLabel('Selected participants').check();
    },
    shows: (page) => page.getByRole('dialog').getByLabel('Search participants'),
  },
  {
    name: 'ending assignments',
    at: '/compensation/eligibility',
    screen: 'Eligibility & Enrollment',
    open: async (page) => {
      // person and plan, as a screen reader reads them
      const named = { name: /^Select \p{L}[^,]+, [^,]+, from /u };
      await page.getByRole('grid').getByRole('checkbox', named).first().check();
      await press(/^End 1 assignment$/)(page);
    },
    shows: dialog('End 1 assignment'),
  },
  {
    name: 'removing quotas',
    at: '/compensation/quotas',
    screen: 'Quotas & Targets',
    open: async (page) => {
      await page.getByRole('grid').getByRole('checkbox').nth(1).check();
      await press(/^Remove 1 quota$/)(page);
    },
    shows: dialog('Remove 1 quota'),
  },
  {
    name: 'an entry of the audit log',
    at: '/compensation/audit',
    screen: 'Audit & Compliance',
    open: (page) => page.getByRole('grid').locator('[data-place="0:0"]').click(),
    shows: dialog(/^Entry \d/),
  },
  {
    name: 'a deal',
    at: '/compensation/crediting',
    screen: 'Crediting & Territories',
    open: (page) => page.getByRole('grid', { name: 'Deals' }).locator('[data-place="0:0"]').click(),
    shows: (page) => page.getByRole('dialog').getByText('Source'),
  },
  {
    name: 'a test run on the canvas',
    at: '/agent-builder/canvas?workflow=attainment-calculator',
    screen: 'Canvas',
    open: press('Test run'),
    shows: dialog('Test run'),
  },
  {
    name: 'a run on the canvas',
    at: '/agent-builder/canvas?workflow=attainment-calculator',
    screen: 'Canvas',
    open: press('Run'),
    shows: dialog(/^Run version/),
  },
  {
    name: 'the properties of a workflow in a drawer',
    at: '/agent-builder/canvas?workflow=attainment-calculator',
    screen: 'Canvas',
    width: 768,
    open: press('Properties'),
    shows: dialog('Node properties'),
  },
];

describe('overlays', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let found: Found;
  beforeAll(async () => {
    const stage = await enterStage();
    browser = stage.browser;
    ({ page, complaints } = await openWindow(browser, stage.url));
    await page.goto('/calendar');
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    // An overlay left open by a failed test must not fail the next one.
    const left = page.locator('[role="dialog"], [role="menu"], [role="listbox"], [role="tooltip"]');
    if ((await left.count()) > 0) await page.reload();
  });

  test('a toast', async () => {
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('wrong');
    await button(page, 'Sign In').click();
    // Errors stay until they are dismissed.
    await page.locator('li[data-state="open"]').getByText('Login failed').first().waitFor();
    await drawn(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await button(page, 'Dismiss').click();
    await signIn(page, 'admin');
    found = await findThings(page);
    complaints.length = 0; // the browser logs the 401 itself
  });

  test.each([...ofTheShell, ...ofTheFeatures])(
    '$name is accessible in both themes, and Escape closes it',
    async ({ at = '/calendar', screen, width = 1440, open, shows, toast, inDialog }) => {
      await page.setViewportSize({ width, height: 900 });
      const address = typeof at === 'string' ? at : at(found);
      if (new URL(page.url()).pathname !== address) await moveTo(page, address);
      const heading = page.getByRole('heading', { level: 1, name: screen, exact: true });
      if (screen) await heading.waitFor();
      await drawn(page);
      await open(page);
      const shown = shows(page);
      await shown.waitFor();
      await drawn(page);
      const faults = await overlayFaults(page);
      if (toast) {
        await page.keyboard.press('Escape');
        await page.locator('li[data-state]').waitFor({ state: 'detached' });
      }
      await page.keyboard.press('Escape');
      await shown.waitFor({ state: 'detached' });
      expect(faults).toEqual([]);
      const around = page.getByRole('dialog');
      await expect.poll(() => around.count()).toBe(inDialog ? 1 : 0);
      if (inDialog) await page.keyboard.press('Escape');
      await around.waitFor({ state: 'detached' });
    },
  );

  test('[SHELL-UI-19] a toast appears above the buttons of a drawer, not on them', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await moveTo(page, '/compensation/plan-design');
    await press('New Plan')(page);
    await press('Create plan')(page);
    const toast = page.locator('li[data-state="open"]').filter({ hasText: 'Missing Information' });
    await toast.waitFor();
    await press('Cancel')(page);
    await moveTo(page, `/compensation/plan-design/${found.draft}`);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await press('Add Component')(page);
      const drawer = page.getByRole('dialog');
      const foot = await drawer.getByRole('button', { name: 'Add component' }).boundingBox();
      const box = await toast.boundingBox();
      if (!foot || !box) throw new Error('The drawer or the toast is not there.');
      expect(box.y + box.height).toBeLessThanOrEqual(foot.y);
      await drawer.getByRole('button', { name: 'Cancel' }).click();
      await drawer.waitFor({ state: 'detached' });
    }
    await press('Dismiss')(page);
  });

  test('a select that is left for another field of its dialog lets the field have the focus', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await moveTo(page, '/compensation/plan-design');
    await press('New Plan')(page);
    await openSelect(page, /Plan type/);
    await list(page).waitFor();
    await page.getByLabel('Plan name').click();
    await list(page).waitFor({ state: 'detached' });
    await page.getByLabel('Plan name').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
  });

  test('nothing on the way logged an error', () => {
    expect(complaints).toEqual([]);
  });
});
