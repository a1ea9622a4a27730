import type { JsonObject, JsonValue } from '../workflows/json-value.ts';
import { nodeType } from '../workflows/nodes/node-types.ts';
import {
  type ContentArea,
  type ContentTree,
  contentAreas,
  idOf,
  isEqual,
  isObject,
  treeOf,
  type VersionContent,
} from './content.ts';

export const changeKinds = ['added', 'removed', 'changed', 'moved'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A field below an element, before and after; undefined: it is not there. */
export interface FieldChange {
  /** `config.condition`. */
  readonly field: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** What happened to one element of the content. */
export interface Change {
  readonly area: ContentArea;
  /** Blank for the form and the settings of the workflow. */
  readonly id: string;
  readonly kind: ChangeKind;
  /** What people call it: a node’s title, `Split → Notify`. */
  readonly title: string;
  /** Of a changed element. */
  readonly fields: readonly FieldChange[];
  /** The change as one sentence. */
  readonly words: string;
}

/** What turns one content into another, in the order of the areas (VC-4). */
export function changesBetween(before: VersionContent, after: VersionContent): readonly Change[] {
  const trees = { before: treeOf(before), after: treeOf(after) };
  return contentAreas.flatMap((area) =>
    area === 'form' || area === 'workflow' ? headChange(area, trees) : elementChanges(area, trees),
  );
}

type Both = Readonly<Record<'before' | 'after', ContentTree>>;

function headChange(area: ContentArea, { before, after }: Both): Change[] {
  const fields = fieldChanges(before[area], after[area]);
  const title = area === 'form' ? 'Form' : 'Workflow';
  if (fields.length === 0) return [];
  return [worded({ area, id: '', kind: 'changed', title, fields })];
}

function elementChanges(area: ContentArea, trees: Both): Change[] {
  const [before, after] = [trees.before[area], trees.after[area]];
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return members.flatMap((member) => {
    const [was, is] = [before[member], after[member]];
    if (isEqual(was, is)) return [];
    const tree = is === undefined ? trees.before : trees.after;
    const facts = { area, id: idOf(member), title: elementTitle(area, (is ?? was) as JsonObject, tree) };
    if (was === undefined) return [worded({ ...facts, kind: 'added', fields: [] })];
    if (is === undefined) return [worded({ ...facts, kind: 'removed', fields: [] })];
    const fields = fieldChanges(was, is);
    const kind = fields.every(({ field }) => field.startsWith('position.')) ? 'moved' : 'changed';
    return [worded({ ...facts, kind, fields })];
  });
}

function fieldChanges(was: JsonValue | undefined, is: JsonValue | undefined, field = ''): FieldChange[] {
  if (isEqual(was, is)) return [];
  if (!isObject(was) || !isObject(is)) return [{ field, before: was, after: is }];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names.flatMap((name) => fieldChanges(was[name], is[name], field === '' ? name : `${field}.${name}`));
}

/** What people call an element. */
export function elementTitle(area: ContentArea, element: JsonObject, tree: ContentTree): string {
  if (area === 'edges') {
    const { from, to } = element as unknown as { from: { node: string }; to: { node: string } };
    return `${nodeTitle(tree, from.node)} → ${nodeTitle(tree, to.node)}`;
  }
  if (area === 'nodes') return ownTitle(element);
  if (area === 'notes') return String(element.text).slice(0, 40);
  return String(element.name ?? '');
}

function nodeTitle(tree: ContentTree, id: string): string {
  const node = tree.nodes[`·${id}`];
  return isObject(node) ? ownTitle(node) : id;
}

function ownTitle({ title, type, id }: JsonObject): string {
  return String(title || nodeType(String(type))?.label || id);
}

const nouns: Readonly<Record<ContentArea, string>> = {
  form: 'Form',
  capabilities: 'Capability',
  parameters: 'Parameter',
  workflow: 'Workflow',
  nodes: 'Node',
  edges: 'Connection',
  variables: 'Variable',
  notes: 'Note',
};
/** Longest value in a sentence. */
const shortest = 60;

function worded(change: Omit<Change, 'words'>): Change {
  const { area, kind, title, fields } = change;
  const what = area === 'form' || area === 'workflow' ? title : `${nouns[area]} “${title}”`;
  if (kind !== 'changed') return { ...change, words: `${what} ${kind}` };
  const [first, ...rest] = fields.filter(({ field }) => !field.startsWith('position.'));
  const detail = first
    ? `${fieldWords(first.field)} ${valueWords(first.before)} becomes ${valueWords(first.after)}`
    : '';
  const more = rest.length === 0 ? '' : `, and ${rest.length} more`;
  return { ...change, words: `${what}: ${detail}${more}` };
}

/** A change with only some of its fields, in words of those. */
export function withFields(change: Change, fields: readonly FieldChange[]): Change {
  return worded({ ...change, fields });
}

/** `config.maxTokens` as `max tokens`. */
export function fieldWords(field: string): string {
  const last = field.replace(/^(config|settings)\./, '').replaceAll('.', ' ');
  return last.replace(
    /([a-z])([A-Z])/g,
    (_, small: string, large: string) => `${small} ${large.toLowerCase()}`,
  );
}

/** A value in a sentence: text as it is, everything else as JSON, shortened. */
export function valueWords(value: JsonValue | undefined): string {
  if (value === undefined || value === null || value === '') return '(none)';
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
  return text.length > shortest ? `${text.slice(0, shortest - 1)}…` : text;
}
