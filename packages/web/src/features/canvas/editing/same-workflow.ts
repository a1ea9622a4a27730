import type { JsonValue } from '@attain/domain/workflows/json-value';
import { canonicalWorkflow } from '@attain/domain/workflows/parse-workflow';
import type { Workflow } from '@attain/domain/workflows/workflow';

const texts = new WeakMap<Workflow, string>();

/** The workflow as canonical JSON (RFC 8785), the form that is hashed and exported. */
export function canonicalText(workflow: Workflow): string {
  const known = texts.get(workflow);
  if (known !== undefined) return known;
  const text = written(canonicalWorkflow(workflow));
  texts.set(workflow, text);
  return text;
}

/** Whether two workflows are equal regardless of key order. */
export function sameWorkflow(a: Workflow, b: Workflow): boolean {
  return a === b || canonicalText(a) === canonicalText(b);
}

function written(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  // RFC 8785 orders keys by UTF-16 code units, as sort() does; a plain object would put digits first
  const entries = Object.entries(value as Readonly<Record<string, JsonValue>>).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${written(inner)}`).join(',')}}`;
}
