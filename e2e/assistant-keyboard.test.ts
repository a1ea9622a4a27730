import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyboardOf } from './keyboard.ts';
import { overhear } from './overhear.ts';
import { enterAs, leaveMode, sendAs } from './person.ts';

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
  async function goToIn(title: string, name: string, key = 'Tab'): Promise<void> {
    const keyboard = keyboardOf(page);
    const isThere = () =>
      card(title)
        .getByRole('button', { name, exact: true })
        .evaluate((button) => button === document.activeElement);
    for (let stop = 0; stop < 200 && !(await isThere()); stop += 1) await keyboard.press(key);
    expect([title, name, await isThere()]).toEqual([title, name, true]);
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
    for (const [button, title] of [
      ['Why', 'AI Reasoning'],
      ['Evidence', 'Evidence Pack & Compliance Registry'],
    ] as const) {
      await goToIn(overridden, button);
      await keyboard.press('Enter');
      await dialog(title).waitFor();
      await keyboard.goTo(/^Close$/);
      await keyboard.press('Enter');
      await dialog(title).waitFor({ state: 'detached' });
    }
    await goToIn(overridden, 'Override', 'Shift+Tab');
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
    await goToIn(applied, 'Apply');
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
});
