import { useSyncExternalStore } from 'react';
import type { Meaning } from '../badge.tsx';
import { keepNotice } from './notices.ts';

/** A short message about something that just happened. */
export type Toast = {
  /** The same id replaces the waiting or visible toast instead of queueing behind it. */
  id: string;
  title: string;
  text?: string;
  meaning: Extract<Meaning, 'ok' | 'bad' | 'info' | 'warn' | 'ai'>;
  /** An act worth offering for a moment, e.g. Undo. The same must be possible elsewhere too. */
  action?: { label: string; act: () => void };
};
/** A toast in the queue; the revision tells a replaced toast from the one before it. */
export type QueuedToast = Toast & { revision: number };

/** How long a dismissed toast is remembered, in milliseconds. */
const rememberedMs = 5000;

let queue: readonly QueuedToast[] = [];
/** Dismissed a moment ago. */
let dismissed: readonly QueuedToast[] = [];
let made = 0;
const listeners = new Set<() => void>();

/**
 * Shows a toast, or lets it wait until the one before is gone: one is visible at a time and none is lost.
 * Errors (`bad`) stay until dismissed. What is said again in the same words within 5000 ms after it was dismissed is shown
 * again, and is still one notice. Answers the toast's id.
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

/** Takes a toast away, visible or waiting. */
export function dismissToast(id: string): void {
  const gone = queue.filter((waiting) => waiting.id === id);
  dismissed = [...dismissed, ...gone];
  if (gone.length > 0)
    setTimeout(() => (dismissed = dismissed.filter((one) => !gone.includes(one))), rememberedMs);
  change(queue.filter((waiting) => waiting.id !== id));
}

/** Takes all toasts away: what they say is no longer anybody's business here. */
export function dismissToasts(): void {
  change([]);
}

/** All toasts in order; the first is the visible one. */
export function useToasts(): readonly QueuedToast[] {
  return useSyncExternalStore(subscribe, readToasts);
}

/** The same without following changes. */
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
