import type { Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface Window {
    textsInToasts?: Set<string>;
  }
}

/**
 * Listens from now on to what toasts say in this window, however briefly: one may give way to the next before anybody who
 * looks every now and then has seen it. Answers what waits until all of these were said. A reloaded page no longer listens.
 */
export async function overhear(page: Page): Promise<(...words: readonly string[]) => Promise<void>> {
  await page.evaluate(listen);
  return async (...words) => {
    const unsaid = async () => {
      const said = await page.evaluate(() => [...(window.textsInToasts ?? [])]);
      return words.filter((one) => !said.some((text) => text.includes(one)));
    };
    await expect.poll(unsaid, { message: 'not said in a toast', timeout: 60_000 }).toEqual([]);
  };
}

/** Runs in the page. */
function listen(): void {
  const said = new Set<string>();
  window.textsInToasts = said;
  const keep = () => {
    for (const toast of document.querySelectorAll<HTMLElement>('li[data-state]'))
      said.add(toast.textContent ?? '');
  };
  new MutationObserver(keep).observe(document.body, { childList: true, characterData: true, subtree: true });
  keep();
}
