import type { Problem } from '@attain/domain/base/result';
import { schemaProblems } from '@attain/domain/data-contracts/check-schema';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { RE2JS } from 're2js';

/** Checks a value; the problems carry JSON Pointers. */
export type SchemaCheck = (value: unknown) => readonly Problem[];

/** Compiled checks kept in memory, the latest used ones, and problems reported of one value. */
const maxKept = 500;
const maxProblems = 100;

/** Patterns run in linear time, so that no text can keep a check busy (DC-4). */
function linearPattern(pattern: string) {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  return {
    test: (text: string) => compiled.matcher(text).find(),
    // ajv tells patterns apart by their text
    toString: () => pattern,
  };
}
linearPattern.code = 'linearPattern';

function patternFault(pattern: string): string | null {
  try {
    linearPattern(pattern);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `This pattern can’t be used: ${reason.slice(0, 200)}. Lookahead, lookbehind and back-references are not supported.`;
  }
}

function newAjv(allErrors: boolean) {
  const ajv = new Ajv2020({
    allErrors,
    strictSchema: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowMatchingProperties: true,
    validateSchema: false,
    validateFormats: true,
    messages: true,
    addUsedSchema: false,
    // ajv's optimizer removes variables that are used ("items0 is not defined", 8.20.0)
    code: { regExp: linearPattern, optimize: false },
  });
  formats.default(ajv);
  ajv.addKeyword('x-attain-data');
  return ajv;
}

const [firstError, everyError, metaSchema] = [newAjv(false), newAjv(true), newAjv(true)];

/** Why a value can’t be the schema of a contract; empty if it can. */
export function schemaFaults(json: unknown): readonly Problem[] {
  const problems = schemaProblems(json, patternFault);
  if (problems.length > 0) return problems;
  if (!metaSchema.validateSchema(json as JsonObject))
    return (metaSchema.errors ?? []).slice(0, maxProblems).map((one) => problemOf(one, 'DC-2'));
  try {
    compiled(json as JsonObject, false);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ rule: 'DC-2', path: '', message: `The schema can’t be used: ${message.slice(0, 300)}.` }];
  }
}

const kept = new Map<string, SchemaCheck>();

/** The check of a stored schema, compiled once; it stops at the first problem. */
export function schemaCheck(schema: JsonObject): SchemaCheck {
  const text = JSON.stringify(schema);
  const known = kept.get(text);
  if (known !== undefined) return known;
  const check = compiled(schema, false);
  kept.set(text, check);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  return check;
}

/** Every problem of a value, for people who fix it. */
export function allProblems(schema: JsonObject, value: unknown): readonly Problem[] {
  return compiled(schema, true)(value);
}

function compiled({ $id: _, ...schema }: JsonObject, allErrors: boolean): SchemaCheck {
  const ajv = allErrors ? everyError : firstError;
  const validate = ajv.compile(schema);
  // it would keep every schema it ever saw
  ajv.removeSchema(schema);
  return (value) => {
    try {
      if (validate(value)) return [];
    } catch {
      // ajv compares objects by calling their `valueOf`, which a value may have as a field
      return [{ rule: 'DC-11', path: '', message: 'The value can’t be compared with the schema.' }];
    }
    return (validate.errors ?? []).slice(0, maxProblems).map((one) => problemOf(one, 'DC-11'));
  };
}

function problemOf(
  { instancePath, keyword, message = 'is not valid', params }: ErrorObject,
  rule: string,
): Problem {
  const listed = keyword === 'enum' ? `: ${String(params.allowedValues).slice(0, 200)}` : '';
  const extra =
    keyword === 'additionalProperties' ? `: ${String(params.additionalProperty).slice(0, 100)}` : '';
  const where = instancePath === '' ? 'The value' : instancePath.slice(0, 200);
  return { rule, path: instancePath, message: `${where} ${message}${listed}${extra}.` };
}
