/** Why a value has no canonical form: `path` is the place (`before.lines[2].amount`), the message the fix. */
export class NotCanonical extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(path === '' ? message : `${path}: ${message}`);
    this.name = 'NotCanonical';
    this.path = path;
  }
}

/**
 * The RFC 8785 text of a value, fit to be hashed and kept for ever; the audit log stores exactly this.
 * Stricter than the RFC: numbers must be whole and at most 2^53 − 1, so money, rates and 64-bit values can only come as
 * decimal strings ("1.10" stays "1.10"). Throws `NotCanonical` for everything JSON would drop, bend or round.
 */
export function canonicalText(value: unknown): string {
  return write(value, true);
}

/** The canonical text of an object whose members are canonical text already, so that a large one need not be written twice. */
export function canonicalOf(members: Readonly<Record<string, string>>): string {
  const written = Object.keys(members)
    .sort()
    .map((name) => `${canonicalText(name)}:${members[name]}`);
  return `{${written.join(',')}}`;
}

/** RFC 8785 as written: like `canonicalText`, but allows any finite number. For documents of other systems. */
export function jcs(value: unknown): string {
  return write(value, false);
}

/**
 * Reads text that must already be canonical, byte for byte. Throws `NotCanonical` for text that would parse to the same
 * value but hash differently: spaces, unsorted or duplicate keys, `1.0`, digits that a binary float loses.
 */
export function parseCanonical(text: string): unknown {
  return readCanonical(text).value;
}

/** The same, with the fastest way to write the canonical text of the value and of its parts. */
export function readCanonical(text: string): {
  readonly value: unknown;
  readonly write: (part: unknown) => string;
} {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NotCanonical('', 'this is not JSON');
  }
  if (isSorted(value, 0) && !text.includes(String.raw`\ud`) && JSON.stringify(value) === text)
    return { value, write: (part) => JSON.stringify(part) };
  if (canonicalText(value) !== text) {
    throw new NotCanonical('', 'this JSON is not in canonical form (RFC 8785), so its hash is not valid');
  }
  return { value, write: canonicalText };
}

/**
 * Whether JSON.stringify writes the canonical text of a value that JSON.parse read, but for lone surrogates: it escapes them, as
 * \ud800 and further. Names that are numbers may be sorted differently, and then answer false.
 */
function isSorted(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= deepest) return false;
  if (Array.isArray(value)) return value.every((one) => isSorted(one, depth + 1));
  let before: string | null = null;
  for (const [name, member] of Object.entries(value)) {
    if ((before !== null && name <= before) || !isSorted(member, depth + 1)) return false;
    before = name;
  }
  return true;
}

/** Deep enough for any document of ours; a circle of references always exceeds it. */
const deepest = 200;

/** The value being written, and its path: member names and list positions, outermost first. */
interface Walk {
  readonly exact: boolean;
  readonly trail: (string | number)[];
}

function write(value: unknown, exact: boolean): string {
  return textOf(value, { exact, trail: [] });
}

function textOf(value: unknown, walk: Walk): string {
  if (typeof value === 'string') return quoted(value, walk);
  if (value === null) return 'null';
  if (typeof value === 'number') return numberText(value, walk);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value === undefined) throw error(walk, 'there is nothing to write; give a JSON value');
  if (typeof value !== 'object')
    throw error(walk, `${typeof value} can't be written as JSON; leave it out or write it as a string`);
  if (walk.trail.length >= deepest)
    throw error(walk, `nested deeper than ${deepest} levels, or the value contains itself`);
  return Array.isArray(value) ? listText(value, walk) : objectText(value, walk);
}

function quoted(value: string, walk: Walk): string {
  if (!value.isWellFormed())
    throw error(walk, "contains a lone surrogate, which UTF-8 can't encode; remove it");
  // RFC 8785 escapes and writes numbers as ECMAScript does
  return JSON.stringify(value);
}

function numberText(value: number, walk: Walk): string {
  if (!Number.isFinite(value)) throw error(walk, `${value} can't be written as JSON; use null or a string`);
  if (walk.exact && !Number.isSafeInteger(value))
    throw error(walk, `${value} may have lost digits as a binary float; give it as a decimal string`);
  return JSON.stringify(value);
}

function listText(value: readonly unknown[], walk: Walk): string {
  // Reflect.ownKeys sees what JSON does not: holes, named members and symbols. `length` is the one extra key.
  if (
    Object.getPrototypeOf(value) !== Array.prototype ||
    Reflect.ownKeys(value).length !== value.length + 1
  ) {
    throw error(walk, 'only plain lists without holes or named members can be written');
  }
  let text = '[';
  for (let at = 0; at < value.length; at += 1) {
    walk.trail.push(at);
    text += at === 0 ? textOf(value[at], walk) : `,${textOf(value[at], walk)}`;
    walk.trail.pop();
  }
  return `${text}]`;
}

function objectText(value: object, walk: Walk): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const kind = value.constructor?.name ?? 'object';
    throw error(
      walk,
      `a ${kind} can't be written as JSON without changes; use a plain object, list or string`,
    );
  }
  let text = '{';
  for (const key of sortedNames(value, walk)) {
    walk.trail.push(key);
    const member = Object.getOwnPropertyDescriptor(value, key);
    if (!member?.enumerable || !('value' in member)) throw error(walk, unwritten);
    if (typeof member.value === 'function' || member.value === undefined) {
      throw error(walk, `${typeof member.value} can't be written as JSON; leave the member out or use null`);
    }
    text += `${text === '{' ? '' : ','}${quoted(key, walk)}:${textOf(member.value, walk)}`;
    walk.trail.pop();
  }
  return `${text}}`;
}

const unwritten = "hidden, computed or symbol members can't be written as JSON; use a plain member";

/** Names in the RFC's order, by UTF-16 units, which is the default order of `sort`. */
function sortedNames(value: object, walk: Walk): string[] {
  const names = Reflect.ownKeys(value);
  for (const name of names) {
    if (typeof name === 'symbol') throw error({ ...walk, trail: [...walk.trail, String(name)] }, unwritten);
  }
  return (names as string[]).sort();
}

function error({ trail }: Walk, message: string): NotCanonical {
  let path = '';
  for (const place of trail) {
    if (typeof place === 'number') path += `[${place}]`;
    else path += path === '' ? place : `.${place}`;
  }
  return new NotCanonical(path, message);
}
