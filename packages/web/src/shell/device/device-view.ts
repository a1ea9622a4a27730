import { useSyncExternalStore } from 'react';

/** The full window or the phone preview. */
export const deviceViews = ['web', 'mobile'] as const;
export type DeviceView = (typeof deviceViews)[number];

let view: DeviceView = 'web';
const listeners = new Set<() => void>();

/** The current view; a page starts as `web`. */
export function readDeviceView(): DeviceView {
  return view;
}

/** Subscribes to the view; returns it with its setter. */
export function useDeviceView(): [DeviceView, (view: DeviceView) => void] {
  return [useSyncExternalStore(subscribe, readDeviceView), chooseDeviceView];
}

function chooseDeviceView(next: DeviceView): void {
  view = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
