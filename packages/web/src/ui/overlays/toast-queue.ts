import { useSyncExternalStore } from 'react';
import type { Meaning } from '../badge.tsx';
import { keepNotice } from './notices.ts';

/** A short message about something that just happened. */
export type Toast = {
  /** Replaces a waiting or visible toast with the same id. */
  id: string;
  title: string;
  text?: string;
  meaning: Extract<Meaning, 'ok' | 'bad' | 'info' | 'warn' | 'ai'>;
  /** A temporary action, e.g. Undo, which must also be possible elsewhere. */
  action?: { label: string; act: () => void };
};
/** The revision distinguishes a replaced toast from its predecessor. */
export type QueuedToast = Toast & { revision: number };

/** Time in ms for which a dismissed toast is remembered. */
const rememberedMs = 5000;

let queue: readonly QueuedToast[] = [];
/** Recently dismissed toasts. */
let dismissed: readonly QueuedToast[] = [];
let made = 0;
const listeners = new Set<() => void>();

/**
 * Shows a toast after those before it: one is visible at a time and none is lost. Errors (`bad`) stay until
 * dismissed. The same text within 5000 ms of its dismissal is shown again but counts as one notification.
 * Returns the toast's id.
 */
export function toast(message: Omit<Toast, 'id' | 'meaning'> & Partial<Toast>): string {
  const revision = ++made;
  const next: QueuedToast = { meaning: 'info', ...message, id: message.id ?? `toast-${revision}`, revision };
  const known = queue.some((waiting) => waiting.id === next.id);
  const again = dismissed.some(
    ({ id, title, text }) => id === next.id && title === next.title && text === next.text,
  );
  keepNotice({ ...next, atMs: Date.now() }, known || again);
  change(known ? queue.map((waiting) => (waiting.id === next.id ? next : waiting)) : [...queue, next]);
  return next.id;
}

/** Removes a toast, visible or waiting. */
export function dismissToast(id: string): void {
  const gone = queue.filter((waiting) => waiting.id === id);
  dismissed = [...dismissed, ...gone];
  if (gone.length > 0)
    setTimeout(() => (dismissed = dismissed.filter((one) => !gone.includes(one))), rememberedMs);
  change(queue.filter((waiting) => waiting.id !== id));
}

/** Removes all toasts, for another user or workspace. */
export function dismissToasts(): void {
  change([]);
}

/** All toasts in order; the first is visible. */
export function useToasts(): readonly QueuedToast[] {
  return useSyncExternalStore(subscribe, readToasts);
}

/** All toasts, without subscribing. */
export function readToasts(): readonly QueuedToast[] {
  return queue;
}

function change(next: readonly QueuedToast[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
