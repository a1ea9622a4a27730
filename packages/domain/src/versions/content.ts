import type { Agent } from '../agents/agent.ts';
import type { JsonObject, JsonValue } from '../workflows/json-value.ts';
import type { Workflow } from '../workflows/workflow.ts';

/** What a version keeps of an agent's form: everything but its label, its place and whether it is turned on. */
export type VersionForm = Omit<Agent, 'version' | 'environment' | 'isActive' | 'workflowId'>;

/** What people edit of an agent: its form and the document of its workflow; null: it has none. */
export interface VersionContent {
  readonly agent: VersionForm;
  readonly workflow: Workflow | null;
}

/** The content by element: lists become objects by the id or name of their elements, so that both sides can be compared. */
export type ContentTree = Readonly<Record<ContentArea, JsonObject>>;

export const contentAreas = [
  'form',
  'capabilities',
  'parameters',
  'workflow',
  'nodes',
  'edges',
  'variables',
  'notes',
] as const;
export type ContentArea = (typeof contentAreas)[number];

/** Fields of the form that are lists of elements. */
const formLists = ['capabilities', 'parameters'] as const;

/** The part of a form that a version keeps. */
export function versionForm(agent: Agent): VersionForm {
  const { version: _v, environment: _e, isActive: _a, workflowId: _w, ...form } = agent;
  return form;
}

/** The content as a tree. Positions of nodes and notes stay inside their elements. */
export function treeOf({ agent, workflow }: VersionContent): ContentTree {
  const { capabilities, parameters, ...form } = agent;
  const head = workflow && { name: workflow.name, description: workflow.description };
  return {
    form: plain(form),
    capabilities: byKey(capabilities, 'id'),
    parameters: byKey(parameters, 'id'),
    workflow: workflow && head ? plain({ ...head, settings: workflow.settings }) : {},
    nodes: byKey(workflow?.nodes ?? [], 'id'),
    edges: byKey(workflow?.edges ?? [], 'id'),
    variables: byKey(workflow?.variables ?? [], 'name'),
    notes: byKey(workflow?.notes ?? [], 'id'),
  };
}

/** The content of a tree; a tree without a workflow's name has no workflow. */
export function contentOf(tree: ContentTree): VersionContent {
  const [capabilities, parameters] = formLists.map((list) => Object.values(tree[list]));
  const agent = { ...tree.form, capabilities, parameters } as unknown as VersionForm;
  if (tree.workflow.name === undefined) return { agent, workflow: null };
  const workflow = {
    ...tree.workflow,
    nodes: Object.values(tree.nodes),
    edges: Object.values(tree.edges),
    variables: Object.values(tree.variables),
    notes: Object.values(tree.notes),
  } as unknown as Workflow;
  return { agent, workflow };
}

/** Whether two JSON values are equal, whatever the order of their members. */
export function isEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => isEqual(one, b[at]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
  );
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON without members that are undefined. */
function plain(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

function byKey<Key extends string>(list: readonly Readonly<Record<Key, string>>[], key: Key): JsonObject {
  // keys of digits would change the order of an object's members
  return Object.fromEntries(list.map((one) => [`·${one[key]}`, plain(one)]));
}

/** The id of an element from its member name in the tree. */
export function idOf(member: string): string {
  return member.slice(1);
}
