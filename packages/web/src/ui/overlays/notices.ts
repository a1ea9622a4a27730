import { useSyncExternalStore } from 'react';
import type { Meaning } from '../badge.tsx';

/** What was said in a toast, kept to be read again. */
export type Notice = {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly meaning: Exclude<Meaning, 'neutral'>;
  /** When it was said, in milliseconds since 1970. */
  readonly atMs: number;
  readonly revision: number;
};

const maxNotices = 100;

let all: readonly Notice[] = [];
let unread = 0;
const listeners = new Set<() => void>();

/** Keeps what a toast says, newest first; `instead` of the newest one with its id while that is still waiting or shown. */
export function keepNotice(notice: Notice, instead: boolean): void {
  const replaced = instead ? all.findIndex(({ id }) => id === notice.id) : -1;
  const before = all.filter((_one, at) => at !== replaced);
  if (replaced < 0) unread += 1;
  change([notice, ...before].slice(0, maxNotices));
}

/** All notices of this session are as read as they will be. */
export function readNotices(): void {
  unread = 0;
  change(all);
}

/** Forgets them all: at somebody's wish, and when another person or workspace comes. */
export function clearNotices(): void {
  unread = 0;
  change([]);
}

/** The session's notices, newest first, kept current. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribe, () => all);
}

/** How many of them nobody has looked at, kept current. */
export function useUnreadNotices(): number {
  return useSyncExternalStore(subscribe, () => unread);
}

/** Both without following changes. */
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
