import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsInEverySize, sizes } from './accessibility.ts';
import { drawing } from './drawing.ts';
import { stepsOfOneJourney } from './journey.ts';
import { keyboardOf } from './keyboard.ts';
import { openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

const groups = [
  ['Technical Nodes', ['Input', 'LLM', 'Decision', 'Output']],
  [
    'Workflow Steps',
    ['Start', 'Human Review', 'Approval', 'Data Collection', 'Validation', 'Wait', 'Notification'],
  ],
  ['External Systems', ['Database Read', 'Database Write', 'API Call', 'File Upload', 'Email', 'SMS']],
  [
    'Human Intervention',
    ['Manual Input', 'Review Task', 'Approval Request', 'Escalation', 'Interview', 'Document Review'],
  ],
  ['Integrations', ['Payment', 'CRM', 'Chat', 'Ticket', 'Document']],
  ['Tools', ['Calculator', 'Validator', 'Formatter', 'Parser']],
] as const;

const sizesToOpenIn = [
  [1440, 900],
  [1280, 800],
  [390, 844],
] as const;

interface Link {
  readonly id: string;
  readonly from: { readonly node: string; readonly port: string };
  readonly to: { readonly node: string; readonly port: string };
}

describe('a workflow drawn, saved, published and run on the canvas', () => {
  stepsOfOneJourney();
  let browser: Browser;
  let url: string;
  let page: Page;
  let complaints: string[];
  let other: Page;
  beforeAll(async () => {
    ({ browser, url } = await enterStage());
    ({ page, complaints } = await openWindow(browser, url));
    await page.goto('/agent-builder/canvas');
    await signIn(page, 'developer');
  });
  afterAll(() => browser?.close());
  const on = () => drawing(page);
  const status = () => page.getByRole('region', { name: 'Canvas status' });
  const panel = () => page.getByRole('complementary', { name: 'Node properties' });
  const stored = (id: string) =>
    page.evaluate(async (of) => (await fetch(`/api/workflows/${of}`)).json(), id);

  test('[BSHELL-15] a new workflow opens on an empty canvas, with the focus where it begins', async () => {
    await newWorkflow(page, 'Approve large deals');
    await status().getByText('0 nodes, 0 connections').waitFor();
    await expect.poll(keyboardOf(page).focused).toBe('Add Start node');
  });

  test('[CANVAS-01] [CANVAS-04] [CANVAS-05] [CANVAS-06] it has modes, Undo, Save and Run, [CANVAS-19] a status bar and [CANVAS-20] a mini map', async () => {
    for (const mode of ['Select', 'Connect', 'Pan'])
      await expect.poll(() => page.getByRole('radio', { name: mode }).count()).toBe(1);
    const bar = page.getByRole('toolbar', { name: 'Canvas' });
    for (const name of ['Undo', 'Redo', 'Save', 'Publish', 'Run'])
      expect(await bar.getByRole('button', { name, exact: true }).count(), name).toBe(1);
    await expect.poll(() => page.getByRole('img', { name: 'Mini map of 1000 by 400' }).count()).toBe(1);
    await expect.poll(() => status().count()).toBe(1);
  });

  test('[CANVAS-07] [CANVAS-08] the palette is on the left, [CANVAS-09] [CANVAS-10] [CANVAS-11] [CANVAS-12] [CANVAS-13] [CANVAS-14] [CANVAS-15] with every stated item in its group', async () => {
    const palette = on().palette();
    const [left, board] = await Promise.all([palette.boundingBox(), on().board().boundingBox()]);
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(board?.x ?? 0);
    expect(await palette.getByRole('heading', { level: 3 }).allTextContents()).toEqual(
      groups.map(([group]) => group),
    );
    for (const [group, items] of groups) {
      const found = await palette.getByRole('region', { name: group }).getByRole('button').allTextContents();
      expect(found).toEqual(expect.arrayContaining([...items]));
    }
    const steps = palette.getByRole('region', { name: 'Workflow Steps' });
    for (const name of ['Branch', 'Merge', 'End']) await steps.getByText(name, { exact: true }).waitFor();
  });

  test('[CANVAS-35] nodes come from the palette by a click or by dragging, 128 by 64 px on the grid', async () => {
    for (const name of ['Start', 'Decision', 'Approval']) await on().add(name);
    // each follows the selected node, at the first free port
    await status().getByText('3 nodes, 2 connections').waitFor();
    await on()
      .palette()
      .getByRole('button', { name: 'End', exact: true })
      .dragTo(on().board(), {
        targetPosition: { x: 420, y: 120 },
      });
    await status().getByText('4 nodes, 2 connections').waitFor();
    await page.getByRole('button', { name: 'Zoom to 100%' }).click();
    const box = await on().node('end-1').boundingBox();
    expect([box?.width, box?.height]).toEqual([128, 64]);
    await page.keyboard.press('0');
  });

  test('[CANVAS-16] [CANVAS-17] [CANVAS-18] the properties of a node: its type is read-only, its title and settings are not', async () => {
    await on().node('decision-1').click();
    expect(await panel().getByLabel('Type', { exact: true }).getAttribute('readonly')).not.toBeNull();
    await panel().getByLabel('Title').fill('Large?');
    const condition = panel().getByRole('textbox', { name: 'Condition' });
    await condition.fill('input.amount >');
    await panel()
      .getByText(/\(character \d+\)/)
      .waitFor();
    await condition.fill('input.amount > 1000');
    await expect
      .poll(() =>
        panel()
          .getByText(/\(character \d+\)/)
          .count(),
      )
      .toBe(0);
    await on().node('decision-1').getByText('Large?').waitFor();
    await on().node('approval-1').click();
    await panel().getByRole('textbox', { name: 'Queue' }).fill('administrator');
  });

  test('[CANVAS-32] the dashed line is green where a connection may end', async () => {
    await on().node('decision-1').click();
    for (const words of ['From Start', 'To Approval'])
      await panel()
        .getByRole('button', { name: new RegExp(`^Disconnect: ${words}`) })
        .click();
    await status().getByText('4 nodes, 0 connections').waitFor();
    expect(await on().draw('start-1', 'out', 'decision-1', 'in')).toMatchObject({ state: 'valid' });
    expect(await on().draw('decision-1', 'yes', 'approval-1', 'in')).toMatchObject({ state: 'valid' });
    await on().draw('decision-1', 'no', 'end-1', 'in');
    await on().draw('approval-1', 'approved', 'end-1', 'in');
    await status().getByText('4 nodes, 4 connections').waitFor();
    await status().getByText('No problems').waitFor();
  });

  test('[CANVAS-33] it is red with the reason where it may not, and [CANVAS-31] nothing is connected or said', async () => {
    const rejected = await on().draw('approval-1', 'rejected', 'decision-1', 'in');
    expect(rejected.state).toBe('invalid');
    expect(rejected.reason).toBe('"Large?" takes only one connection. Combine several with a Merge.');
    await status().getByText('4 nodes, 4 connections').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('[CANVAS-02] [CANVAS-03] zoom goes from 25 to 200 percent in steps of 25, by buttons, keys and wheel', async () => {
    const level = () => page.getByRole('button', { name: /^Zoom to 100%/ }).textContent();
    await page.getByRole('button', { name: /^Zoom to 100%/ }).click();
    for (const wanted of ['125', '150', '175', '200']) {
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await expect.poll(level).toContain(`now ${wanted}%`);
    }
    expect(await page.getByRole('button', { name: 'Zoom in' }).isDisabled()).toBe(true);
    await on().board().hover();
    for (const wanted of ['175', '150', '125', '100', '75', '50', '25', '25']) {
      await page.mouse.wheel(0, 120);
      await expect.poll(level).toContain(`now ${wanted}%`);
    }
    await page.getByRole('button', { name: /^Zoom to 100%/ }).blur();
    await page.keyboard.press('+');
    await expect.poll(level).toContain('now 50%');
    await page.keyboard.press('0');
  });

  test('[CANVAS-34] arrows move by the grid and never below zero', async () => {
    await on().node('start-1').click();
    const place = () => on().place('start-1');
    const before = await place();
    await page.keyboard.press('ArrowRight');
    await expect.poll(place).toEqual({ x: before.x + 20, y: before.y });
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(place).toEqual({ x: 0, y: before.y });
  });

  test('[CANVAS-40] undo and redo reach over a reload; Save keeps the draft on the server', async () => {
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await on().place('start-1')).x).toBeGreaterThan(0);
    await page.reload();
    await status().getByText('4 nodes, 4 connections').waitFor();
    await status().getByText('Not saved').waitFor();
    for (const wanted of ['3 connections', '2 connections']) {
      await page.getByRole('button', { name: /^Undo/ }).click();
      await status().getByText(wanted).waitFor();
    }
    await page.getByRole('button', { name: /^Redo/ }).click();
    await page.getByRole('button', { name: /^Redo/ }).click();
    await status().getByText('4 connections').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await status()
      .getByText(/^Saved, revision/)
      .waitFor();
    expect((await stored('approve-large-deals')).edgeCount).toBe(4);
  });

  test('an edit saved first in another window is not overwritten without asking', async () => {
    const window = await openWindow(browser, url);
    other = window.page;
    await other.goto('/agent-builder/canvas?workflow=approve-large-deals');
    await signIn(other, 'admin');
    // [CANVAS-37] [CANVAS-38]: nodes and connections come from storage.
    await other.getByText('4 nodes, 4 connections').waitFor();
    await drawing(other).add('Merge');
    await on().add('Wait');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByText(/^Saved, revision/).waitFor();
    await page.getByText(/^Revision \d+ was saved/).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Another user saved this workflow' });
    await dialog.getByText(/saved this workflow after you opened it/).waitFor();
    await dialog.getByRole('button', { name: 'Use theirs' }).click();
    await status().getByText('5 nodes').waitFor();
    await expect.poll(() => on().node('merge-1').count()).toBe(1);
    expect(await on().node('wait-1').count()).toBe(0);
    await page.getByRole('button', { name: /^Undo: Use theirs/ }).click();
    await expect.poll(() => on().node('wait-1').count()).toBe(1);
    await page.getByRole('button', { name: 'Undo: Add Wait' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await status()
      .getByText(/^Saved, revision/)
      .waitFor();
    expect((await stored('approve-large-deals')).nodeCount).toBe(4);
    await other.getByText('4 nodes, 4 connections').waitFor();
    expect(window.complaints).toEqual([]);
  });

  test('the exported file is the canonical JSON that the hash is made of', async () => {
    await page.getByRole('button', { name: 'More' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as JSON' }).click(),
    ]);
    const pieces: Buffer[] = [];
    for await (const piece of await file.createReadStream()) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    const { documentHash } = await stored('approve-large-deals');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(documentHash);
  });

  test('a first run publishes an unpublished workflow, with a note', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Publish this workflow to run it' })
      .getByRole('button', { name: 'Publish' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 1' });
    await dialog.getByLabel('What changed').fill('The first one');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect
      .poll(async () => (await stored('approve-large-deals')).versions[0]?.note)
      .toBe('The first one');
  });

  test('[CANVAS-24] [CANVAS-25] [CANVAS-22] a run colours the nodes as it goes, waits for a person, and ends', async () => {
    const dialog = page.getByRole('dialog', { name: 'Run version 1' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).and(page.locator(':focus')).waitFor();
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('+');
    await expect.poll(on().hidden).not.toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Input').fill('{"amount": 5000}');
    await dialog.getByRole('button', { name: 'Start' }).click();
    // All steps are visible, with the run's status.
    await page.getByRole('region', { name: 'Run on the canvas' }).waitFor();
    await expect.poll(on().hidden).toEqual([]);
    const state = (id: string) => on().node(id).locator('[data-status]').getAttribute('data-status');
    await expect.poll(() => state('approval-1'), { timeout: 30_000 }).toBe('waiting');
    expect([await state('start-1'), await state('decision-1'), await state('end-1')]).toEqual([
      'success',
      'success',
      'idle',
    ]);
    // The author of a workflow doesn't approve its task; another user does.
    await other.goto('/action-center');
    await other.getByRole('row').filter({ hasText: 'Approve large deals' }).first().click();
    await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect.poll(() => state('end-1'), { timeout: 30_000 }).toBe('success');
    await page.getByRole('region', { name: 'Run on the canvas' }).getByText('completed').waitFor();
    // Retried from there: the decision remains, so no one is asked again.
    const before = page.url();
    await on().node('end-1').click({ button: 'right' });
    await page.getByRole('menu').getByRole('menuitem', { name: 'Run again from here' }).click();
    await expect.poll(() => page.url()).not.toBe(before);
    await page.getByRole('region', { name: 'Run on the canvas' }).getByText('completed').waitFor();
  });

  test('a run appears on its frozen canvas, with inputs and outputs of each node', async () => {
    await page.getByRole('link', { name: 'View as run' }).click();
    await page.getByText('Version 1, as it ran').waitFor();
    await on().node('decision-1').click();
    const step = panel().getByRole('region', { name: 'In this run' });
    await step.getByText('Succeeded', { exact: true }).waitFor();
    await step.getByRole('region', { name: 'Input' }).getByText('5000').waitFor();
    expect(await panel().locator('[data-node-title]').isDisabled()).toBe(true);
    expect(await on().palette().count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Hide run' }).click();
    await on().palette().waitFor();
    await expect
      .poll(() => on().node('end-1').locator('[data-status]').getAttribute('data-status'))
      .toBe('idle');
  });

  test('copies go into another workflow', async () => {
    await on()
      .board()
      .click({ position: { x: 300, y: 30 } });
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await newWorkflow(page, 'Pasted');
    await page.keyboard.press('Control+v');
    await status().getByText('4 nodes, 4 connections').waitFor();
    await page.keyboard.press('Shift+T');
    await status().getByText('Tidy up').waitFor();
  });

  test('menus of the drawing delete a connection and lead to the rest; another is led elsewhere by its end', async () => {
    const links = async (): Promise<string[]> => {
      const { document: found } = await stored('pasted');
      return found.edges
        .map(({ from, to }: Link) => `${from.node}.${from.port} > ${to.node}.${to.port}`)
        .sort();
    };
    await page.keyboard.press('Control+s');
    await expect.poll(links).toContain('decision-1.yes > approval-1.in');
    const all = await links();
    const { document: drawn } = await stored('pasted');
    const idOf = (node: string) => drawn.edges.find(({ to }: Link) => to.node === node)?.id;
    const { x, y } = await on().middleOfLine(idOf('approval-1'));
    await page.mouse.click(x, y, { button: 'right' });
    await page.getByRole('menu', { name: 'Connection' }).getByRole('menuitem', { name: 'Delete' }).click();
    await status().getByText('4 nodes, 3 connections').waitFor();
    await on().lead(idOf('decision-1'), 'approval-1', 'in');
    await page.getByRole('button', { name: 'Undo: Reconnect' }).waitFor();
    await page.keyboard.press('Control+s');
    await expect.poll(links).toEqual(
      all
        .filter((link) => link !== 'decision-1.yes > approval-1.in')
        .map((link) => link.replace('> decision-1.in', '> approval-1.in'))
        .sort(),
    );
    // Shift+F10 opens a node's menu, and Escape returns to the node.
    await on().node('approval-1').focus();
    await page.keyboard.press('Shift+F10');
    await page
      .getByRole('menu', { name: 'Approval' })
      .getByRole('menuitem', { name: 'Properties' })
      .waitFor();
    await page.keyboard.press('Escape');
    await on().node('approval-1').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await status().getByText('0 nodes, 0 connections').waitFor();
  });

  test('the keyboard alone builds a workflow that can run', async () => {
    await newWorkflow(page, 'By keys');
    const { press, type, goTo, focused } = keyboardOf(page);
    await expect.poll(focused).toBe('Add Start node');
    await press('Enter');
    await expect.poll(focused).toMatch(/^Start/);
    await goTo(/^Search node types/, 'Shift+Tab');
    await type('Calculator');
    await goTo(/^Calculator$/);
    await press('Enter');
    await status().getByText('2 nodes, 1 connection').waitFor();
    // once to leave the palette, once more to clear the selection
    await press('Escape');
    await expect
      .poll(() =>
        on()
          .node('calculator-1')
          .evaluate((node) => node === document.activeElement),
      )
      .toBe(true);
    await press('Escape', 'n');
    await expect.poll(focused).toMatch(/^Search node types/);
    await press('Control+a');
    await type('Ends a path');
    await press('Enter');
    await status().getByText('3 nodes').waitFor();
    await expect.poll(focused).toMatch(/^End/);
    await goTo(/^Calculator/, 'Shift+Tab');
    await press('c');
    const connecting = page.getByRole('dialog', { name: 'Connect Calculator' });
    await connecting.waitFor();
    // the font has no arrows
    expect(await connecting.textContent()).not.toMatch(/[\u2190-\u21ff]/);
    await type('Out End');
    await press('Enter');
    await status().getByText('3 nodes, 2 connections').waitFor();
    await goTo(/^Calculator/);
    await press('Enter', 'F2');
    await goTo(/^Formula/);
    await type('2 * 21');
    await status().getByText('No problems').waitFor();
    await press('Control+s');
    await status()
      .getByText(/^Saved, revision/)
      .waitFor();
    expect((await stored('by-keys')).problems).toEqual([]);
    await press('Escape');
    await expect.poll(focused).toMatch(/^Calculator/);
    await press('p');
    await page.getByRole('dialog', { name: 'Publish version 1' }).waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('r');
    await page.getByRole('dialog', { name: 'Publish this workflow to run it' }).waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('[BSHELL-04] Save Draft of the header saves what is drawn, and stays on the canvas', async () => {
    const save = page.getByRole('button', { name: 'Save Draft' });
    await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true');
    await on().node('end-1').click();
    await page.keyboard.press('ArrowRight');
    await status().getByText('Not saved').waitFor();
    await save.click();
    await status()
      .getByText(/^Saved, revision/)
      .waitFor();
    expect(new URL(page.url()).searchParams.get('workflow')).toBe('by-keys');
  });

  test('the outline says the same as a table, with the same acts', async () => {
    await page.getByRole('button', { name: 'Show as table' }).click();
    const table = page.getByRole('table', { name: 'Workflow outline' });
    const row = table.getByRole('row', { name: /^Calculator/ });
    await row.waitFor();
    await expect.poll(() => table.getByRole('row').count()).toBe(4);
    await expect.poll(() => row.textContent()).toContain('End');
    await table.getByRole('button', { name: 'Delete End' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(3);
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('button', { name: 'Undo: Delete 1 node' }).click();
    await status().getByText('3 nodes, 2 connections').waitFor();
  });

  test('nodes are aligned, searchable, and shown with notes', async () => {
    const places = () => Promise.all(['start-1', 'calculator-1', 'end-1'].map((id) => on().place(id)));
    const before = await places();
    await on().node('start-1').click();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Arrange' }).click();
    await page.getByRole('menuitem', { name: 'Align left edges' }).click();
    await expect.poll(async () => new Set((await places()).map(({ x }) => x)).size).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(places).toEqual(before);
    await page.keyboard.press('Control+f');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Calcul');
    await page.getByRole('option', { name: /Calculator/ }).waitFor();
    await page.keyboard.press('Enter');
    await panel().getByRole('textbox', { name: 'Formula' }).waitFor();
    await page.getByRole('button', { name: 'Add note' }).click();
    await panel().getByLabel('Text').fill('Doubled once a year');
    await on().board().getByText('Doubled once a year').waitFor();
    await panel().getByRole('button', { name: 'Delete note' }).click();
    await on().board().getByText('Doubled once a year').waitFor({ state: 'detached' });
  });

  test('the panels make room for the drawing, and stay as they were left', async () => {
    const width = async () => (await on().board().boundingBox())?.width ?? 0;
    const before = await width();
    await page.getByRole('button', { name: 'Collapse palette' }).click();
    await page.getByRole('button', { name: 'Collapse properties' }).click();
    await expect.poll(width).toBeGreaterThan(before + 350);
    await page.reload();
    await page.getByRole('button', { name: 'Expand palette' }).waitFor();
    await page.getByRole('button', { name: 'Expand properties' }).waitFor();
    await page.getByRole('button', { name: 'Tools', exact: true }).click();
    await on().palette().getByRole('button', { name: 'Parser', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('F2');
    await panel().getByRole('heading', { level: 2 }).waitFor();
  });

  test.each(sizesToOpenIn)('a workflow of 16 nodes opens readable at %s by %s', async (width, height) => {
    const { page: fresh } = await openWindow(browser, url, { viewport: { width, height } });
    await fresh.goto('/agent-builder/canvas?workflow=attainment-calculator');
    await signIn(fresh, 'developer');
    await fresh.getByRole('region', { name: 'Canvas status' }).getByText('16 nodes').waitFor();
    const zoom = async () =>
      Number.parseInt(
        (await fresh.getByRole('button', { name: /^Zoom to 100%/ }).textContent())?.match(/\d+%$/)?.[0] ?? '',
        10,
      );
    await expect.poll(zoom).toBeGreaterThanOrEqual(75);
    const hidden = await drawing(fresh).hidden();
    expect(hidden).not.toContain('start');
    if (width >= 1280) {
      expect(hidden).toEqual([]);
      const board = await drawing(fresh).board().boundingBox();
      expect(((board?.width ?? 0) * (board?.height ?? 0)) / (width * height)).toBeGreaterThan(0.5);
    }
    await fresh.context().close();
  });

  test('accessible in every width and theme', async () => {
    expect(await faultsInEverySize(page)).toEqual([]);
    // On small screens the properties cover the drawing.
    await page.keyboard.press('Escape');
    const cut = status().evaluate((bar) => bar.scrollWidth - bar.clientWidth);
    expect(await cut, 'px of the status bar that a phone does not show').toBe(0);
    await page.setViewportSize(sizes[0]);
  });

  test('nothing on the way logged an error', () => {
    expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
  });
});

async function newWorkflow(page: Page, name: string): Promise<void> {
  if (new URL(page.url()).searchParams.has('workflow'))
    await page.getByRole('link', { name: 'All workflows' }).click();
  await page.getByRole('button', { name: 'New workflow' }).click();
  await page.getByLabel('Workflow name').fill(name);
  await page.getByRole('button', { name: 'Create workflow' }).click();
  await page.getByRole('toolbar', { name: 'Canvas' }).waitFor();
}
