import { nodeType } from '../workflows/nodes/node-types.ts';
import { sampleFor, sampleRecord } from '../workflows/nodes/sample-output.ts';
import { preparedNode, prepareWorkflow } from '../workflows/prepare-workflow.ts';
import { simulateRun } from '../workflows/simulate-run.ts';
import type { Workflow, WorkflowNode } from '../workflows/workflow.ts';
import { caseFromRun } from './case-from-run.ts';
import type { TestCase } from './test-case.ts';

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
  const prepared = prepareWorkflow(workflow);
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
