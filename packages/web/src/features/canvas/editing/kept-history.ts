import { HISTORY_CAPACITY, type History } from '@attain/domain/workflows/canvas/history';
import { parseWorkflow } from '@attain/domain/workflows/parse-workflow';
import type { Base } from './canvas-store.ts';

/** The stored history of an open workflow and the revision it is based on. */
export interface KeptHistory {
  readonly base: Base;
  readonly history: History;
}

const min = 100;

/** The storage key of a workflow's history: per user, workspace and tab. */
export function historyKey(owner: string, workflowId: string): string {
  return `attain.canvas.${owner}.${workflowId}`;
}

/**
 * Stores the history across reloads, at most the last 100 steps if space is short. Returns whether it
 * succeeded.
 */
export function keepHistory(storage: Storage, key: string, { base, history }: KeptHistory): boolean {
  for (const steps of [HISTORY_CAPACITY, min]) {
    try {
      const past = history.past.slice(-steps);
      storage.setItem(key, JSON.stringify({ base, history: { ...history, past } }));
      return true;
    } catch {
      // not enough space: try fewer steps
    }
  }
  return false;
}

/** The stored history of a workflow, or null. */
export function readHistory(storage: Storage, key: string): KeptHistory | null {
  try {
    const kept: Partial<KeptHistory> = JSON.parse(storage.getItem(key) ?? 'null') ?? {};
    const { base, history } = kept;
    if (!base || !history || !Array.isArray(history.past) || !Array.isArray(history.future)) return null;
    const [now, before] = [parseWorkflow(history.workflow), parseWorkflow(base.document)];
    if (!now.ok || !before.ok) return null;
    return {
      base: { revision: base.revision, document: before.value },
      history: { workflow: now.value, past: history.past, future: history.future },
    };
  } catch {
    return null; // storage is blocked or holds something else
  }
}
