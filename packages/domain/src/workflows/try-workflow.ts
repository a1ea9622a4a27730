import { ok, type Result } from '../base/result.ts';
import type { StepError } from './journal.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { sampleFor } from './nodes/sample-output.ts';
import { type PreparedWorkflow, preparedNode, prepareWorkflow } from './prepare-workflow.ts';
import type { RunStatus, StepStatus } from './run-moves.ts';
import { MAX_EVENTS, simulateRun } from './simulate-run.ts';
import { inputOf, type StepState } from './steps/run-state.ts';
import type { Workflow } from './workflow.ts';

/** One step of a test run. */
export interface TriedStep {
  readonly node: string;
  readonly iteration: string;
  readonly status: StepStatus;
  readonly attempt: number;
  readonly input: JsonValue;
  readonly output: JsonValue;
  readonly error: StepError | null;
}

/** How a test run went. */
export interface WorkflowTrial {
  readonly status: RunStatus;
  readonly output: JsonValue;
  readonly error: StepError | null;
  readonly steps: readonly TriedStep[];
}

/** What a test run is given in place of the world. */
export interface TrialData {
  readonly input: JsonValue;
  /** What a node brings, or a person answers, by its id; nodes that are not named bring a sample. */
  readonly outputs: JsonObject;
  readonly atMs: number;
}

/**
 * Runs a workflow as it is drawn with the interpreter that live runs use (WF-77): what needs the world gets sample data at
 * once, and nothing is performed, sent or stored.
 */
export function tryWorkflow(workflow: Workflow, data: TrialData): Result<WorkflowTrial> {
  const prepared = prepareWorkflow(workflow, undefined, true);
  if (!prepared.ok) return prepared;
  const { state, stopped } = simulateRun(prepared.value, data, {
    perform: ({ step }) => ({ output: sampleOf(prepared.value, step.node, data), delayMs: 0 }),
    answer: (_, { node }) => ({ value: sampleOf(prepared.value, node, data), delayMs: 0 }),
  });
  const error = { code: 'TEST_STOPPED', message: `The test run stopped after ${MAX_EVENTS} events.` };
  return ok({
    status: state.status,
    output: state.ended?.output ?? null,
    error: stopped ? error : (state.ended?.error ?? null),
    steps: [...state.steps.values()].filter(({ status }) => status !== 'idle').map(triedStep),
  });
}

function sampleOf(prepared: PreparedWorkflow, id: string, { outputs }: TrialData): JsonValue {
  const given = Object.hasOwn(outputs, id) ? outputs[id] : undefined;
  return given ?? sampleFor(preparedNode(prepared, id));
}

/** One step as a test run shows it. */
export function triedStep({
  node,
  iteration,
  status,
  attempt,
  arrived,
  output,
  error,
}: StepState): TriedStep {
  return { node, iteration, status, attempt, input: inputOf(arrived), output: output ?? null, error };
}
