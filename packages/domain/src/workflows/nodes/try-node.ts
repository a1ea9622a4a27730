import type { Problem } from '../../base/result.ts';
import { advance } from '../advance.ts';
import type { OpenedWait, StepError } from '../journal.ts';
import type { JsonObject, JsonValue } from '../json-value.ts';
import { prepareWorkflow } from '../prepare-workflow.ts';
import { EMPTY_WORKFLOW, type WorkflowEdge, type WorkflowNode } from '../workflow.ts';
import { nodeType, outputsOf } from './node-types.ts';

/** What a node does with a sample: what it computes, or what it would ask of the world; nothing is performed. */
export type Trial =
  | { readonly is: 'unsound'; readonly problems: readonly Problem[] }
  | { readonly is: 'untried'; readonly message: string }
  | { readonly is: 'failed'; readonly error: StepError }
  | { readonly is: 'computed'; readonly output: JsonValue; readonly ports: readonly string[] }
  | { readonly is: 'asked'; readonly config: JsonObject }
  | { readonly is: 'opened'; readonly wait: OpenedWait };

const IT = 'it';

/**
 * Runs one node on a sample with the interpreter that live runs use (WF-33). Computed nodes give their output; of what needs
 * the world, this says what would be performed, asked or waited for. `atMs` is the moment the trial is taken to happen.
 */
export function tryNode(
  node: { readonly type: string; readonly config: JsonObject },
  sample: JsonValue,
  atMs: number,
): Trial {
  const type = nodeType(node.type);
  if (type === undefined)
    return {
      is: 'unsound',
      problems: [{ rule: 'WF-4', path: 'type', message: `There is no type “${node.type}”.` }],
    };
  if (type.working === 'loop')
    return {
      is: 'untried',
      message: 'A loop can’t be tested alone. Test it on the canvas with its steps.',
    };
  const prepared = prepareWorkflow(around(node));
  if (!prepared.ok) {
    const own = prepared.problems.filter(({ path }) => path.includes('config'));
    return { is: 'unsound', problems: own.length > 0 ? own : prepared.problems };
  }
  const started = {
    id: 'start',
    atMs,
    kind: 'start' as const,
    run: 'trial',
    input: sample,
  };
  const { entries } = advance(prepared.value, [], started);
  for (const entry of entries) {
    if (entry.kind === 'requested' && entry.step.node === IT) return { is: 'asked', config: entry.config };
    if (entry.kind === 'opened' && entry.step.node === IT) return { is: 'opened', wait: entry.wait };
    if (entry.kind === 'result' && entry.step.node === IT) return ended(entry.result);
    const steps = entry.kind === 'computed' ? entry.steps : [];
    const own = steps.find((step) => step.node === IT);
    if (own !== undefined && !('turn' in own)) return ended(own);
  }
  return { is: 'untried', message: 'The sample does not reach this node.' };
}

function ended(
  result: { readonly ports: readonly string[] } & (
    | { readonly output: JsonValue }
    | { readonly error: StepError }
  ),
): Trial {
  if ('error' in result) return { is: 'failed', error: result.error };
  return { is: 'computed', output: result.output, ports: result.ports };
}

/** The smallest workflow that runs the node: a Start before it and an End behind each of its outputs. */
function around({ type, config }: { readonly type: string; readonly config: JsonObject }) {
  const place = (id: string, kind: string, given: JsonObject): WorkflowNode => ({
    id,
    type: kind,
    title: '',
    position: { x: 0, y: 0 },
    config: given,
  });
  const it = place(IT, type, config);
  const begins = (nodeType(type)?.inputs ?? []).length === 0;
  const outputs = outputsOf(it);
  const edges: WorkflowEdge[] = outputs.map(({ name }, at) => ({
    id: `out${at}`,
    from: { node: IT, port: name },
    to: { node: `end${at}`, port: 'in' },
  }));
  if (!begins) edges.push({ id: 'in', from: { node: 'begin', port: 'out' }, to: { node: IT, port: 'in' } });
  return {
    ...EMPTY_WORKFLOW,
    name: 'Trial',
    nodes: [
      ...(begins ? [] : [place('begin', 'start', {})]),
      it,
      ...outputs.map((_, at) => place(`end${at}`, 'end', {})),
    ],
    edges,
  };
}
