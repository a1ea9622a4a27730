import type { RunEvent } from './journal.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { type PreparedWorkflow, prepareWorkflow } from './prepare-workflow.ts';
import { EMPTY_WORKFLOW, type Workflow, type WorkflowEdge, type WorkflowNode } from './workflow.ts';

/** A workflow in few words: `{ calc: ['calculator', { formula: '1' }] }` and `['start.out > calc.in']`. */
export function flow(
  nodes: Readonly<Record<string, string | readonly [type: string, config: JsonObject]>>,
  links: readonly string[],
  rest: Partial<Workflow> = {},
): Workflow {
  return {
    ...EMPTY_WORKFLOW,
    name: 'Sample',
    nodes: Object.entries(nodes).map(([id, said], at): WorkflowNode => {
      const [type, config] = typeof said === 'string' ? [said, {}] : said;
      return { id, type, title: id, position: { x: at * 200, y: 0 }, config };
    }),
    edges: links.map((link, at): WorkflowEdge => {
      const [from = '', to = ''] = link.split(' > ');
      return { id: `e${at}`, from: end(from), to: end(to) };
    }),
    ...rest,
  };
}

function end(text: string) {
  const [node = '', port = ''] = text.split('.');
  return { node, port };
}

/** The workflow made ready; a test that hands in an unsound one fails with the reasons. */
export function prepared(workflow: Workflow): PreparedWorkflow {
  const made = prepareWorkflow(workflow);
  if (!made.ok)
    throw new Error(made.problems.map(({ rule, path, message }) => `${rule} ${path}: ${message}`).join('\n'));
  return made.value;
}

/** The event that starts a run at moment 0. */
export function startEvent(input: JsonValue = {}): RunEvent & { readonly kind: 'start' } {
  return { id: 'start', atMs: 0, kind: 'start', run: 'run-1', input, by: 'ada' };
}
