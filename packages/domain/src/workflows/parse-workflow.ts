import { readShape } from '../base/json-shape.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import { sizeFault } from './document-size.ts';
import type { JsonObject } from './json-value.ts';
import type { Workflow } from './workflow.ts';
import { workflowSchema } from './workflow-schema.ts';

/** How many problems of one document are told. */
export const MAX_PROBLEMS = 100;

/**
 * A workflow from unknown JSON, with what may be left out filled in (WF-1). Refused with every wrong place, up to 100; a
 * document beyond the limits (WF-2) or with prototype names (WF-3) is refused with that one reason. Whether it can run is
 * another question, see `checkWorkflow`. Nothing in it is executed.
 */
export function parseWorkflow(json: unknown): Result<Workflow> {
  const oversize = sizeFault(json);
  if (oversize !== null) return rejected([oversize]);
  const problems: Problem[] = [];
  const reading = { rule: 'WF-1', defs: {}, problems, max: MAX_PROBLEMS };
  const read = readShape(workflowSchema, json, '', reading);
  if (problems.length > 0) return rejected(problems);
  const { $schema: _, ...workflow } = read as Workflow & { readonly $schema?: string };
  const duplicates = doubles(workflow).slice(0, MAX_PROBLEMS);
  return duplicates.length > 0 ? rejected(duplicates) : ok(workflow);
}

/**
 * The workflow as the JSON value that is hashed and exported: the same content gives the same value, whatever order its
 * nodes, connections, variables and notes are kept in. (RFC 8785 orders the keys; the hash is the server's.)
 */
export function canonicalWorkflow(workflow: Workflow): JsonObject {
  const byId = (a: { readonly id: string }, b: { readonly id: string }) => order(a.id, b.id);
  const { name, description, nodes, edges, variables, notes, settings } = workflow;
  return {
    name,
    description,
    nodes: nodes
      .map(({ id, type, title, position, config, disabled, continueOnError, undoWith, pinned }) => ({
        id,
        type,
        title,
        position: { ...position },
        config,
        ...(disabled ? { disabled } : {}),
        ...(continueOnError ? { continueOnError } : {}),
        ...(undoWith ? { undoWith } : {}),
        ...(pinned ? { pinned: { ...pinned } } : {}),
      }))
      .sort(byId),
    edges: edges.map(({ id, from, to }) => ({ id, from: { ...from }, to: { ...to } })).sort(byId),
    variables: variables.map((one) => ({ ...one })).sort((a, b) => order(a.name, b.name)),
    notes: notes.map((one) => ({ ...one, position: { ...one.position } })).sort(byId),
    settings: { ...settings },
  };
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function doubles({ nodes, edges, variables, notes }: Workflow): readonly Problem[] {
  return [
    ...duplicates(
      'nodes',
      'id',
      nodes.map(({ id }) => id),
    ),
    ...duplicates(
      'edges',
      'id',
      edges.map(({ id }) => id),
    ),
    ...duplicates(
      'variables',
      'name',
      variables.map(({ name }) => name),
    ),
    ...duplicates(
      'notes',
      'id',
      notes.map(({ id }) => id),
    ),
  ];
}

function duplicates(list: string, key: string, ids: readonly string[]): readonly Problem[] {
  const seen = new Set<string>();
  return ids.flatMap((id, at) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [
      {
        rule: 'WF-6',
        path: `${list}[${at}].${key}`,
        message: `"${id}" appears twice. Give each its own name.`,
      },
    ];
  });
}
