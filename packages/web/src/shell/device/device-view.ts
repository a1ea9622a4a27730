import { useSyncExternalStore } from 'react';

/** How the screens are shown: over the whole window, or in a phone's frame. */
export const deviceViews = ['web', 'mobile'] as const;
/** One of the two. */
export type DeviceView = (typeof deviceViews)[number];

let view: DeviceView = 'web';
const listeners = new Set<() => void>();

/** The view now; a page begins as `web`. */
export function readDeviceView(): DeviceView {
  return view;
}

/** The view, kept current, and how to change it. */
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
