import type { Workflow } from '../workflow.ts';
import { applyChange, type Change, type EntryChange, inverse } from './change.ts';
import type { Edit } from './edits.ts';

/** How many steps back are kept. */
export const HISTORY_CAPACITY = 500;

/** A workflow being edited: as it is now, and what can be undone and redone. It is plain JSON and survives a reload. */
export interface History {
  readonly workflow: Workflow;
  readonly past: readonly Edit[];
  readonly future: readonly Edit[];
}

/** A workflow nobody has edited yet. */
export function openHistory(workflow: Workflow): History {
  return { workflow, past: [], future: [] };
}

/** The edit done; one of the same burst joins the step before it. What could be redone is gone. An empty edit does nothing. */
export function perform(history: History, edit: Edit): History {
  if (edit.changes.length === 0) return history;
  const workflow = edit.changes.reduce(applyChange, history.workflow);
  const last = history.past.at(-1);
  if (last !== undefined && edit.burst !== null && last.burst === edit.burst) {
    const joined = { ...last, changes: compact([...last.changes, ...edit.changes]) };
    return { workflow, past: [...history.past.slice(0, -1), joined], future: [] };
  }
  return { workflow, past: [...history.past, edit].slice(-HISTORY_CAPACITY), future: [] };
}

/** Ends a burst (the mouse is let go, the field is left): the next edit is a step of its own. */
export function seal(history: History): History {
  const last = history.past.at(-1);
  if (last === undefined || last.burst === null) return history;
  return { ...history, past: [...history.past.slice(0, -1), { ...last, burst: null }] };
}

/** The step before taken back; without one nothing happens. */
export function undo(history: History): History {
  const edit = history.past.at(-1);
  if (edit === undefined) return history;
  const workflow = [...edit.changes].reverse().map(inverse).reduce(applyChange, history.workflow);
  const sealed = { ...edit, burst: null };
  return { workflow, past: history.past.slice(0, -1), future: [sealed, ...history.future] };
}

/** The step taken back last done again; without one nothing happens. */
export function redo(history: History): History {
  const [edit, ...future] = history.future;
  if (edit === undefined) return history;
  return {
    workflow: edit.changes.reduce(applyChange, history.workflow),
    past: [...history.past, edit],
    future,
  };
}

/** Neighbouring replacements of the same entries as one, so that a long drag stays one small change. */
function compact(changes: readonly Change[]): readonly Change[] {
  const made: Change[] = [];
  for (const change of changes) {
    const last = made.at(-1);
    const joined = last === undefined ? null : join(last, change);
    if (joined === null) made.push(change);
    else made[made.length - 1] = joined;
  }
  return made;
}

function join(first: Change, second: Change): Change | null {
  if (first.list === 'frame' || second.list === 'frame') {
    if (first.list !== 'frame' || second.list !== 'frame') return null;
    return { list: 'frame', before: first.before, after: second.after };
  }
  if (first.list !== second.list) return null;
  const all: readonly EntryChange<unknown>[] = [...first.entries, ...second.entries];
  if (all.some(({ before, after }) => before === null || after === null)) return null;
  const byPlace = new Map<number, EntryChange<unknown>>();
  for (const one of all)
    byPlace.set(one.place, { ...one, before: byPlace.get(one.place)?.before ?? one.before });
  const entries = [...byPlace.values()].sort((a, b) => a.place - b.place);
  return { list: first.list, entries } as Change;
}
