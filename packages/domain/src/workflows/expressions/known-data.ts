import { isObject, type JsonObject, type JsonValue } from '../json-value.ts';

/** What is known, while an expression is written, of the values it may name. A value that is not known yet is null. */
export interface KnownData {
  /** `input`, `run`, `vars` and, inside of a loop, `loop`. */
  readonly names: JsonObject;
  /** Outputs of the steps that come before, by id. */
  readonly nodes: JsonObject;
}

/** A value one can name, the expression for it, and its beginning. */
export interface DataPath {
  readonly path: string;
  readonly shown: string;
}

const MAX_DEPTH = 6;
const MAX_FIELDS = 100;
const SHOWN_LETTERS = 40;
const NAME = /^[A-Za-z_]\w*$/;

/** A field of what an expression names: `.total`, or `["pay-1"]` for other names. */
export function fieldPath(of: string, name: string): string {
  return NAME.test(name) ? `${of}.${name}` : `${of}[${JSON.stringify(name)}]`;
}

/** Every value known, each field before the fields in it; the first entry of a list stands for the others. */
export function dataPaths({ names, nodes }: KnownData, max = 400): readonly DataPath[] {
  const found: DataPath[] = [];
  const walk = (path: string, value: JsonValue, depth: number) => {
    if (found.length >= max || depth > MAX_DEPTH) return;
    found.push({ path, shown: shownValue(value) });
    if (Array.isArray(value)) {
      const [first] = value;
      if (first !== undefined) walk(`${path}[0]`, first, depth + 1);
    } else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value).slice(0, MAX_FIELDS))
        walk(fieldPath(path, name), inner, depth + 1);
    }
  };
  for (const [name, value] of Object.entries(names)) walk(name, value, 1);
  for (const [id, value] of Object.entries(nodes)) walk(fieldPath('nodes', id), value, 1);
  return found;
}

/** A value in a few letters. */
export function shownValue(value: JsonValue): string {
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  if (isObject(value)) {
    const fields = Object.keys(value);
    return fields.length === 0 ? '{}' : `{ ${shortened(fields.join(', '))} }`;
  }
  return shortened(typeof value === 'string' ? JSON.stringify(value) : String(value));
}

function shortened(text: string): string {
  return text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}…` : text;
}
