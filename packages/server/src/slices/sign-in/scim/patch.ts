import { z } from 'zod';
import { isObject, keyOf, type Predicate, type Resource, readFilter } from './filter.ts';
import { ScimError } from './scim-error.ts';

const schema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const Patch = z.object({
  schemas: z.array(z.string()).refine((all) => all.includes(schema), `schemas must name ${schema}`),
  Operations: z
    .array(
      z.object({
        // some directories write "Add"
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(500).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1000),
});
type Operation = z.infer<typeof Patch>['Operations'][number];

/** The operations of a PATCH body (RFC 7644 §3.5.2). Throws invalidSyntax. */
export function readPatch(body: unknown): readonly Operation[] {
  const read = Patch.safeParse(body);
  if (read.success) return read.data.Operations;
  throw new ScimError('invalidSyntax', read.error.issues[0]?.message ?? 'This is no PatchOp.');
}

/** What a resource is after the operations, in their order. The resource itself stays as it is. */
export function patched(resource: Resource, operations: readonly Operation[]): Resource {
  const after = structuredClone(resource);
  for (const operation of operations) apply(after, operation);
  return after;
}

function apply(resource: Resource, { op, path, value }: Operation): void {
  if (path === undefined) {
    if (op === 'remove') throw new ScimError('noTarget', 'remove needs a path.');
    if (!isObject(value)) throw new ScimError('invalidValue', `${op} without a path needs an object.`);
    // "name.familyName" as a key is how some directories write a path
    for (const [name, one] of Object.entries(value)) apply(resource, { op, path: name, value: one });
    return;
  }
  const { attribute, filter, sub } = readPath(path);
  const key = keyOf(resource, attribute);
  if (filter !== null) applyToMatches({ resource, key, sub, filter }, { op, value });
  else if (sub === null) setAt(resource, key, { op, value });
  else {
    const inner = isObject(resource[key]) ? resource[key] : {};
    resource[key] = inner;
    setAt(inner, keyOf(inner, sub), { op, value });
  }
}

/** Changes those values of a list that pass the filter of the path. */
function applyToMatches(
  at: { resource: Resource; key: string; sub: string | null; filter: Predicate },
  { op, value }: Pick<Operation, 'op' | 'value'>,
): void {
  const { resource, key, sub, filter } = at;
  const values = listOf(resource[key]);
  const isMatch = (one: unknown) => isObject(one) && filter(one);
  if (op === 'remove' && sub === null) {
    resource[key] = values.filter((one) => !isMatch(one));
    return;
  }
  const matches = values.filter(isMatch) as Resource[];
  if (matches.length === 0 && op !== 'remove') throw new ScimError('noTarget', `No value of ${key} matches.`);
  for (const one of matches) {
    if (sub !== null) setAt(one, keyOf(one, sub), { op, value });
    else if (isObject(value)) Object.assign(one, value);
  }
}

function setAt(target: Resource, key: string, { op, value }: { op: Operation['op']; value: unknown }): void {
  const before = target[key];
  if (op === 'remove') {
    if (value === undefined || !Array.isArray(before)) delete target[key];
    else target[key] = before.filter((one) => !listOf(value).some((gone) => sameValue(one, gone)));
    return;
  }
  if (op === 'add' && Array.isArray(before)) {
    const added = listOf(value).filter((one) => !before.some((there) => sameValue(there, one)));
    target[key] = [...before, ...added];
    return;
  }
  target[key] = op === 'add' && isObject(before) && isObject(value) ? { ...before, ...value } : value;
}

interface Path {
  readonly attribute: string;
  readonly filter: Predicate | null;
  readonly sub: string | null;
}

/** `name.familyName`, `emails[type eq "work"].value`, `members[value eq "…"]`. */
function readPath(path: string): Path {
  const plain = path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, '');
  const match = /^([a-z$][\w$-]*)(?:\[(.+)\])?(?:\.([a-z$][\w$-]*))?$/i.exec(plain);
  const [, attribute = '', filter, sub] = match ?? [];
  if (!match || [attribute, sub].some((name) => name === 'constructor' || name === 'prototype'))
    throw new ScimError('invalidPath', `The path ${path} can't be read.`);
  return { attribute, filter: filter === undefined ? null : readFilter(filter), sub: sub ?? null };
}

const listOf = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());

function sameValue(one: unknown, other: unknown): boolean {
  if (isObject(one) && isObject(other) && 'value' in other) return one.value === other.value;
  return JSON.stringify(one) === JSON.stringify(other);
}
