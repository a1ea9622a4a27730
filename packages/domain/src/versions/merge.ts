import type { JsonObject, JsonValue } from '../workflows/json-value.ts';
import {
  type ContentArea,
  type ContentTree,
  contentAreas,
  contentOf,
  idOf,
  isEqual,
  isObject,
  treeOf,
  type VersionContent,
} from './content.ts';

/** Why a place can't be merged without a decision. */
export const conflictKinds = ['both-changed', 'both-added', 'removed-changed', 'still-connected'] as const;
export type ConflictKind = (typeof conflictKinds)[number];

/** One place that both sides changed differently. Undefined: the side does not have it. */
export interface MergeConflict {
  /** Identifies the place: `nodes/split/config/condition`. */
  readonly path: string;
  readonly kind: ConflictKind;
  readonly area: ContentArea;
  /** The element: a node, connection, parameter …; blank in the form and the workflow's settings. */
  readonly id: string;
  /** The field below the element, `config.condition`; blank: the whole element. */
  readonly field: string;
  readonly base: JsonValue | undefined;
  readonly ours: JsonValue | undefined;
  readonly theirs: JsonValue | undefined;
}

/** Which side a conflict is decided for. */
export const mergeChoices = ['ours', 'theirs'] as const;
export type MergeChoice = (typeof mergeChoices)[number];

/** A merge: its content as far as it is decided (open conflicts keep ours), and what is open. */
export interface Merged {
  readonly content: VersionContent;
  readonly conflicts: readonly MergeConflict[];
  /** The conflicts without a choice. */
  readonly open: readonly string[];
}

/**
 * Merges two contents that began as `base` (VC-6). Elements are matched by their ids, objects by member, and lists are
 * one value. `choices` decides conflicts by their path. The result may still be invalid as a workflow.
 */
export function mergeContents(
  base: VersionContent,
  sides: { readonly ours: VersionContent; readonly theirs: VersionContent },
  choices: Readonly<Record<string, MergeChoice>> = {},
): Merged {
  const trees = { base: treeOf(base), ours: treeOf(sides.ours), theirs: treeOf(sides.theirs) };
  const merge: Merge = { choices, conflicts: [], open: [] };
  const areas = contentAreas.map((area) => [area, mergeArea(merge, area, trees)] as const);
  const tree = Object.fromEntries(areas) as Record<ContentArea, JsonObject>;
  reconnect(merge, tree, trees);
  return { content: contentOf(tree), conflicts: merge.conflicts, open: merge.open };
}

interface Merge {
  readonly choices: Readonly<Record<string, MergeChoice>>;
  readonly conflicts: MergeConflict[];
  readonly open: string[];
}

type Trees = Readonly<Record<'base' | 'ours' | 'theirs', ContentTree>>;
type Three = Readonly<Record<'base' | 'ours' | 'theirs', JsonValue | undefined>>;
interface Place {
  readonly area: ContentArea;
  readonly id: string;
  readonly fields: readonly string[];
}

/** Areas whose members are fields of one object, not elements. */
const single: readonly ContentArea[] = ['form', 'workflow'];

function mergeArea(merge: Merge, area: ContentArea, trees: Trees): JsonObject {
  const three = { base: trees.base[area], ours: trees.ours[area], theirs: trees.theirs[area] };
  return mergeMembers(three, (member, values) => {
    if (single.includes(area)) return mergeValue(merge, { area, id: '', fields: [member] }, values);
    return mergeElement(merge, { area, id: idOf(member), fields: [] }, values);
  });
}

/** Members of both sides in their order: of the side that changed it, else ours before what only they have. */
function mergeMembers(
  { base, ours, theirs }: Readonly<Record<'base' | 'ours' | 'theirs', JsonObject>>,
  each: (name: string, values: Three) => JsonValue | undefined,
): JsonObject {
  const [first, second] = isEqual(base, ours) ? [theirs, ours] : [ours, theirs];
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  const members = names.flatMap((name) => {
    const values = { base: own(base, name), ours: own(ours, name), theirs: own(theirs, name) };
    const value = each(name, values);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(members);
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function mergeElement(merge: Merge, place: Place, three: Three): JsonValue | undefined {
  const { base, ours, theirs } = three;
  const settled = settle(three);
  if (settled) return settled.value;
  if (base === undefined) return decide(merge, { place, kind: 'both-added', three });
  if (ours === undefined || theirs === undefined) {
    const left = ours ?? theirs;
    // what only moved may go
    if (isObject(base) && isObject(left) && isEqual(withoutPosition(base), withoutPosition(left)))
      return undefined;
    return decide(merge, { place, kind: 'removed-changed', three });
  }
  // the two ends of a connection belong together
  if (place.area === 'edges') return decide(merge, { place, kind: 'both-changed', three });
  return mergeValue(merge, place, three);
}

function mergeValue(merge: Merge, place: Place, three: Three): JsonValue | undefined {
  const settled = settle(three);
  if (settled) return settled.value;
  const { base, ours, theirs } = three;
  // where something lies on the canvas is never worth a question
  if (place.fields.join() === 'position') return ours;
  if (!isObject(base) || !isObject(ours) || !isObject(theirs))
    return decide(merge, { place, kind: 'both-changed', three });
  return mergeMembers({ base, ours, theirs }, (name, values) =>
    mergeValue(merge, { ...place, fields: [...place.fields, name] }, values),
  );
}

/** The value where at most one side changed, or both alike; null: they differ. */
function settle({ base, ours, theirs }: Three): { readonly value: JsonValue | undefined } | null {
  if (isEqual(base, ours) || isEqual(ours, theirs)) return { value: theirs };
  return isEqual(base, theirs) ? { value: ours } : null;
}

function decide(
  merge: Merge,
  { place, kind, three }: { place: Place; kind: ConflictKind; three: Three },
): JsonValue | undefined {
  const { area, id, fields } = place;
  const path = [area, ...(id === '' ? [] : [id]), ...fields].map(escaped).join('/');
  merge.conflicts.push({ path, kind, area, id, field: fields.join('.'), ...three });
  const choice = Object.hasOwn(merge.choices, path) ? merge.choices[path] : undefined;
  if (choice === undefined) merge.open.push(path);
  return three[choice ?? 'ours'];
}

/** A connection or undo step that one side adds or keeps to a node that the other removed: the node is asked about, then loose ones go. */
function reconnect(merge: Merge, tree: Record<ContentArea, JsonObject>, trees: Trees): void {
  const asked = new Set(merge.conflicts.flatMap(({ area, id }) => (area === 'nodes' ? [id] : [])));
  const isThere = (id: string) => Object.hasOwn(tree.nodes, `·${id}`);
  const named = () => [
    ...Object.values(tree.edges).flatMap(endsOf),
    ...Object.values(tree.nodes).flatMap(undoOf),
  ];
  // a node that is kept may name another one
  for (;;) {
    const id = named().find((one) => !isThere(one) && !asked.has(one));
    if (id === undefined) break;
    asked.add(id);
    const member = `·${id}`;
    const three = {
      base: own(trees.base.nodes, member),
      ours: own(trees.ours.nodes, member),
      theirs: own(trees.theirs.nodes, member),
    };
    if (three.ours === undefined && three.theirs === undefined) continue;
    const kept = decide(merge, { place: { area: 'nodes', id, fields: [] }, kind: 'still-connected', three });
    if (kept !== undefined) tree.nodes = { ...tree.nodes, [member]: kept };
  }
  tree.edges = Object.fromEntries(
    Object.entries(tree.edges).filter(([, edge]) => endsOf(edge).every(isThere)),
  );
  tree.nodes = Object.fromEntries(
    Object.entries(tree.nodes).map(([member, node]) => [
      member,
      undoOf(node).every(isThere) ? node : withoutUndo(node),
    ]),
  );
}

function undoOf(node: JsonValue): string[] {
  const { undoWith } = node as { readonly undoWith?: string };
  return undoWith === undefined ? [] : [undoWith];
}

function withoutUndo(node: JsonValue): JsonObject {
  const { undoWith: _, ...rest } = node as JsonObject;
  return rest;
}

function endsOf(edge: JsonValue): string[] {
  const { from, to } = edge as unknown as { from: { node: string }; to: { node: string } };
  return [from.node, to.node];
}

function withoutPosition({ position: _, ...rest }: JsonObject): JsonObject {
  return rest;
}

function escaped(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
