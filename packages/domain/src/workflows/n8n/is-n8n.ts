import { isObject, ownField } from '../json-value.ts';

/** Whether the JSON is meant as a workflow of n8n: it has nodes, and connections by name. */
export function isN8n(json: unknown): boolean {
  const found = workflowIn(json);
  return Array.isArray(ownField(found, 'nodes')) && isObject(ownField(found, 'connections'));
}

/** The workflow of a file: alone, in a list, or in the answer of n8n's API. */
export function workflowIn(json: unknown): unknown {
  const hasLinks = (one: unknown) => isObject(ownField(one, 'connections'));
  const one = Array.isArray(json) ? (json.find(hasLinks) ?? json[0]) : json;
  if (hasLinks(one)) return one;
  return [ownField(one, 'workflow'), ownField(one, 'data')].find(hasLinks) ?? one;
}
