import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overlayFaults } from './accessibility.ts';
import { keyboardOf } from './keyboard.ts';
import { overhear } from './overhear.ts';
import { enterAs, leaveMode, openWindow, sendAs, signIn } from './person.ts';

const modes = [
  { mode: 'UI/Manual', heading: 'Decision Support', component: 'mbo-strategic-wins' },
  { mode: 'Hybrid/Assisted', heading: 'Collaborative Mode', component: 'pipeline-hygiene' },
  { mode: 'Agent/Autonomous', heading: 'Autonomous Mode', component: 'mbo-strategic-wins' },
] as const;

describe('suggestions by keyboard alone', () => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let planId: string;
  beforeAll(async () => {
    ({ browser, page, complaints } = await enterAs('admin', '/compensation'));
    const { rows } = await page.evaluate(async () => (await fetch('/api/plans')).json());
    planId = rows.find(({ name }: { name: string }) => name.startsWith('FY26')).id;
  });
  afterAll(async () => {
    await leaveMode(page);
    await browser?.close();
  });

  const suggest = (title: string, component: string, cap: string) =>
    sendAs(page, '/api/suggestions', {
      planId,
      title,
      reasoning: 'Few quarters carry most of the cost.',
      confidence: '0.84',
      confidenceFormula: 'a stated share',
      projectedSavings: '75000',
      changes: [{ component, set: { cap } }],
    });
  const panel = () => page.getByRole('complementary', { name: 'Suggestions' });
  const card = (title: string) => panel().getByRole('listitem', { name: title });

  /** Presses Tab, or another key, until a control of this card has the focus. */
  async function goToIn(of: Locator, name: string, key = 'Tab'): Promise<void> {
    const isThere = () =>
      of.getByRole('button', { name, exact: true }).evaluate((button) => button === document.activeElement);
    for (let stop = 0; stop < 200 && !(await isThere()); stop += 1) await of.page().keyboard.press(key);
    expect([name, await isThere()]).toEqual([name, true]);
  }

  /** Opens Why and Evidence of a card, and closes them. */
  async function readWhyAndEvidence(of: Locator): Promise<void> {
    const keyboard = keyboardOf(of.page());
    for (const [button, name] of [
      ['Why', 'AI Reasoning'],
      ['Evidence', 'Evidence Pack & Compliance Registry'],
    ] as const) {
      await goToIn(of, button);
      await keyboard.press('Enter');
      const dialog = of.page().getByRole('dialog', { name });
      await dialog.waitFor();
      await keyboard.goTo(/^Close$/);
      await keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    }
  }

  test.each(modes)('in $mode: Why, Evidence, Override, Apply', async ({ mode, heading, component }) => {
    const keyboard = keyboardOf(page);
    const [applied, overridden] = [`Apply in ${mode}`, `Override in ${mode}`];
    await suggest(applied, component, '4x');
    await suggest(overridden, component, '5x');
    await page.reload();
    await page.getByRole('button', { name: /sidebar/ }).waitFor();
    await keyboard.goTo(/^(UI\/Manual|Hybrid\/Assisted|Agent\/Autonomous)$/);
    await keyboard.goTo(new RegExp(`^${mode}$`), 'ArrowRight');
    if (mode === 'Agent/Autonomous') {
      await keyboard.goTo(/^View suggestions/);
      await keyboard.press('Enter');
    }
    await panel().getByRole('heading', { name: heading, level: 2, exact: true }).waitFor();
    await card(overridden).waitFor();
    const dialog = (name: string) => page.getByRole('dialog', { name });
    await readWhyAndEvidence(card(overridden));
    await goToIn(card(overridden), 'Override', 'Shift+Tab');
    await keyboard.press('Enter');
    await dialog('Override AI Suggestion').waitFor();
    await keyboard.goTo(/^Reason code/);
    await keyboard.press('Enter');
    await keyboard.goTo(/^Business exception/, 'ArrowDown');
    await keyboard.press('Enter');
    await keyboard.goTo(/^Detailed explanation/);
    await keyboard.type('Sales was promised no cap this year.');
    await keyboard.goTo(/^Record override/);
    const said = await overhear(page);
    await keyboard.press('Enter');
    await said('Override Recorded');
    await dialog('Override AI Suggestion').waitFor({ state: 'detached' });
    await goToIn(card(applied), 'Apply');
    await keyboard.press('Enter');
    await said('Suggestion Applied');
    // the way back takes the place of the pressed button, and its focus
    await expect.poll(keyboard.focused).toBe('Undo');
    await keyboard.press('Enter');
    await said('Suggestion Undone');
    await expect.poll(keyboard.focused).toBe('Apply');
    // a person's suggestion has no explanation: Why says so on a 404
    expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
  });

  test('as Finance on a dark phone: Why, Evidence, Apply', async () => {
    const title = 'Apply on a phone';
    await suggest(title, 'pipeline-hygiene', '6x');
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
    const own = await openWindow(browser, new URL(page.url()).origin, phone);
    await own.page.goto('/compensation');
    await signIn(own.page, 'designer');
    const prefer = (persona: string) =>
      sendAs(own.page, '/api/auth/preferences', { mode: 'hybrid', persona }, 'PUT');
    await prefer('Finance');
    await own.page.reload();
    await own.page.getByRole('button', { name: 'View suggestions' }).waitFor();
    const keyboard = keyboardOf(own.page);
    await keyboard.goTo(/^View suggestions/);
    await keyboard.press('Enter');
    const sheet = own.page.getByRole('dialog', { name: 'Suggestions' });
    const one = sheet.getByRole('listitem', { name: title });
    await one.waitFor();
    expect(await sheet.getByRole('combobox', { name: 'Persona' }).textContent()).toContain('Finance');
    expect((await sheet.boundingBox())?.width).toBe(390);
    expect(await overlayFaults(own.page)).toEqual([]);
    await readWhyAndEvidence(one);
    const said = await overhear(own.page);
    await goToIn(one, 'Apply', 'Shift+Tab');
    await keyboard.press('Enter');
    await said('Suggestion Applied');
    await expect.poll(keyboard.focused).toBe('Undo');
    await keyboard.press('Enter');
    await said('Suggestion Undone');
    await prefer('Manager');
    expect(own.complaints.filter((text) => !text.includes('404'))).toEqual([]);
    await own.page.context().close();
  });
});
