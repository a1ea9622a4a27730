import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../../base/browser-storage.ts';

export type Panel = 'palette' | 'properties';

/** Which panels are open next to the drawing, and which is open as a drawer. */
export interface Panels {
  readonly palette: boolean;
  readonly properties: boolean;
  readonly drawer: Panel | null;
  readonly toggle: (panel: Panel) => void;
  readonly openDrawer: (panel: Panel | null) => void;
  /** Shows a panel next to the drawing or as a drawer. */
  readonly show: (panel: Panel) => void;
}

const all: readonly Panel[] = ['palette', 'properties'];
const key = (panel: Panel) => `attain.canvas.${panel}`;

/**
 * The panels of the canvas, remembered by the browser. They start closed, and open once an empty workflow is
 * edited.
 */
export function usePanels(empty: boolean): Panels {
  const [open, setOpen] = useState(() => ({
    palette: starts('palette', empty),
    properties: starts('properties', empty),
  }));
  const [drawer, setDrawer] = useState<Panel | null>(null);
  useEffect(() => {
    for (const panel of empty ? all : [])
      if (readStored(key(panel)) === null) writeStored(key(panel), 'true');
  }, [empty]);
  const set = (panel: Panel, wanted: boolean) => {
    writeStored(key(panel), String(wanted));
    setOpen((now) => ({ ...now, [panel]: wanted }));
  };
  return {
    ...open,
    drawer,
    toggle: (panel) => set(panel, !open[panel]),
    openDrawer: setDrawer,
    show(panel) {
      setDrawer(panel);
      if (!open[panel]) set(panel, true);
    },
  };
}

function starts(panel: Panel, empty: boolean): boolean {
  const kept = readStored(key(panel));
  return kept === null ? empty : kept === 'true';
}
