import type { Page } from 'playwright-core';
import { drawn } from './accessibility.ts';

// A press of Tab moves to the next control; a screen with more controls than this is unusable by keyboard.
const maxStops = 150;

/** Keyboard actions on a page. */
export type Keyboard = {
  readonly press: (...keys: string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** The name of the focused control, or of the active entry of an open list; empty without focus. */
  readonly focused: () => Promise<string>;
  /** Presses a key until the control with this name has the focus; lists the passed controls if it never does. */
  readonly goTo: (name: RegExp, key?: string) => Promise<void>;
};

/** A page's keyboard. */
export function keyboardOf(page: Page): Keyboard {
  const focused = () => page.evaluate(nameOfFocused);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  return {
    press,
    focused,
    type: (text) => page.keyboard.type(text),
    async goTo(name, key = 'Tab') {
      const passed: string[] = [];
      for (let stop = 0; stop < maxStops; stop += 1) {
        const here = await focused();
        if (name.test(here)) return;
        passed.push(here);
        await press(key);
        // an arrow key moves the focus with a delay; a screen that is not drawn yet has nothing to focus
        if (key !== 'Tab' || here === '') await drawn(page);
      }
      throw new Error(`${key} never came to ${name}; it passed ${passed.join(' · ')}`);
    },
  };
}

/** Runs in the page: the name of the focused control. */
function nameOfFocused(): string {
  // In an open list the focus stays on its button or field, which points to the active entry.
  const active = document.activeElement?.getAttribute('aria-activedescendant');
  const one = active ? document.getElementById(active) : document.activeElement;
  if (!(one instanceof HTMLElement) || one === document.body) return '';
  const labels = 'labels' in one && one.labels instanceof NodeList ? [...one.labels] : [];
  const ids = one.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const words = [...ids.map((id) => document.getElementById(id)), ...labels].map((part) => part?.textContent);
  return (one.getAttribute('aria-label') ?? (words.join(' ') || one.textContent) ?? '').trim();
}
