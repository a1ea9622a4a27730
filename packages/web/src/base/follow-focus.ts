import type { AnyRouter, RouterHistory } from '@tanstack/react-router';

/** How long a screen has to draw what had the focus before, in animation frames. */
const framesToWait = 40;

/**
 * Moves the focus the way a page load would: to the heading of a new screen, and on the way back to what was used
 * there last. Leaves it alone where a dialog, a field or anything else on the screen has taken it already.
 * The router itself restores where everything was scrolled to.
 */
export function followFocus(router: Pick<AnyRouter, 'subscribe'> & { history: RouterHistory }): void {
  const used = new Map<string, string>();
  let goesBack = false;
  let arrival = 0;
  router.history.subscribe(({ action }) => {
    goesBack = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO';
  });
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    const place = describePlace(document.activeElement);
    if (fromLocation?.state.__TSR_key && place) used.set(fromLocation.state.__TSR_key, place);
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    arrival += 1;
    const mine = arrival;
    const before = document.activeElement;
    if (isOnScreen(before)) return;
    const place = goesBack ? used.get(toLocation.state.__TSR_key ?? '') : undefined;
    arrive({ place, before, isCurrent: () => mine === arrival }, framesToWait);
  });
}

type Arrival = {
  /** Selects what had the focus when one left this screen; nothing on a first visit. */
  place: string | undefined;
  /** What has the focus as one arrives: the link that led here, or nothing. */
  before: Element | 'in a dialog' | null;
  /** Whether one has not moved on since. */
  isCurrent: () => boolean;
};

function arrive(arrival: Arrival, frames: number): void {
  const { place, before, isCurrent } = arrival;
  const now = document.activeElement;
  if (!isCurrent()) return;
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) {
    // One that stays keeps the focus; one that is about to go gives it back first.
    if (frames > 0) requestAnimationFrame(() => arrive({ ...arrival, before: 'in a dialog' }, frames - 1));
    return;
  }
  if (before === 'in a dialog') {
    if (isOnScreen(now)) return;
    if (now === document.body && frames > 0) {
      requestAnimationFrame(() => arrive(arrival, frames - 1));
      return;
    }
  } else if (now !== before && now !== document.body && !now?.matches('h1')) return;
  const found = place === undefined ? null : document.querySelector<HTMLElement>(place);
  if (found) {
    found.focus({ preventScroll: true });
    return;
  }
  if (place === undefined || frames <= 0) focusHeading();
  // A heading may be replaced once its screen has loaded what it is about, so it is looked for again.
  const heading = document.activeElement?.matches('h1') ? document.activeElement : now;
  if (frames > 0) requestAnimationFrame(() => arrive({ ...arrival, before: heading }, frames - 1));
}

/** Puts the focus on the heading of the screen: where one goes on when what had it is gone. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading || heading === document.activeElement) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Whether a control of the screen itself has the focus already. */
function isOnScreen(element: Element | null): boolean {
  return element?.closest('main') != null && element.matches(':not(main, h1)');
}

/** A selector that finds a control of the screen again: a cell by its table and place, a link, a named control. */
function describePlace(element: Element | null): string | undefined {
  if (!element?.closest('main') || element.matches('main, h1')) return undefined;
  const cell = element.closest('[data-place]');
  const grid = cell?.closest('[role="grid"]')?.getAttribute('aria-label');
  if (cell && grid) {
    return `main [role="grid"]${has('aria-label', grid)} ${has('data-place', cell.getAttribute('data-place'))}`;
  }
  const tag = `main ${element.localName}`;
  for (const name of ['href', 'aria-label', 'name']) {
    const value = element.getAttribute(name);
    if (value) return `${tag}${has(name, value)}`;
  }
  return undefined;
}

function has(name: string, value: string | null): string {
  return `[${name}="${(value ?? '').replaceAll(/["\\]/g, String.raw`\$&`)}"]`;
}
