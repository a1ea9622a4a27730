import { NotTranslated } from './js-tokens.ts';

/** What is known of the value of a piece of an Attain expression. */
export type CodeType = 'any' | 'text' | 'number' | 'flag' | 'list' | 'map' | 'moment' | 'null';

/** A piece of an Attain expression. */
export interface Code {
  readonly text: string;
  /** How strongly its outermost operator binds: see `LEVEL`. */
  readonly level: number;
  readonly type: CodeType;
  /** Of a field: where it begins and the fields that lead to it, so that a missing one can be asked for. */
  readonly chain?: { readonly root: string; readonly keys: readonly string[] };
  /** The JavaScript says that it may be missing. */
  readonly optional?: boolean;
  /** Of a moment: the zone of its clock. */
  readonly zone?: string;
  /** Of an item: fields that have another name in Attain. */
  readonly alias?: Readonly<Record<string, string>>;
}

export const LEVEL = { choice: 0, or: 1, and: 2, compare: 3, plus: 4, times: 5, unary: 6, value: 7 } as const;

export function code(text: string, type: CodeType = 'any', level: number = LEVEL.value): Code {
  return { text, type, level };
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A text as an expression has it; it can stand between the braces of a template. */
export function quote(text: string): string {
  return JSON.stringify(text)
    .replaceAll('\\b', '\\u0008')
    .replaceAll('\\f', '\\u000c')
    .replaceAll('}}', '}\\u007d');
}

/** A JSON value as an expression. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number')
    return /^-?\d{1,20}(\.\d{1,20})?$/.test(String(value)) ? String(value) : quote(String(value));
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value ?? null);
  return record(Object.entries(value).map(([key, one]) => [key, literal(one)]));
}

/** A record as an expression; spaces keep its braces apart, since two close a template. */
export function record(entries: readonly (readonly [key: string, value: string])[]): string {
  if (entries.length === 0) return '{}';
  return `{ ${entries.map(([key, value]) => `${quote(key)}: ${value}`).join(', ')} }`;
}

/** The code in parentheses if its operator binds more weakly than `level`. */
export function within(of: Code, level: number): string {
  const { text, level: own } = plain(of);
  return own < level ? `(${text})` : text;
}

/** The code of something that JavaScript may find missing: null then. */
export function plain(of: Code): Code {
  if (!of.optional || of.chain === undefined) return of;
  return code(`${present(of)} ? ${of.text} : null`, of.type, LEVEL.choice);
}

/** The field of a value. */
export function fieldOf(of: Code, key: string): Code {
  const known = of.alias && Object.hasOwn(of.alias, key) ? (of.alias[key] as string) : key;
  const chain = of.chain ?? { root: within(of, LEVEL.value), keys: [] };
  const text = access(of.chain ? of.text : chain.root, known);
  const made: Code = {
    text,
    type: 'any',
    level: LEVEL.value,
    chain: { ...chain, keys: [...chain.keys, known] },
  };
  return of.optional ? { ...made, optional: true } : made;
}

export function access(of: string, key: string): string {
  return NAME.test(key) ? `${of}.${key}` : `${of}[${quote(key)}]`;
}

/** True if the field and all that lead to it are there and not null. */
export function present(of: Code): string {
  if (of.chain === undefined || of.chain.keys.length === 0) return `${within(of, LEVEL.compare + 1)} != null`;
  let at = of.chain.root;
  const checks = of.chain.keys.map((key) => {
    const check = NAME.test(key)
      ? `has(${at}.${key})`
      : `${quote(key)} in ${at} && ${access(at, key)} != null`;
    at = access(at, key);
    return check;
  });
  return checks.join(' && ');
}

/** As JSON, since the text "0" is true. */
const FALSY = '["\\"\\"", "0", "false", "null"]';

/** What JavaScript takes for true. */
export function truth(of: Code): Code {
  if (of.type === 'flag' && !of.optional) return of;
  if (of.type === 'null') return code('false', 'flag');
  const value = of.chain ? of.text : within(of, LEVEL.compare + 1);
  if (of.type === 'text') return code(`${value} != ""`, 'flag', LEVEL.compare);
  if (of.type === 'number') return code(`${value} != 0`, 'flag', LEVEL.compare);
  if (of.type === 'list' || of.type === 'map' || of.type === 'moment')
    return code(`${value} != null`, 'flag', LEVEL.compare);
  if (of.chain === undefined || of.chain.keys.length === 0)
    return code(`!(toJson(${value}) in ${FALSY})`, 'flag', LEVEL.unary);
  return code(`${present(of)} && !(toJson(${value}) in ${FALSY})`, 'flag', LEVEL.and);
}

/** A text that is joined from several values. */
export function joined(parts: readonly Code[]): Code {
  const [first] = parts;
  if (first === undefined) return code('""', 'text');
  if (parts.length === 1) return first.type === 'text' ? first : code(`string(${plain(first).text})`, 'text');
  if (parts.length > 100) throw new NotTranslated('it has too many parts');
  return code(`concat(${parts.map((part) => plain(part).text).join(', ')})`, 'text');
}

/** Looks a name up in a table. Names come from the file, so the prototype is never searched. */
export function known<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
