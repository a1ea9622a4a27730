import type { Workflow, WorkflowEdge, WorkflowNode, WorkflowNote, WorkflowVariable } from '../workflow.ts';

interface Lists {
  readonly nodes: WorkflowNode;
  readonly edges: WorkflowEdge;
  readonly notes: WorkflowNote;
  readonly variables: WorkflowVariable;
}

/** One entry of a list before and after: null before means it is new, null after that it goes; `place` is its index. */
export interface EntryChange<T> {
  readonly place: number;
  readonly before: T | null;
  readonly after: T | null;
}

type Frame = Pick<Workflow, 'name' | 'description' | 'settings'>;

/**
 * A change of a workflow that knows its way back. The entries of one change are all new, all going or all replaced, in
 * ascending places; the places of new ones are those they have afterwards, of going ones those they had before.
 */
export type Change =
  | {
      [K in keyof Lists]: { readonly list: K; readonly entries: readonly EntryChange<Lists[K]>[] };
    }[keyof Lists]
  | { readonly list: 'frame'; readonly before: Frame; readonly after: Frame };

/** The workflow after the change; what is not changed stays the very same object. */
export function applyChange(workflow: Workflow, change: Change): Workflow {
  switch (change.list) {
    case 'frame':
      return { ...workflow, ...change.after };
    case 'nodes':
      return { ...workflow, nodes: changed(workflow.nodes, change.entries) };
    case 'edges':
      return { ...workflow, edges: changed(workflow.edges, change.entries) };
    case 'notes':
      return { ...workflow, notes: changed(workflow.notes, change.entries) };
    case 'variables':
      return { ...workflow, variables: changed(workflow.variables, change.entries) };
  }
}

/** The change that takes this one back. */
export function inverse(change: Change): Change {
  if (change.list === 'frame') return { list: 'frame', before: change.after, after: change.before };
  const entries = change.entries.map((one) => ({ place: one.place, before: one.after, after: one.before }));
  return { list: change.list, entries } as Change;
}

function changed<T>(list: readonly T[], entries: readonly EntryChange<T>[]): readonly T[] {
  const going = new Set(entries.filter(({ after }) => after === null).map(({ place }) => place));
  const kept = going.size === 0 ? [...list] : list.filter((_, place) => !going.has(place));
  const fresh = entries.filter(({ before }) => before === null);
  for (const { place, before, after } of entries) if (before !== null && after !== null) kept[place] = after;
  return fresh.length === 0 ? kept : woven(kept, fresh);
}

function woven<T>(kept: readonly T[], fresh: readonly EntryChange<T>[]): readonly T[] {
  const made: T[] = [];
  let next = 0;
  for (const { place, after } of fresh) {
    while (made.length < place && next < kept.length) made.push(kept[next++] as T);
    if (after !== null) made.push(after);
  }
  return [...made, ...kept.slice(next)];
}

/** Entries that are appended to a list. */
export function appended<T>(list: readonly T[], fresh: readonly T[]): readonly EntryChange<T>[] {
  return fresh.map((after, at) => ({ place: list.length + at, before: null, after }));
}

/** The entries that go. */
export function removed<T>(list: readonly T[], goes: (one: T) => boolean): readonly EntryChange<T>[] {
  return list.flatMap((before, place) => (goes(before) ? [{ place, before, after: null }] : []));
}

/** The entries that become another one; `become` gives the same object for those that stay. */
export function replaced<T>(list: readonly T[], become: (one: T) => T): readonly EntryChange<T>[] {
  return list.flatMap((before, place) => {
    const after = become(before);
    return after === before ? [] : [{ place, before, after }];
  });
}
