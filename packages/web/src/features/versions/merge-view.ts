import { type Change, changesBetween, elementTitle, withFields } from '@attain/domain/versions/compare';
import { treeOf, type VersionContent } from '@attain/domain/versions/content';
import { type MergeChoice, type MergeConflict, mergeContents } from '@attain/domain/versions/merge';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { MergeDetail } from '../../api/shapes.ts';
import type { GraphMark } from './graph-view.tsx';

/** Sides of a merge: main is ours, the branch theirs. */
export type Sides = NonNullable<MergeDetail['merge']>;
type Side = 'base' | 'ours' | 'theirs';

/** A change that needs no choice, and whose it is. */
export type SettledChange = { change: Change; from: 'ours' | 'theirs' | 'both' };

/** A merge as the screen draws it. */
export type MergeView = {
  conflicts: readonly MergeConflict[];
  open: ReadonlySet<string>;
  /** Changes by side, conflicts included. */
  changed: Readonly<Record<'ours' | 'theirs', readonly Change[]>>;
  settled: readonly SettledChange[];
  result: Workflow | null;
  marks: Readonly<Record<'ours' | 'theirs' | 'result', ReadonlyMap<string, GraphMark>>>;
  /** Numbers of conflicts by node. */
  numbers: ReadonlyMap<string, number>;
  /** Both sides with the nodes that they removed, to be drawn. */
  drawn: Readonly<Record<'ours' | 'theirs', Workflow | null>>;
  titleOf: (conflict: MergeConflict) => string;
};

const contentOfSide = (sides: Sides, side: Side) => sides[side].content as unknown as VersionContent;

/** Merges both sides with the choices made so far. */
export function mergeView(sides: Sides, choices: Readonly<Record<string, MergeChoice>>): MergeView {
  const [base, ours, theirs] = (['base', 'ours', 'theirs'] as const).map((side) =>
    contentOfSide(sides, side),
  ) as [VersionContent, VersionContent, VersionContent];
  const merged = mergeContents(base, { ours, theirs }, choices);
  const { conflicts } = merged;
  const open = new Set(merged.open);
  const changed = { ours: changesBetween(base, ours), theirs: changesBetween(base, theirs) };
  const numbers = new Map<string, number>();
  for (const [at, { area, id }] of conflicts.entries())
    if (area === 'nodes' && !numbers.has(id)) numbers.set(id, at + 1);
  const asked = new Set(conflicts.filter(({ path }) => open.has(path)).map(({ id }) => id));
  const marks = (changes: readonly Change[], conflicting: ReadonlySet<string>) =>
    marksOf(changes, conflicting);
  const all = new Set(numbers.keys());
  return {
    conflicts,
    open,
    changed,
    settled: settledOf(changed, conflicts),
    result: merged.content.workflow,
    marks: {
      ours: marks(changed.ours, all),
      theirs: marks(changed.theirs, all),
      result: marks(changesBetween(base, merged.content), asked),
    },
    numbers,
    drawn: { ours: withRemoved(base, ours), theirs: withRemoved(base, theirs) },
    titleOf: titlesOf([ours, theirs, base]),
  };
}

function marksOf(changes: readonly Change[], conflicting: ReadonlySet<string>): Map<string, GraphMark> {
  const marks = new Map<string, GraphMark>();
  for (const { area, id, kind } of changes)
    if ((area === 'nodes' || area === 'edges') && kind !== 'moved') marks.set(id, kind);
  for (const id of conflicting) if (marks.get(id) !== 'removed') marks.set(id, 'conflict');
  return marks;
}

/** Changes outside of conflicts; the same change on both sides once. */
function settledOf(changed: MergeView['changed'], conflicts: readonly MergeConflict[]): SettledChange[] {
  const unasked = (change: Change): Change[] => {
    const { area, id, kind, fields } = change;
    const asked = conflicts.filter((one) => one.area === area && one.id === id);
    if (kind === 'moved' || asked.some(({ field }) => field === '')) return [];
    if (asked.length === 0) return [change];
    const left = fields.filter(({ field }) => asked.every((one) => one.field !== field));
    return left.length === 0 ? [] : [withFields(change, left)];
  };
  const others = new Map(
    changed.theirs.flatMap(unasked).map((change) => [`${change.area}/${change.id}`, change]),
  );
  const ours = changed.ours.flatMap(unasked).map((change): SettledChange => {
    const other = others.get(`${change.area}/${change.id}`);
    const same = other !== undefined && other.words === change.words;
    if (same) others.delete(`${change.area}/${change.id}`);
    return { change, from: same ? 'both' : 'ours' };
  });
  const theirs = [...others.values()].map((change): SettledChange => {
    return { change, from: 'theirs' };
  });
  return [...ours, ...theirs];
}

/** A side with the nodes and connections of the base that it removed. */
function withRemoved({ workflow: base }: VersionContent, { workflow }: VersionContent): Workflow | null {
  if (base === null || workflow === null) return workflow;
  const nodes = new Set(workflow.nodes.map(({ id }) => id));
  const edges = new Set(workflow.edges.map(({ id }) => id));
  return {
    ...workflow,
    nodes: [...workflow.nodes, ...base.nodes.filter(({ id }) => !nodes.has(id))],
    edges: [...workflow.edges, ...base.edges.filter(({ id }) => !edges.has(id))],
  };
}

function titlesOf(contents: readonly VersionContent[]): MergeView['titleOf'] {
  const trees = contents.map(treeOf);
  return ({ area, id }) => {
    for (const tree of trees) {
      const element = tree[area][`·${id}`];
      if (element !== undefined) return elementTitle(area, element as JsonObject, tree);
    }
    return area === 'form' ? 'Form' : 'Workflow';
  };
}
