import { HISTORY_CAPACITY, type History } from '@attain/domain/workflows/canvas/history';
import { parseWorkflow } from '@attain/domain/workflows/parse-workflow';
import type { Base } from './canvas-store.ts';

/** What the browser keeps of an open workflow: every step, and the revision they began from. */
export interface KeptHistory {
  readonly base: Base;
  readonly history: History;
}

const min = 100;

/** Where the steps of one workflow are kept: of this person, in this workspace, in this tab. */
export function historyKey(owner: string, workflowId: string): string {
  return `attain.canvas.${owner}.${workflowId}`;
}

/** Keeps the steps over a reload; when the browser has no room, the last 100. Answers whether they are kept. */
export function keepHistory(storage: Storage, key: string, { base, history }: KeptHistory): boolean {
  for (const steps of [HISTORY_CAPACITY, min]) {
    try {
      const past = history.past.slice(-steps);
      storage.setItem(key, JSON.stringify({ base, history: { ...history, past } }));
      return true;
    } catch {
      // No room for so many steps: fewer may fit.
    }
  }
  return false;
}

/** The steps kept of a workflow, or null when there are none or they are not ours. */
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
    return null; // Storage is refused, or holds somebody else's text.
  }
}
