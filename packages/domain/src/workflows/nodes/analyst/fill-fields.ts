import type { Problem } from '../../../base/result.ts';
import { isObject, type JsonObject, type JsonValue } from '../../json-value.ts';
import { recordFaults } from '../../steps/record-faults.ts';
import type { AnalystAnswer } from './analyse.ts';
import { readContext } from './read-context.ts';

/** A record made of an answer, and what of the expected fields it lacks (WF-25). */
export interface FilledRecord {
  readonly record: JsonObject;
  readonly faults: readonly Problem[];
}

const TEXTS = ['answer', 'text', 'summary'];
const LISTS = ['findings', 'reasons', 'evidence'];

/**
 * Fills an expected record with what the analyst knows (AN-12): its text, its findings, and single values that stand in what
 * came in under that very name, in one place only. A field it does not know stays away and is told; nothing is made up.
 */
export function fillFields(
  expected: JsonValue | undefined,
  answer: AnalystAnswer,
  given: JsonValue,
): FilledRecord {
  const fields = Array.isArray(expected) ? expected.filter(isObject) : [];
  if (fields.length === 0) return { record: { answer: answer.text, findings: asJson(answer) }, faults: [] };
  const { singles } = readContext(given);
  const entries = fields.flatMap((field): [string, JsonValue][] => {
    const name = String(field.name);
    const same = singles.filter(({ path }) => path.slice(path.lastIndexOf('.') + 1) === name);
    if (same.length === 1) return same.map(({ value }) => [name, value]);
    if (TEXTS.includes(name)) return [[name, answer.text]];
    if (LISTS.includes(name)) return [[name, asJson(answer)]];
    return name === 'answered' ? [[name, answer.answered]] : [];
  });
  const record = Object.fromEntries(entries);
  return { record, faults: recordFaults(expected, record) };
}

function asJson({ findings }: AnalystAnswer): JsonValue {
  return findings.map(({ rule, message, evidence }) => ({
    rule,
    message,
    evidence: evidence.map(({ path, value }) => ({ path, value })),
  }));
}
