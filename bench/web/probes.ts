import type { Page } from 'playwright-core';

/** One press, click or key as the browser timed it: from the input to the next paint, in milliseconds. */
export interface Interaction {
  readonly name: string;
  readonly ms: number;
}

type Probes = { interactions: Map<number, Interaction>; moved: number; clicked: number; ready: number };

/**
 * Puts the probes into every page that this one opens from now on: the browser's own event timing (what "interaction to next
 * paint" is made of), the moment a user can type into the login screen, and the moment a chosen screen's heading is painted.
 */
export async function putProbes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const probes: Probes = { interactions: new Map(), moved: Number.NaN, clicked: 0, ready: Number.NaN };
    Object.assign(globalThis, { probes });
    type Timed = PerformanceEntry & { interactionId?: number };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Timed[]) {
        const id = entry.interactionId ?? 0;
        const known = probes.interactions.get(id)?.ms ?? 0;
        if (id > 0 && entry.duration > known)
          probes.interactions.set(id, { name: entry.name, ms: entry.duration });
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    // One frame after the change is drawn is the first moment a user can see it.
    const painted = (then: (at: number) => void) =>
      requestAnimationFrame(() => setTimeout(() => then(performance.now())));
    let heading = '';
    addEventListener(
      'click',
      (event) => {
        probes.clicked = event.timeStamp;
        probes.moved = Number.NaN;
        heading = document.querySelector('h1')?.textContent ?? '';
      },
      true,
    );
    new MutationObserver(() => {
      if (Number.isNaN(probes.ready) && document.querySelector('input[name=username]'))
        painted((at) => (probes.ready = at));
      const now = document.querySelector('h1')?.textContent ?? '';
      if (Number.isNaN(probes.moved) && now !== '' && now !== heading) {
        probes.moved = 0;
        painted((at) => (probes.moved = at - probes.clicked));
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Milliseconds from the start of the visit until the login form was painted and takes what is typed. */
export async function readyAt(page: Page): Promise<number> {
  return known(page, 'ready');
}

/** Milliseconds from the click until the heading of the next screen was painted. */
export async function movedAfter(page: Page): Promise<number> {
  return known(page, 'moved');
}

/** A moment once it is known. The page's own policy forbids the text that `waitForFunction` would run in it. */
async function known(page: Page, moment: 'ready' | 'moved'): Promise<number> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const ms = await page.evaluate(
      (name) => (globalThis as unknown as { probes: Probes }).probes[name],
      moment,
    );
    if (ms > 0) return ms;
    await page.waitForTimeout(20);
  }
  throw new Error(`After 20 s still not known: ${moment}.`);
}

/** Waits until nothing on the screen is on its way any more, and a little longer: a person looks before going on. */
export async function quiet(page: Page): Promise<void> {
  await page.waitForTimeout(60);
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(150);
}

/**
 * How much the page's main thread has worked so far, in milliseconds of its own CPU time: all it did, drawing included. Unlike
 * the time a person waits, it does not grow when other work keeps the machine busy.
 */
export async function mainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
}

/** Forgets the interactions so far. */
export async function forgetInteractions(page: Page): Promise<void> {
  await settle(page);
  await page.evaluate(() => (globalThis as unknown as { probes: Probes }).probes.interactions.clear());
}

/** The interactions since they were forgotten; those quicker than 16 ms are not reported by the browser. */
export async function interactions(page: Page): Promise<Interaction[]> {
  await settle(page);
  return page.evaluate(() => [...(globalThis as unknown as { probes: Probes }).probes.interactions.values()]);
}

/** Gaps between frames in milliseconds while the table is scrolled by the wheel, step by step. */
export function scrollFrames(page: Page, steps: number, stepPx: number): Promise<number[]> {
  return framesWhile(page, async () => {
    for (let at = 0; at < steps; at += 1) {
      await page.mouse.wheel(0, stepPx);
      await page.waitForTimeout(16);
    }
  });
}

/** Gaps between frames in milliseconds while something is done. */
export async function framesWhile(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const gaps: number[] = [];
    let last = performance.now();
    const frame = (now: number) => {
      gaps.push(now - last);
      last = now;
      if (Object.is(Reflect.get(globalThis, 'frameGaps'), gaps)) requestAnimationFrame(frame);
    };
    Object.assign(globalThis, { frameGaps: gaps });
    requestAnimationFrame(frame);
  });
  await act();
  return page.evaluate(() => {
    const gaps = Reflect.get(globalThis, 'frameGaps') as number[];
    Reflect.deleteProperty(globalThis, 'frameGaps');
    return gaps.slice(1);
  });
}

/** The browser hands its timings over when it has time for it. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(400);
}
