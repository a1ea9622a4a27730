import type { Problem } from '../base/result.ts';
import { isObject, type JsonObject, type JsonValue, ownField } from '../workflows/json-value.ts';
import { CONTRACT_LIMITS, type JsonSchema } from './contract.ts';
import { annotations, assertions, below, childrenOf, many, named, one, resolveRef } from './keywords.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';
const allowed = new Set([
  ...annotations,
  ...assertions,
  ...[one, many, named].flatMap(({ inPlace, inside }) => [...inPlace, ...inside]),
]);
const maxProblems = 50;

/**
 * Why a JSON value can’t be the schema of a contract (DC-1 … DC-4); empty if it can. Everything that would make a check
 * endless or exponential is rejected here. `patternFault` says what is wrong with a regular expression.
 */
export function schemaProblems(
  json: unknown,
  patternFault: (pattern: string) => string | null,
): readonly Problem[] {
  const size = sizeProblem(json);
  if (size !== null) return [size];
  if (!isObject(json)) return [problem('DC-2', '', 'A schema is a JSON object.')];
  const declared = ownField(json, '$schema');
  if (declared !== undefined && String(declared).replace(/#$/, '') !== dialect)
    return [problem('DC-2', '/$schema', 'Use JSON Schema 2020-12, or leave $schema out.')];
  const walk = { root: json, patternFault, problems: [] as Problem[], count: 0 };
  visit(walk, json, '');
  if (walk.count > CONTRACT_LIMITS.subschemas)
    return [problem('DC-1', '', `A schema can have at most ${CONTRACT_LIMITS.subschemas} parts.`)];
  if (walk.problems.length > 0) return walk.problems.slice(0, maxProblems);
  const costly = costProblem(json);
  return costly === null ? [] : [costly];
}

function sizeProblem(json: unknown): Problem | null {
  const depth = depthOf(json, 0);
  if (depth > 2 * CONTRACT_LIMITS.depth + 2)
    return problem('DC-1', '', `A schema can be nested at most ${CONTRACT_LIMITS.depth} levels deep.`);
  const { length } = JSON.stringify(json) ?? '';
  if (length <= CONTRACT_LIMITS.characters) return null;
  return problem('DC-1', '', `A schema can have at most ${CONTRACT_LIMITS.characters} characters.`);
}

function depthOf(value: unknown, depth: number): number {
  // deeper than any schema may be: the exact figure does not matter, and the stack does
  if (typeof value !== 'object' || value === null || depth > 100) return depth;
  let deepest = depth;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, depth + 1));
  return deepest;
}

interface Walk {
  readonly root: JsonSchema;
  readonly patternFault: (pattern: string) => string | null;
  readonly problems: Problem[];
  count: number;
}

function visit(walk: Walk, schema: JsonValue | undefined, path: string): void {
  walk.count += 1;
  if (walk.count > CONTRACT_LIMITS.subschemas || walk.problems.length >= maxProblems) return;
  if (typeof schema === 'boolean') return;
  if (!isObject(schema)) {
    walk.problems.push(problem('DC-2', path, 'Expected a schema here: an object, true or false.'));
    return;
  }
  for (const keyword of Object.keys(schema)) {
    if (!allowed.has(keyword))
      walk.problems.push(problem('DC-2', below(path, keyword), unknownKeyword(keyword)));
  }
  if (path !== '' && ownField(schema, '$id') !== undefined)
    walk.problems.push(problem('DC-2', `${path}/$id`, 'Only the schema as a whole can have an $id.'));
  checkRef(walk, schema, path);
  checkPatterns(walk, schema, path);
  for (const child of childrenOf(schema)) visit(walk, child.schema, below(path, child.keyword, child.key));
  const defs = ownField(schema, '$defs');
  if (isObject(defs))
    for (const [name, one] of Object.entries(defs)) visit(walk, one, below(path, '$defs', name));
}

function unknownKeyword(keyword: string): string {
  return ['$anchor', '$dynamicRef', '$dynamicAnchor', '$vocabulary', '$recursiveRef'].includes(keyword)
    ? `“${keyword}” is not supported. Use $ref with $defs.`
    : `“${keyword.slice(0, 60)}” is not a keyword of JSON Schema 2020-12.`;
}

function checkRef({ root, problems }: Walk, schema: JsonObject, path: string): void {
  const ref = ownField(schema, '$ref');
  if (ref === undefined) return;
  const at = `${path}/$ref`;
  if (typeof ref !== 'string') problems.push(problem('DC-3', at, 'A $ref is a text.'));
  else if (!ref.startsWith('#'))
    problems.push(
      problem(
        'DC-3',
        at,
        `“${ref.slice(0, 100)}” is in another file. Copy it below $defs and refer to it there.`,
      ),
    );
  else if (resolveRef(root, ref) === undefined)
    problems.push(problem('DC-3', at, `“${ref.slice(0, 100)}” does not exist in this schema.`));
}

function checkPatterns({ patternFault, problems }: Walk, schema: JsonObject, path: string): void {
  const check = (pattern: string, at: string) => {
    const fault = patternFault(pattern);
    if (fault !== null) problems.push(problem('DC-4', at, fault));
  };
  const pattern = ownField(schema, 'pattern');
  if (typeof pattern === 'string') check(pattern, `${path}/pattern`);
  const byPattern = ownField(schema, 'patternProperties');
  if (isObject(byPattern))
    for (const each of Object.keys(byPattern)) check(each, below(path, 'patternProperties', each));
}

/** An edge of the graph that a check walks: to a subschema or along a reference. */
interface Edge {
  readonly to: JsonObject;
  readonly owner: JsonObject;
  /** Null: checks the same value. Otherwise which part of it. */
  readonly part: { readonly keyword: string; readonly key: string | null } | null;
}

/** Why checking a value could take forever or exponentially long; null if it can’t. */
function costProblem(root: JsonObject): Problem | null {
  const edges = edgesOf(root);
  if (sameValueCircle(root, edges))
    return problem('DC-3', '', 'A $ref leads back to itself without going into a property or item.');
  const recursive = circles(root, edges);
  for (const node of recursive) {
    if (ambiguous(node, recursive, edges))
      return problem(
        'DC-3',
        '',
        'A recursive part is reached by several branches for one property. Keep one of the branches.',
      );
  }
  const costs = new Map<JsonObject, number>();
  if (costOf(root, { edges, costs, open: new Set() }) <= CONTRACT_LIMITS.checks) return null;
  const message = `A value would be checked against more than ${CONTRACT_LIMITS.checks} parts. Simplify the branches.`;
  return problem('DC-1', '', message);
}

type Edges = (node: JsonObject) => readonly Edge[];

function edgesOf(root: JsonObject): Edges {
  const known = new Map<JsonObject, readonly Edge[]>();
  return (node) => {
    const kept = known.get(node);
    if (kept !== undefined) return kept;
    const found: Edge[] = childrenOf(node).flatMap(({ schema, inPlace, keyword, key }) =>
      isObject(schema) ? [{ to: schema, owner: node, part: inPlace ? null : { keyword, key } }] : [],
    );
    const ref = ownField(node, '$ref');
    const target = typeof ref === 'string' ? resolveRef(root, ref) : undefined;
    if (isObject(target)) found.push({ to: target, owner: node, part: null });
    known.set(node, found);
    return found;
  };
}

function sameValueCircle(root: JsonObject, edges: Edges): boolean {
  const done = new Set<JsonObject>();
  const open = new Set<JsonObject>();
  const walk = (node: JsonObject): boolean => {
    if (open.has(node)) return true;
    if (done.has(node)) return false;
    open.add(node);
    const found = edges(node).some(({ to, part }) => part === null && walk(to));
    open.delete(node);
    done.add(node);
    return found;
  };
  return [...reachable(root, edges)].some(walk);
}

function reachable(from: JsonObject, edges: Edges, along: (edge: Edge) => boolean = () => true) {
  const seen = new Set([from]);
  for (const node of seen) for (const edge of edges(node)) if (along(edge)) seen.add(edge.to);
  return seen;
}

/** The nodes that lead back to themselves (Tarjan's strongly connected components). */
function circles(root: JsonObject, edges: Edges): ReadonlySet<JsonObject> {
  const order = new Map<JsonObject, number>();
  const lowest = new Map<JsonObject, number>();
  const stack: JsonObject[] = [];
  const found = new Set<JsonObject>();
  const walk = (node: JsonObject): number => {
    const number = order.size;
    let low = number;
    order.set(node, number);
    stack.push(node);
    for (const { to } of edges(node)) {
      if (to === node) found.add(node);
      if (!order.has(to)) low = Math.min(low, walk(to));
      else if (!lowest.has(to)) low = Math.min(low, order.get(to) ?? low);
    }
    if (low === number) {
      const group = stack.splice(stack.indexOf(node));
      for (const one of group) {
        lowest.set(one, low);
        if (group.length > 1) found.add(one);
      }
    }
    return low;
  };
  walk(root);
  return found;
}

/** Whether one part of a value is checked by two recursive branches: each level of nesting would double the work. */
function ambiguous(node: JsonObject, recursive: ReadonlySet<JsonObject>, edges: Edges): boolean {
  const sameValue = reachable(node, edges, ({ part }) => part === null);
  const inward = [...sameValue].flatMap((one) =>
    edges(one).filter(({ part, to }) => part !== null && recursive.has(to)),
  );
  return inward.some((a, at) => inward.slice(at + 1).some((b) => overlap(a, b)));
}

const ofLists = ['items', 'prefixItems', 'contains', 'unevaluatedItems'];

function overlap(a: Edge, b: Edge): boolean {
  if (a.part === null || b.part === null) return false;
  const lists = [a, b].filter(({ part }) => ofLists.includes(part?.keyword ?? '')).length;
  if (lists === 1) return false;
  const sameOwner = a.owner === b.owner;
  const kinds = [a.part.keyword, b.part.keyword];
  if (kinds.every((kind) => kind === 'properties' || kind === 'prefixItems'))
    return a.part.key === b.part.key;
  const apart = ['properties additionalProperties', 'prefixItems items'];
  return !(sameOwner && (apart.includes(kinds.join(' ')) || apart.includes(kinds.reverse().join(' '))));
}

function costOf(
  node: JsonObject,
  walk: { readonly edges: Edges; readonly costs: Map<JsonObject, number>; readonly open: Set<JsonObject> },
): number {
  const known = walk.costs.get(node);
  if (known !== undefined) return known;
  if (walk.open.has(node)) return 1;
  walk.open.add(node);
  const sum = walk.edges(node).reduce((total, { to }) => total + costOf(to, walk), 1);
  walk.open.delete(node);
  walk.costs.set(node, sum);
  return sum;
}

function problem(rule: string, path: string, message: string): Problem {
  return { rule, path, message };
}
