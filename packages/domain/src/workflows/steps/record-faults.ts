import { parseDay } from '../../base/day.ts';
import { isDecimal } from '../../base/decimal.ts';
import type { Problem } from '../../base/result.ts';
import { isObject, type JsonObject, type JsonValue, ownField } from '../json-value.ts';

/** What a record lacks or holds wrongly, by a list of expected fields (WF-25); used for inputs, forms and the Validator. */
export function recordFaults(fields: JsonValue | undefined, record: JsonValue): readonly Problem[] {
  const expected = Array.isArray(fields) ? fields.filter(isObject) : [];
  if (expected.length === 0) return [];
  if (!isObject(record)) return [{ rule: 'WF-25', path: '', message: 'Expected a record with fields.' }];
  return expected.flatMap((field) => fieldFaults(field, record));
}

function fieldFaults(field: JsonObject, record: JsonObject): readonly Problem[] {
  const path = String(field.name);
  const value = ownField(record, path);
  if (value === undefined || value === null || value === '') {
    return field.required === true ? [{ rule: 'WF-25', path, message: `"${path}" is missing.` }] : [];
  }
  if (fits(field, value)) return [];
  const wanted = field.type === 'choice' ? `one of ${listed(field.options)}` : WANTED[String(field.type)];
  return [{ rule: 'WF-25', path, message: `"${path}" must be ${wanted ?? String(field.type)}.` }];
}

const WANTED: Readonly<Record<string, string>> = {
  text: 'a text',
  number: 'a decimal number',
  boolean: 'true or false',
  date: 'a day such as "2024-02-29"',
  list: 'a list',
  object: 'a record',
  file: 'a file',
};

function fits(field: JsonObject, value: JsonValue): boolean {
  switch (field.type) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' || isDecimal(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return parseDay(value) !== null;
    case 'choice':
      return Array.isArray(field.options) && field.options.includes(value);
    case 'list':
      return Array.isArray(value);
    case 'object':
    case 'file':
      return isObject(value);
    default:
      return true;
  }
}

function listed(options: JsonValue | undefined): string {
  return Array.isArray(options) ? options.slice(0, 10).join(', ') : '';
}
