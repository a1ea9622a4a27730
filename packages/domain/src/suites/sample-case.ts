import { ok, type Result } from '../base/result.ts';
import { canPin, pinnablePorts } from '../workflows/nodes/bypass.ts';
import { nodeType } from '../workflows/nodes/node-types.ts';
import { sampleFor, sampleRecord } from '../workflows/nodes/sample-output.ts';
import { preparedNode, prepareWorkflow } from '../workflows/prepare-workflow.ts';
import { simulateRun } from '../workflows/simulate-run.ts';
import { earlierSteps, stepAlone } from '../workflows/step-alone.ts';
import type { Workflow, WorkflowNode } from '../workflows/workflow.ts';
import { graphOf } from '../workflows/workflow-graph.ts';
import { caseFromRun } from './case-from-run.ts';
import type { Stub, TestCase } from './test-case.ts';

/** Whether a step gets its result from outside, a person or a signal. */
export function needsStub({ type, config }: Pick<WorkflowNode, 'type' | 'config'>): boolean {
  const working = nodeType(type)?.working;
  return working === 'effect' || working === 'task' || (working === 'wait' && config.mode === 'signal');
}

/**
 * A case with sample data for the input and every step that needs the outside. It expects what the workflow does now, so it
 * passes; an empty one if the workflow can't run.
 */
export function sampleCase(workflow: Workflow, atMs: number): TestCase {
  return sampleOf(workflow, { atMs, isDraft: false });
}

/**
 * The same for one step alone (WT-13). Steps before it that choose a way are given a result, so that they lead to it. Rejects as
 * `stepAlone` does.
 */
export function sampleCaseOfStep(workflow: Workflow, step: string, atMs: number): Result<TestCase> {
  const graph = graphOf(workflow);
  const choosing = [...earlierSteps(graph, step)].filter((id) => {
    const node = graph.nodes.get(id);
    return node !== undefined && canPin(node) && pinnablePorts(node).length > 1;
  });
  const part = stepAlone(workflow, step, Object.fromEntries(choosing.map((id) => [id, {}])));
  if (!part.ok) return part;
  const sample = sampleOf(part.value, { atMs, isDraft: true });
  const given = choosing.map((node): Stub => {
    return { node, turn: null, delaySeconds: 0, result: { kind: 'output', value: {} } };
  });
  const succeeds = { kind: 'node', node: step, status: 'success' } as const;
  const others = sample.expectations.filter(({ kind }) => kind !== 'path');
  return ok({
    ...sample,
    step,
    stubs: [...given, ...sample.stubs],
    expectations: [succeeds, ...others],
  });
}

function sampleOf(
  workflow: Workflow,
  { atMs, isDraft }: { readonly atMs: number; readonly isDraft: boolean },
): TestCase {
  const prepared = prepareWorkflow(workflow, undefined, isDraft);
  const startAt = new Date(atMs).toISOString();
  const name = 'Sample data';
  const empty = { name, input: {}, variables: {}, startAt, stubs: [], expectations: [] };
  if (!prepared.ok) return empty;
  const sample = (node: string) => sampleFor(preparedNode(prepared.value, node));
  const input = sampleRecord(preparedNode(prepared.value, prepared.value.beginning).config.fields);
  const run = simulateRun(
    prepared.value,
    { input, atMs },
    {
      perform: ({ step }) => ({ output: sample(step.node), delayMs: 0 }),
      answer: (_, { node }) => ({ value: sample(node), delayMs: 0 }),
    },
  );
  return caseFromRun(name, run.journal) ?? { ...empty, input };
}
