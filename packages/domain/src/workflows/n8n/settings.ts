import { isObject, type JsonObject, type JsonValue, ownField } from '../json-value.ts';
import { type Code, code, joined, literal, plain, quote, record } from './attain-code.ts';
import type { JsScope } from './js-thing.ts';
import { NotTranslated } from './js-tokens.ts';
import { translateJs } from './translate-js.ts';

/** A text of n8n: plain parts, and JavaScript between `{{` and `}}`. */
export type SettingPart = string | { readonly js: string };

/** How many characters of an expression that has no equivalent are kept in a setting. */
const MAX_KEPT = 3_000;

/** Counts of one import. */
export interface Tally {
  translated: number;
  untranslated: number;
}

/** Reads the settings of one n8n step and writes them as Attain's, with a note for everything without an equivalent. */
export class Settings {
  readonly scope: JsScope;
  readonly tally: Tally;

  constructor(scope: JsScope, tally: Tally) {
    this.scope = scope;
    this.tally = tally;
  }

  /** An expression with the value of a setting. */
  expression(value: JsonValue | undefined): string {
    return plain(this.value(value)).text;
  }

  /** The same, for use in a larger expression. */
  value(value: JsonValue | undefined): Code {
    if (typeof value !== 'string') return codeOf(value, (text) => plain(this.value(text)).text);
    const parts = settingParts(value);
    if (parts === null) return code(quote(value), 'text');
    const filled = parts.filter((part) => typeof part !== 'string' || part.trim() !== '');
    const [only] = filled;
    if (filled.length === 1 && typeof only === 'object') return this.js(only.js);
    return joined(
      parts
        .filter((part) => part !== '')
        .map((part) => (typeof part === 'string' ? code(quote(part), 'text') : this.js(part.js))),
    );
  }

  /** A text with `{{ expression }}` in it. */
  template(value: JsonValue | undefined): string {
    if (value === undefined || value === null) return '';
    if (typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value);
    const parts = settingParts(value) ?? [value];
    return parts
      .map((part) => (typeof part === 'string' ? plainText(part) : `{{ ${plain(this.js(part.js)).text} }}`))
      .join('');
  }

  /** A piece of JavaScript; where it has no equivalent, something that can’t be published, with the original in it. */
  js(source: string): Code {
    try {
      const made = translateJs(source, this.scope);
      this.tally.translated += 1;
      return made;
    } catch (fault) {
      if (!(fault instanceof NotTranslated)) throw fault;
      this.tally.untranslated += 1;
      const shown = source.trim().replace(/\s+/g, ' ');
      this.scope.note(
        `Rewrite {{ ${shown.slice(0, 120)}${shown.length > 120 ? ' …' : ''} }}: ${fault.message}.`,
      );
      return code(`$n8n ${shown.slice(0, MAX_KEPT).replaceAll('}}', '} }')}`);
    }
  }

  /** The value of a text that holds JSON, in which expressions may stand inside and outside of its texts. */
  json(value: JsonValue | undefined): Code {
    if (typeof value !== 'string') return this.value(value);
    const parts = settingParts(value);
    if (parts === null) return this.#parsed(value, []);
    const filled = parts.filter((part) => typeof part !== 'string' || part.trim() !== '');
    const [only] = filled;
    if (filled.length === 1 && typeof only === 'object') return this.#unwrapped(only.js);
    const found: string[] = [];
    let isText = false;
    const text = parts
      .map((part) => {
        if (typeof part === 'string') {
          isText = endsInText(part, isText);
          return part;
        }
        found.push(part.js);
        return isText ? `\uE001${found.length - 1}\uE001` : `"\uE000${found.length - 1}\uE000"`;
      })
      .join('');
    return this.#parsed(text, found);
  }

  /** JSON text inside of JSON is the value itself: `{{ JSON.stringify(x) }}` becomes x. */
  #unwrapped(js: string): Code {
    const inner = /^\s*JSON\.stringify\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*$/s.exec(js)?.[1];
    return this.js(inner ?? js);
  }

  #parsed(text: string, found: readonly string[]): Code {
    let read: JsonValue;
    try {
      read = JSON.parse(text) as JsonValue;
    } catch {
      this.scope.note('The JSON of this setting can’t be read. Write it again as an expression.');
      this.tally.untranslated += 1;
      const shown = text.replace(
        /"?[\uE000\uE001](\d+)[\uE000\uE001]"?/g,
        (_, at) => `{{${found[Number(at)] ?? ''}}}`,
      );
      return code(`$n8n ${shown.replace(/\s+/g, ' ').slice(0, MAX_KEPT).replaceAll('}}', '} }')}`);
    }
    return codeOf(read, (one) => this.#filled(one, found));
  }

  #filled(text: string, found: readonly string[]): string {
    const bare = /^\uE000(\d+)\uE000$/.exec(text);
    if (bare !== null) return plain(this.#unwrapped(found[Number(bare[1])] ?? '')).text;
    const parts = text.split('\uE001');
    if (parts.length === 1) return quote(text);
    const made = parts.flatMap((part, at) => {
      if (at % 2 === 1) return [this.js(found[Number(part)] ?? '')];
      return part === '' ? [] : [code(quote(part), 'text')];
    });
    return joined(made).text;
  }
}

function codeOf(value: JsonValue | undefined, text: (value: string) => string): Code {
  if (typeof value === 'number') return code(literal(value), 'number');
  if (typeof value === 'boolean') return code(String(value), 'flag');
  if (value === null || value === undefined) return code('null', 'null');
  if (typeof value === 'string') return code(text(value));
  const inner = (one: JsonValue): string => plain(codeOf(one, text)).text;
  if (Array.isArray(value)) return code(`[${value.map(inner).join(', ')}]`, 'list');
  return code(record(Object.entries(value as JsonObject).map(([key, one]) => [key, inner(one)])), 'map');
}

/** Whether the JSON text ends within one of its texts. */
function endsInText(json: string, isText: boolean): boolean {
  let inside = isText;
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === '\\' && inside) at += 1;
    else if (json[at] === '"') inside = !inside;
  }
  return inside;
}

/** The parts of a setting that is an expression, or null when it is plain text. */
export function settingParts(value: string): readonly SettingPart[] | null {
  if (!value.startsWith('=')) return null;
  const parts: SettingPart[] = [];
  let at = 1;
  for (;;) {
    const open = value.indexOf('{{', at);
    const close = open < 0 ? -1 : value.indexOf('}}', open);
    if (close < 0) break;
    parts.push(value.slice(at, open), { js: value.slice(open + 2, close) });
    at = close + 2;
  }
  return [...parts, value.slice(at)];
}

/** Text as it is in a template: its double braces are no expression. */
export function plainText(text: string): string {
  return text.replaceAll('{{', '{{ "{{" }}');
}

/** Whether a setting is JavaScript, wholly or partly. */
export function isComputed(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.startsWith('=') && value.includes('{{');
}

/** A setting that must be plain text: undefined when it is computed or of another type. */
export function plainSetting(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || isComputed(value)) return undefined;
  return value.startsWith('=') ? value.slice(1) : value;
}

export function plainNumber(value: JsonValue | undefined): number | undefined {
  const text = plainSetting(value);
  if (text === undefined || text.trim() === '') return undefined;
  return Number.isFinite(Number(text)) ? Number(text) : undefined;
}

/** A field inside of fields. */
export function deepField(value: JsonValue | undefined, ...keys: readonly string[]): JsonValue | undefined {
  let at = value;
  for (const key of keys) at = ownField(at, key);
  return at;
}

/** The records of a list inside of fields; anything else is no record. */
export function deepRows(value: JsonValue | undefined, ...keys: readonly string[]): readonly JsonObject[] {
  const found = deepField(value, ...keys);
  if (Array.isArray(found)) return found.filter(isObject);
  return isObject(found) ? [found] : [];
}
