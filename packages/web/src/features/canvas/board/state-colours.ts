import type { StepState } from '../acts/step-states.ts';

/** Colors for drawing on a canvas element. */
export interface StateColours {
  readonly states: Readonly<Record<StepState, string>>;
  readonly line: string;
  readonly chosen: string;
  readonly frame: string;
}

let known: { theme: string | undefined; colours: StateColours } | null = null;

/** Reads the color tokens of the current theme. */
export function stateColours(element: Element): StateColours {
  const { theme } = document.documentElement.dataset;
  if (known?.theme === theme && known) return known.colours;
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const idle = token('--border-strong');
  const colours: StateColours = {
    states: {
      idle,
      running: token('--info'),
      waiting: token('--warn'),
      retrying: token('--warn'),
      success: token('--ok'),
      error: token('--bad'),
      skipped: token('--border-strong'),
      cancelled: token('--border-strong'),
    },
    line: token('--border-strong'),
    chosen: token('--primary'),
    frame: token('--primary'),
  };
  known = { theme, colours };
  return colours;
}
