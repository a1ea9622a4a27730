import type { AnyRouter, RouterHistory } from '@tanstack/react-router';

/** Frames to wait for a screen to render the previously focused element. */
const framesToWait = 40;

/**
 * Moves the focus like a page load: to the heading of a new screen, or when going back to the element used
 * last. Does nothing if a dialog, field or other element of the screen has the focus. Scroll positions are
 * restored by the router.
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
  /** Selects the element that had the focus on the last visit, if any. */
  place: string | undefined;
  /** The focused element on arrival: the link used, or nothing. */
  before: Element | 'in a dialog' | null;
  /** Whether the user has not navigated since. */
  isCurrent: () => boolean;
};

function arrive(arrival: Arrival, frames: number): void {
  const { place, before, isCurrent } = arrival;
  const now = document.activeElement;
  if (!isCurrent()) return;
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) {
    // an element that disappears releases the focus first
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
  // the heading may be replaced once the screen has loaded, so it is looked up again
  const heading = document.activeElement?.matches('h1') ? document.activeElement : now;
  if (frames > 0) requestAnimationFrame(() => arrive({ ...arrival, before: heading }, frames - 1));
}

/** Focuses the heading of the screen when the focused element is gone. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading || heading === document.activeElement) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Whether a control of the screen has the focus. */
function isOnScreen(element: Element | null): boolean {
  return element?.closest('main') != null && element.matches(':not(main, h1)');
}

/** A selector that finds a control again: a cell by table and position, a link, a named control. */
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
