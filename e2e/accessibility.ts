import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Window sizes for every screen: desktop, small laptop, tablet, phone. */
export const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;

export type Size = (typeof sizes)[number];

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // only for a rule about sound, which never reports a violation
  preload: false,
};

/** Color rules, which take most of the time. A theme affects only colors, not content or layout. */
const colours = ['color-contrast', 'link-in-text-block'];
const ofColours: RunOptions = { ...options, runOnly: { type: 'rule', values: colours } };
/**
 * Rules whose answer can change with the width: what is hidden, scrolls, shrinks or moves to another landmark. The middle
 * widths check only these. All rules run in the widest and in the narrowest window, one of them in the dark theme.
 */
const ofLayout: RunOptions = {
  ...options,
  runOnly: {
    type: 'rule',
    values: [
      ...['aria-hidden-focus', 'button-name', 'label', 'landmark-one-main', 'link-name'],
      ...['page-has-heading-one', 'region', 'scrollable-region-focusable', 'target-size'],
    ],
  },
};

/** What covers a screen: the screen beneath is checked when nothing covers it. */
const dialogs = '[role=dialog][data-state=open], [role=alertdialog][data-state=open]';
/** What lies over a screen. */
const overlays =
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=status], li[data-state]';

/**
 * Everything axe finds against WCAG 2.2 AA on the current screen, its colors in the dark theme as well, and every
 * control a screen reader could not call by a name, in readable lines. axe is read into the page once: a screen that is
 * moved to in place has it still. Nothing moves, so a theme is chosen by its attribute, as the theme menu does it.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  return [
    ...(await violations(page, { light: options, dark: ofColours })),
    ...(await namelessControls(page)),
  ];
}

/** The same of what lies over the screen: the screen beneath is checked when nothing covers it. */
export async function overlayFaults(page: Page): Promise<string[]> {
  return [
    ...(await violations(page, { light: options, dark: ofColours, within: overlays })),
    ...(await namelessControls(page)),
  ];
}

async function violations(page: Page, rules: Rules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { seen, looked } = await page.evaluate(look, rules);
  // An empty page or an unknown rule set would break no rule.
  expect(looked, 'rules that axe found something to look at for').toBeGreaterThan(3);
  return seen;
}

/**
 * Problems of the current screen, or of the dialog that covers it, in each size; nothing may be wider than the window. Ends
 * in the first size.
 */
export async function faultsInEverySize(page: Page, inSizes: readonly Size[] = sizes): Promise<string[]> {
  const faults: string[] = [];
  for (const size of inSizes) {
    await page.setViewportSize(size);
    await drawn(page);
    for (const one of await faultsIn(page, size, inSizes)) faults.push(`${size.width} px: ${one}`);
    const beyond = await pixelsBeyond(page);
    if (beyond > 0) faults.push(`${size.width} px: ${beyond} px wider than the window`);
  }
  // a click on a layout that still changes can miss
  if (inSizes[0]) await page.setViewportSize(inSizes[0]);
  await drawn(page);
  return faults;
}

/**
 * The first size runs all rules in the light theme and the last in the dark one, the middle widths those of layout: both themes
 * and both ends are covered once. A single size has both themes.
 */
async function faultsIn(page: Page, size: Size, inSizes: readonly Size[]): Promise<string[]> {
  if (isBetween(size)) return violations(page, { light: ofLayout, within: dialogs });
  const oneTheme = size === inSizes[0] ? { light: options } : { dark: options };
  const rules = inSizes.length === 1 ? { light: options, dark: ofColours } : oneTheme;
  return [...(await violations(page, { ...rules, within: dialogs })), ...(await namelessControls(page))];
}

/** How much wider the page is than its window, in CSS pixels. */
export function pixelsBeyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Waits for the new layout: components that measure themselves update in later frames. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}

function isBetween({ width }: Size): boolean {
  return sizes.slice(1, -1).some((one) => one.width === width);
}

/** Rules by theme; a missing theme is not checked. `within` is the selector of what is checked, if not the whole page. */
type Rules = { readonly light?: RunOptions; readonly dark?: RunOptions; readonly within?: string };

/** Runs in the page. */
async function look(rules: Rules): Promise<{ seen: string[]; looked: number }> {
  const axe = (window as unknown as { axe: typeof import('axe-core') }).axe;
  const { dataset } = document.documentElement;
  const chosen = dataset.theme;
  const seen: string[] = [];
  let looked = 0;
  for (const theme of ['light', 'dark'] as const) {
    const run = rules[theme];
    if (!run) continue;
    dataset.theme = theme;
    // a colour that fades, however briefly, is the old one until it has, what inherits it fades a frame later, and what lies in
    // something closed would never come to its end
    for (let calm = 0; calm < 2; ) {
      await new Promise(requestAnimationFrame);
      const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
      for (const one of fading) one.finish();
      calm = fading.length > 0 ? 0 : calm + 1;
    }
    const checked = rules.within && document.querySelector(rules.within) ? rules.within : document;
    const { violations, passes } = await axe.run(checked, run);
    looked += passes.length;
    for (const { id, help, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        seen.push(`${theme}, ${id}: ${target.join(' ')}: ${failureSummary ?? help}`);
  }
  dataset.theme = chosen;
  return { seen, looked };
}

/** Targets of scripts and skip links that contain no controls. */
const noControls = new Set(['main', 'list', 'generic', 'RootWebArea']);

/** Focusable elements without a name in the browser's accessibility tree, which screen readers use. */
async function namelessControls(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send('Accessibility.getFullAXTree');
  await browser.detach();
  const controls = nodes.filter(
    ({ ignored, role, properties }) =>
      !ignored &&
      !noControls.has(role?.value) &&
      properties?.some(({ name, value }) => name === 'focusable' && value.value === true),
  );
  expect(controls.length, 'controls on the screen').toBeGreaterThan(0);
  return controls
    .filter(({ name }) => String(name?.value ?? '').trim() === '')
    .map(({ role }) => `a ${role?.value} has no name`);
}
