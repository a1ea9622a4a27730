import { useSyncExternalStore } from 'react';
import type { Meaning } from '../badge.tsx';

/** A toast kept in the notification list. */
export type Notice = {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly meaning: Exclude<Meaning, 'neutral'>;
  /** Time in ms since 1970. */
  readonly atMs: number;
  readonly revision: number;
};

const maxNotices = 100;

let all: readonly Notice[] = [];
let unread = 0;
const listeners = new Set<() => void>();

/**
 * Stores a toast, newest first; `instead` replaces the newest one with its id while that is waiting or
 * visible.
 */
export function keepNotice(notice: Notice, instead: boolean): void {
  const replaced = instead ? all.findIndex(({ id }) => id === notice.id) : -1;
  const before = all.filter((_one, at) => at !== replaced);
  if (replaced < 0) unread += 1;
  change([notice, ...before].slice(0, maxNotices));
}

/** Marks all notifications as read. */
export function readNotices(): void {
  unread = 0;
  change(all);
}

/** Removes all: on request, and when another user or workspace is opened. */
export function clearNotices(): void {
  unread = 0;
  change([]);
}

/** The notifications of this session, newest first. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribe, () => all);
}

/** The number of unread notifications. */
export function useUnreadNotices(): number {
  return useSyncExternalStore(subscribe, () => unread);
}

/** Both, without subscribing. */
export function knownNotices(): { readonly all: readonly Notice[]; readonly unread: number } {
  return { all, unread };
}

function change(next: readonly Notice[]): void {
  all = next;
  unread = Math.min(unread, all.length);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
