import { isObject, type JsonObject, type JsonValue, ownField } from '../workflows/json-value.ts';
import type { ChangeKind, ContractType, JsonSchema } from './contract.ts';
import { annotations, below, resolveRef } from './keywords.ts';
import { isDisjoint, kindOfValue, kindsOf, merged, sameJson, valuesOf } from './schema-sets.ts';

/** Why not every value that one schema accepts is accepted by another (DC-5). `undecided`: it could not be proved. */
export interface Difference {
  readonly path: string;
  readonly message: string;
  readonly kind: 'breaking' | 'undecided';
}

/** Which values have to stay valid after a change. */
const directionOf: Readonly<Record<ContractType, 'BACKWARD' | 'FORWARD' | 'FULL'>> = {
  input: 'BACKWARD',
  output: 'FORWARD',
  internal: 'FULL',
};

/**
 * What a change from one schema to another breaks, by the type of the contract (DC-5). BACKWARD: every value valid before
 * is valid after it. FORWARD: the reverse. FULL: both.
 */
export function changeOf(
  type: ContractType,
  before: JsonSchema,
  after: JsonSchema,
): { readonly kind: ChangeKind; readonly differences: readonly Difference[] } {
  if (sameJson(withoutAnnotations(before), withoutAnnotations(after)))
    return { kind: 'annotations', differences: [] };
  const direction = directionOf[type];
  const backward = direction === 'FORWARD' ? [] : differencesTo(before, after);
  const forward = direction === 'BACKWARD' ? [] : differencesTo(after, before);
  const differences = [...backward, ...forward];
  return { kind: differences.length > 0 ? 'breaking' : 'compatible', differences };
}

const maxDifferences = 50;
const maxSteps = 20_000;

/** Every reason why a value of `from` might not be one of `to`; empty: each value of `from` is one of `to`, proved. */
export function differencesTo(from: JsonSchema, to: JsonSchema): readonly Difference[] {
  const found: Difference[] = [];
  const proof: Proof = { from, to, assumed: new Set(), steps: 0, found };
  compare(proof, from, to, '');
  return found.slice(0, maxDifferences);
}

interface Proof {
  readonly from: JsonSchema;
  readonly to: JsonSchema;
  /** Pairs that are being compared: a recursive schema comes round to them. */
  readonly assumed: Set<string>;
  steps: number;
  readonly found: Difference[];
}

/** True if nothing was found between these two; what a trial finds is not kept. */
function holds(proof: Proof, a: JsonSchema, b: JsonSchema, path: string): boolean {
  proof.steps += proof.assumed.size / 100;
  const trial: Proof = { ...proof, found: [], assumed: new Set(proof.assumed) };
  compare(trial, a, b, path);
  proof.steps = trial.steps;
  return trial.found.length === 0;
}

function compare(proof: Proof, a: JsonSchema, b: JsonSchema, path: string): void {
  if (b === true || a === false) return;
  const pair = JSON.stringify([a, b]);
  proof.steps += 1 + pair.length / 1_000;
  if (proof.steps > maxSteps)
    return void tell(proof, path, 'The schemas are too complex to compare.', 'undecided');
  if (proof.assumed.has(pair) || (!pair.includes('"$ref"') && sameJson(a, b))) return;
  proof.assumed.add(pair);
  if (b === false) return void tell(proof, path, 'No value is allowed here any more.', 'breaking');
  const { $ref, allOf, ...right } = b;
  if ($ref !== undefined || allOf !== undefined) {
    const target = typeof $ref === 'string' ? (resolveRef(proof.to, $ref) ?? false) : true;
    for (const part of [target, ...((allOf ?? []) as JsonSchema[]), right]) compare(proof, a, part, path);
    return;
  }
  const left = flattened(a, proof.from);
  if (left === false) return;
  const branches = left === true ? null : branchesOf(left);
  if (branches !== null) {
    for (const branch of branches) compare(proof, branch, right, path);
    return;
  }
  compareAll(proof, left === true ? {} : left, right, path);
}

const incomparable = [
  ...['not', 'if', 'dependentSchemas', 'patternProperties', 'contains', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
];

function compareAll(proof: Proof, a: JsonObject, b: JsonObject, path: string): void {
  intoBranches(proof, a, b, path);
  compareKinds(proof, a, b, path);
  compareValues(proof, a, b, path);
  compareBounds(proof, a, b, path);
  compareObjects(proof, a, b, path);
  compareLists(proof, a, b, path);
  for (const keyword of incomparable) {
    if (ownField(b, keyword) !== undefined)
      tell(proof, below(path, keyword), `“${keyword}” can’t be compared.`, 'undecided');
  }
}

/** A schema without `$ref` and `allOf`: their contents are merged with its own. It may allow more, never less. */
function flattened(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let flat = schema;
  for (let turn = 0; turn < 50 && isObject(flat); turn += 1) {
    const { $ref, allOf, ...rest } = flat;
    if ($ref === undefined && allOf === undefined) return flat;
    const target = typeof $ref === 'string' ? (resolveRef(root, $ref) ?? true) : true;
    const parts = [target, ...(Array.isArray(allOf) ? (allOf as JsonSchema[]) : [])];
    flat = parts.reduce<JsonSchema>((sum, part) => merged(sum, part), rest);
  }
  return flat;
}

/** The alternatives of a schema, each with the rest of it; null without alternatives. `oneOf` allows no more than `anyOf`. */
function branchesOf(schema: JsonObject): readonly JsonSchema[] | null {
  for (const keyword of ['anyOf', 'oneOf']) {
    const { [keyword]: branches, ...rest } = schema;
    if (Array.isArray(branches)) return (branches as JsonSchema[]).map((branch) => merged(rest, branch));
  }
  return null;
}

function intoBranches(proof: Proof, a: JsonSchema, b: JsonObject, path: string): void {
  const { anyOf, oneOf } = b;
  if (Array.isArray(anyOf) && !(anyOf as JsonSchema[]).some((branch) => holds(proof, a, branch, path)))
    tell(proof, below(path, 'anyOf'), 'Not every value fits one of the alternatives.', 'breaking');
  if (!Array.isArray(oneOf)) return;
  const branches = (oneOf as JsonSchema[]).map((branch) => flattened(branch, proof.to));
  const fitting = branches.findIndex((branch) => holds(proof, a, branch, path));
  if (fitting < 0)
    tell(proof, below(path, 'oneOf'), 'Not every value fits one of the alternatives.', 'breaking');
  else if (branches.some((other, at) => at !== fitting && !isDisjoint(a, other)))
    tell(proof, below(path, 'oneOf'), 'A value may fit several of the alternatives.', 'undecided');
}

function compareKinds(proof: Proof, a: JsonObject, b: JsonObject, path: string): void {
  const allowed = typesOf(b);
  if (allowed === null) return;
  const given = valuesOf(a)?.map(kindOfValue) ?? kindsOf(a);
  const fits = (kind: string) => allowed.includes(kind) || (kind === 'integer' && allowed.includes('number'));
  const lost = [...new Set(given.filter((kind) => !fits(kind)))];
  if (lost.length > 0)
    tell(proof, below(path, 'type'), `Values of type ${lost.join(', ')} are no longer allowed.`, 'breaking');
}

function typesOf({ type }: JsonObject): readonly string[] | null {
  if (type === undefined) return null;
  return Array.isArray(type) ? type.map(String) : [String(type)];
}

function compareValues(proof: Proof, a: JsonObject, b: JsonObject, path: string): void {
  const wanted = valuesOf(b);
  if (wanted === null) return;
  const given = valuesOf(a);
  const keyword = ownField(b, 'const') === undefined ? 'enum' : 'const';
  if (given === null)
    return void tell(proof, below(path, keyword), 'Only some values are allowed now.', 'breaking');
  const lost = given.filter((one) => !wanted.some((other) => sameJson(one, other)));
  if (lost.length > 0) {
    const shown = lost.slice(0, 5).map((one) => JSON.stringify(one).slice(0, 60));
    tell(proof, below(path, keyword), `No longer allowed: ${shown.join(', ')}.`, 'breaking');
  }
}

/** The lower and upper bounds, with the types of value they are for. */
const lower = { minLength: 'string', minItems: 'array', minProperties: 'object' };
const upper = { maxLength: 'string', maxItems: 'array', maxProperties: 'object' };

function compareBounds(proof: Proof, a: JsonObject, b: JsonObject, path: string): void {
  const kinds = kindsOf(a);
  const given = valuesOf(a);
  for (const [keyword, kind] of [...Object.entries(lower), ...Object.entries(upper)]) {
    const bound = ownField(b, keyword);
    if (typeof bound !== 'number' || !kinds.some((each) => each === kind)) continue;
    const sizes = given?.filter((one) => kindOfValue(one) === kind).map(sizeOf) ?? [
      Number(ownField(a, keyword) ?? (keyword in lower ? 0 : Infinity)),
    ];
    const broken = keyword in lower ? sizes.some((size) => size < bound) : sizes.some((size) => size > bound);
    if (broken) tell(proof, below(path, keyword), `${keyword} is ${bound} now.`, 'breaking');
  }
  if (kinds.some((kind) => kind === 'number' || kind === 'integer')) compareNumbers(proof, a, b, path);
  if (kinds.includes('string')) compareTexts(proof, a, b, path);
}

function sizeOf(value: JsonValue): number {
  if (typeof value === 'string') return [...value].length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function compareNumbers(proof: Proof, a: JsonObject, b: JsonObject, path: string): void {
  const numbers = valuesOf(a)?.filter((one) => typeof one === 'number');
  const [low, high] = [lowest(b), highest(b)];
  const from = numbers === undefined ? [lowest(a)] : numbers.map((at) => ({ at, open: false }));
  const until = numbers === undefined ? [highest(a)] : numbers.map((at) => ({ at, open: false }));
  if (from.some(({ at, open }) => at < low.at || (at === low.at && low.open && !open && Number.isFinite(at))))
    tell(proof, below(path, 'minimum'), `Numbers below ${low.at} are no longer allowed.`, 'breaking');
  if (
    until.some(
      ({ at, open }) => at > high.at || (at === high.at && high.open && !open && Number.isFinite(at)),
    )
  )
    tell(proof, below(path, 'maximum'), `Numbers above ${high.at} are no longer allowed.`, 'breaking');
  const step = ownField(b, 'multipleOf');
  if (typeof step !== 'number') return;
  const own = ownField(a, 'multipleOf');
  const whole =
    Number.isInteger(step) && typeof own === 'number' && Number.isInteger(own) && own % step === 0;
  const every = step === 1 && !kindsOf(a).includes('number');
  if (own !== step && !whole && !every)
    tell(proof, below(path, 'multipleOf'), `Only multiples of ${step} are allowed now.`, 'breaking');
}

function lowest(schema: JsonObject): { readonly at: number; readonly open: boolean } {
  const at = Number(ownField(schema, 'minimum') ?? -Infinity);
  const above = Number(ownField(schema, 'exclusiveMinimum') ?? -Infinity);
  return above >= at && above !== -Infinity ? { at: above, open: true } : { at, open: false };
}

function highest(schema: JsonObject): { readonly at: number; readonly open: boolean } {
  const at = Number(ownField(schema, 'maximum') ?? Infinity);
  const under = Number(ownField(schema, 'exclusiveMaximum') ?? Infinity);
  return under <= at && under !== Infinity ? { at: under, open: true } : { at, open: false };
}

function compareTexts(proof: Proof, a: JsonObject, b: JsonObject, path: string): void {
  for (const keyword of ['pattern', 'format']) {
    const wanted = ownField(b, keyword);
    if (wanted === undefined || sameJson(ownField(a, keyword), wanted)) continue;
    const kind = ownField(a, keyword) === undefined && valuesOf(a) === null ? 'breaking' : 'undecided';
    tell(
      proof,
      below(path, keyword),
      `Texts must match the ${keyword} ${String(wanted).slice(0, 100)} now.`,
      kind,
    );
  }
}

function compareObjects(proof: Proof, a: JsonObject, b: JsonObject, path: string): void {
  if (!kindsOf(a).includes('object')) return;
  const missing = names(b).filter((name) => !names(a).includes(name));
  for (const name of missing) tell(proof, below(path, 'required'), `“${name}” is required now.`, 'breaking');
  compareDependents(proof, a, b, path);
  const [own, theirs] = [members(a), members(b)];
  const rest = { a: restOf(a), b: restOf(b) };
  const open = rest.a === true;
  for (const [name, wanted] of Object.entries(theirs)) {
    const place = below(path, 'properties', name);
    const given = ownField(a, 'patternProperties') === undefined ? (own[name] ?? rest.a) : true;
    if (own[name] === undefined && open && wanted !== true) {
      if (holds(proof, true, wanted, place)) continue;
      const message = `“${name}” could hold anything before. Close the object to add the property safely.`;
      tell(proof, place, message, 'breaking');
    } else compare(proof, given, wanted, place);
  }
  for (const [name, given] of Object.entries(own)) {
    if (theirs[name] !== undefined || rest.b === true) continue;
    if (rest.b === false && given !== false)
      tell(proof, below(path, 'properties', name), `“${name}” is no longer allowed.`, 'breaking');
    else compare(proof, given, rest.b, below(path, 'properties', name));
  }
  if (rest.b !== true) compareRest(proof, a, rest, path);
}

function compareRest(
  proof: Proof,
  a: JsonObject,
  rest: { a: JsonSchema; b: JsonSchema },
  path: string,
): void {
  const place = below(path, 'additionalProperties');
  if (ownField(a, 'patternProperties') !== undefined)
    return void tell(proof, place, '“patternProperties” can’t be compared.', 'undecided');
  if (rest.a === true && rest.b === false)
    return void tell(proof, place, 'Further properties are no longer allowed.', 'breaking');
  compare(proof, rest.a, rest.b, place);
}

function compareDependents(proof: Proof, a: JsonObject, b: JsonObject, path: string): void {
  const wanted = ownField(b, 'dependentRequired');
  if (wanted !== undefined && !sameJson(wanted, ownField(a, 'dependentRequired')))
    tell(proof, below(path, 'dependentRequired'), '“dependentRequired” can’t be compared.', 'undecided');
}

function names(schema: JsonObject): readonly string[] {
  const required = ownField(schema, 'required');
  return Array.isArray(required) ? required.map(String) : [];
}

function members(schema: JsonObject): Readonly<Record<string, JsonSchema>> {
  const properties = ownField(schema, 'properties');
  return isObject(properties)
    ? (Object.assign(Object.create(null), properties) as Record<string, JsonSchema>)
    : {};
}

function restOf(schema: JsonObject): JsonSchema {
  return (ownField(schema, 'additionalProperties') ?? true) as JsonSchema;
}

function compareLists(proof: Proof, a: JsonObject, b: JsonObject, path: string): void {
  if (!kindsOf(a).includes('array')) return;
  if (ownField(b, 'uniqueItems') === true && ownField(a, 'uniqueItems') !== true)
    tell(proof, below(path, 'uniqueItems'), 'Items must be unique now.', 'breaking');
  const [first, wanted] = [tuple(a), tuple(b)];
  const rest = {
    a: (ownField(a, 'items') ?? true) as JsonSchema,
    b: (ownField(b, 'items') ?? true) as JsonSchema,
  };
  for (let at = 0; at < Math.max(first.length, wanted.length); at += 1)
    compare(proof, first[at] ?? rest.a, wanted[at] ?? rest.b, below(path, 'prefixItems', String(at)));
  compare(proof, rest.a, rest.b, below(path, 'items'));
}

function tuple(schema: JsonObject): readonly JsonSchema[] {
  const listed = ownField(schema, 'prefixItems');
  return Array.isArray(listed) ? (listed as JsonSchema[]) : [];
}

function tell(proof: Proof, path: string, message: string, kind: Difference['kind']): void {
  proof.found.push({ path, message, kind });
}

/** The schema without what says nothing about values. Members called like a keyword are kept. */
function withoutAnnotations(schema: JsonValue, isNames = false): JsonValue {
  if (Array.isArray(schema)) return schema.map((one) => withoutAnnotations(one));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => isNames || key === '$defs' || !annotations.has(key))
      .map(([key, value]) => [
        key,
        ['enum', 'const', 'required', 'dependentRequired'].includes(key) && !isNames
          ? value
          : withoutAnnotations(
              value,
              !isNames && ['properties', 'patternProperties', '$defs', 'dependentSchemas'].includes(key),
            ),
      ]),
  );
}
