import type { Problem } from '../base/result.ts';
import { ownField } from './json-value.ts';
import { WORKFLOW_LIMITS } from './workflow.ts';

const LISTS = ['nodes', 'edges', 'variables', 'notes'] as const;

/**
 * The first limit that a document breaks (WF-2) or the first prototype name in it (WF-3), or null. Looks at no more values
 * than the limit allows, without recursion, so that no document is too large or too deep for it.
 */
export function sizeFault(json: unknown): Problem | null {
  return listFault(json) ?? walkFault(json);
}

function listFault(json: unknown): Problem | null {
  for (const list of LISTS) {
    const given = ownField(json, list);
    const max = WORKFLOW_LIMITS[list];
    if (Array.isArray(given) && given.length > max) {
      return {
        rule: 'WF-2',
        path: list,
        message: `The workflow has ${given.length} ${list}; the limit is ${max}.`,
      };
    }
  }
  return null;
}

function walkFault(json: unknown): Problem | null {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: json, depth: 0 }];
  let values = 0;
  let characters = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    values += 1;
    if (typeof value === 'string') characters += value.length;
    if (typeof value !== 'object' || value === null) {
      if (characters > WORKFLOW_LIMITS.characters) return beyond(`${WORKFLOW_LIMITS.characters} characters`);
      continue;
    }
    if (depth >= WORKFLOW_LIMITS.depth) return beyond(`${WORKFLOW_LIMITS.depth} levels of lists and objects`);
    const inner = Array.isArray(value) ? value : Object.keys(value);
    if (values + open.length + inner.length > WORKFLOW_LIMITS.values)
      return beyond(`${WORKFLOW_LIMITS.values} values`);
    if (!Array.isArray(value)) {
      const fault = keysFault(inner);
      if (fault !== null) return fault;
    }
    for (const one of Object.values(value)) open.push({ value: one, depth: depth + 1 });
  }
  return null;
}

function keysFault(keys: readonly string[]): Problem | null {
  const { keysOfOneObject, nameLength } = WORKFLOW_LIMITS;
  if (keys.length > keysOfOneObject) return beyond(`${keysOfOneObject} fields in one object`);
  if (keys.some((key) => key.length > nameLength))
    return beyond(`${nameLength} characters in the name of a field`);
  if (!keys.includes('__proto__')) return null;
  return { rule: 'WF-3', path: '', message: 'The document has a field called "__proto__". Remove it.' };
}

function beyond(what: string): Problem {
  return { rule: 'WF-2', path: '', message: `The document is too large: the limit is ${what}.` };
}
