import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../../base/browser-storage.ts';

/** A drawer or dialog about one suggestion; `apply` asks before it applies. */
export type Opened = {
  readonly what: 'why' | 'evidence' | 'share' | 'trail' | 'override' | 'reject' | 'apply';
  readonly id: string;
};

/** The state of the panel in this window. */
export type PanelState = {
  /** On the dashboard; null: not chosen yet, so the width of the window decides. */
  readonly open: boolean | null;
  /** On the other pages, where it starts closed. */
  readonly openElsewhere: boolean;
  /** The sheet of windows without room beside the page. */
  readonly sheet: boolean;
  readonly expanded: boolean;
  /** The width in percent in hybrid mode. */
  readonly width: number;
  /** The plan of the page or the dashboard. */
  readonly planId: string | null;
  readonly opened: Opened | null;
  /** The suggestion that a link points to. */
  readonly pointed: string | null;
};

/** From this width of the window on the panel has room beside the page. */
export const roomForPanel = '(min-width: 64rem)';

/** Limits of the width in hybrid mode, percent. */
export const widths = { min: 35, initial: 50, max: 65, step: 5 } as const;

const openKey = 'assistant_open';
const widthKey = 'assistant_width';
const planKey = 'dashboard_plan';

let state: PanelState = {
  open: { yes: true, no: false }[readStored(openKey) ?? ''] ?? null,
  openElsewhere: false,
  sheet: false,
  expanded: false,
  width: clampWidth(Number(readStored(widthKey) ?? widths.initial)),
  planId: null,
  opened: null,
  pointed: null,
};
const listeners = new Set<() => void>();

/** A width within the limits. */
function clampWidth(percent: number): number {
  if (!Number.isFinite(percent)) return widths.initial;
  return Math.min(widths.max, Math.max(widths.min, Math.round(percent)));
}

function change(next: Partial<PanelState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** The panel's state, updated. */
export function usePanel(): PanelState {
  return useSyncExternalStore(subscribe, () => state);
}

/** One part of it; other changes draw nothing again. */
export function usePanelPart<Part extends keyof PanelState>(part: Part): PanelState[Part] {
  return useSyncExternalStore(subscribe, () => state[part]);
}

/** Opens or closes the panel; closing also leaves full width. Only the dashboard remembers it. */
export function openPanel(open: boolean, onDashboard: boolean): void {
  if (onDashboard) writeStored(openKey, open ? 'yes' : 'no');
  change({
    open: onDashboard ? open : state.open,
    openElsewhere: onDashboard ? state.openElsewhere : open,
    sheet: open,
    expanded: open && state.expanded,
  });
}

export function expandPanel(expanded: boolean): void {
  if (state.expanded !== expanded) change({ expanded });
}

/** Sets the width in hybrid mode and remembers it. */
export function resizePanel(percent: number): void {
  const width = clampWidth(percent);
  writeStored(widthKey, String(width));
  change({ width });
}

/** Sets the plan that the panel is about. */
export function showPlan(planId: string | null): void {
  if (state.planId !== planId) change({ planId });
}

/** Opens a drawer or dialog about a suggestion; null closes it. */
export function openAbout(opened: Opened | null): void {
  change({ opened });
}

/** Opens the panel at one suggestion, as a link does. */
export function pointAt(id: string, what: Opened['what'] | null): void {
  change({ open: true, openElsewhere: true, sheet: true, pointed: id, opened: what && { what, id } });
}

/** The plan last shown on the dashboard. */
export const readDashboardPlan = () => readStored(planKey);
export const keepDashboardPlan = (planId: string) => writeStored(planKey, planId);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
