import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import { evaluate, type Scope } from '../workflows/expressions/evaluate.ts';
import { fillTemplate } from '../workflows/expressions/fill-template.ts';
import { parseTemplate, type Template } from '../workflows/expressions/parse-template.ts';
import { isObject, type JsonObject, type JsonValue, ownField } from '../workflows/json-value.ts';
import type { CallTemplate } from './standard-calls.ts';

/** A call as it is made: a path whose filled-in parts are encoded, and JSON or nothing. */
export interface FilledCall {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

/**
 * Fills a call with a node's fields. A text that is nothing but `{{ name }}` becomes the value itself, with its type; a field
 * that was left out is null in a body, and refused in a path (CONN-8).
 */
export function fillCall(call: CallTemplate, values: JsonObject): Result<FilledCall> {
  const problems: Problem[] = [];
  const body =
    call.body.trim() === '' ? null : filledBody(JSON.parse(call.body) as JsonValue, values, problems);
  const path = filledPath(call.path, values, problems);
  if (problems.length > 0) return rejected(problems);
  return ok({ method: call.method, path, body: body === null ? null : JSON.stringify(body) });
}

function filledPath(source: string, values: JsonObject, problems: Problem[]): string {
  const parsed = parseTemplate(source);
  if (!parsed.ok) return complain(problems, 'path', parsed.problems[0].message);
  const parts = parsed.value.map((part) => {
    if (typeof part === 'string') return part;
    const read = partValue(part, values);
    if (!read.ok) return complain(problems, 'path', read.problems[0]?.message ?? '');
    const text = typeof read.value === 'string' ? read.value.trim() : JSON.stringify(read.value);
    if (read.value === null || text === '' || /^\.{1,2}$/.test(text)) {
      return complain(problems, 'path', `The call ${source} needs a value, but found ${shown(read.value)}.`);
    }
    return encodeURIComponent(text);
  });
  return parts.join('');
}

function filledBody(value: JsonValue, values: JsonObject, problems: Problem[]): JsonValue {
  if (typeof value === 'string') return filledText(value, values, problems);
  if (Array.isArray(value)) return value.map((one: JsonValue) => filledBody(one, values, problems));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, filledBody(one, values, problems)]),
  );
}

function filledText(text: string, values: JsonObject, problems: Problem[]): JsonValue {
  const parsed = parseTemplate(text);
  if (!parsed.ok) return complain(problems, 'body', parsed.problems[0].message);
  const [only, more] = parsed.value;
  if (only !== undefined && more === undefined && typeof only !== 'string') {
    const read = partValue(only, values);
    return read.ok ? read.value : complain(problems, 'body', read.problems[0]?.message ?? '');
  }
  const filled = fillTemplate(parsed.value, scopeOf(values));
  return filled.ok ? filled.value : complain(problems, 'body', filled.problems[0].message);
}

function partValue(part: Exclude<Template[number], string>, values: JsonObject): Result<JsonValue> {
  return evaluate(part.expression, scopeOf(values), { before: part.before });
}

/** The node's fields by name; what was left out is null. */
function scopeOf(values: JsonObject): Scope {
  return { named: (name) => ownField(values, name) ?? null, node: () => undefined };
}

function shown(value: JsonValue): string {
  return value === null || value === '' ? 'empty' : JSON.stringify(value);
}

function complain(problems: Problem[], path: string, message: string): string {
  problems.push({ rule: 'CONN-8', path, message });
  return '';
}
