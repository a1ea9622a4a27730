import { isObject, type JsonValue } from '../json-value.ts';
import type { Workflow } from '../workflow.ts';

/** The names of the outputs of a workflow that only people who may read all runs see (WF-64). */
export function confidentialOutputs(workflow: Pick<Workflow, 'nodes'>): readonly string[] {
  return workflow.nodes.flatMap(({ type, config }) =>
    type === 'output' && config.secret === true
      ? [typeof config.name === 'string' ? config.name : 'result']
      : [],
  );
}

/** The result of a run for somebody outside: without its confidential outputs. */
export function withoutConfidential(workflow: Pick<Workflow, 'nodes'>, output: JsonValue): JsonValue {
  const hidden = confidentialOutputs(workflow);
  if (hidden.length === 0 || !isObject(output)) return output;
  return Object.fromEntries(Object.entries(output).filter(([name]) => !hidden.includes(name)));
}
