import { ok, type Result } from '../base/result.ts';
import { type Advance, advanceRun } from './advance.ts';
import type { Effect, RunEvent, StepError, Wait } from './journal.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { sampleFor } from './nodes/sample-output.ts';
import { type PreparedWorkflow, preparedNode, prepareWorkflow } from './prepare-workflow.ts';
import type { RunStatus, StepStatus } from './run-moves.ts';
import { inputOf, pendingRun, type StepState } from './steps/run-state.ts';
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

/** A workflow that needs more is going round in a circle of its own making. */
const MAX_EVENTS = 5_000;

/**
 * Runs a workflow as it is drawn with the interpreter that live runs use (WF-77): what needs the world gets sample data, timers
 * are due at once, and nothing is performed, sent or stored.
 */
export function tryWorkflow(workflow: Workflow, data: TrialData): Result<WorkflowTrial> {
  const prepared = prepareWorkflow(workflow);
  if (!prepared.ok) return prepared;
  const state = pendingRun();
  const open: RunEvent[] = [{ id: 'start', atMs: data.atMs, kind: 'start', run: 'test', input: data.input }];
  let last: Advance | null = null;
  for (let count = 0; count < MAX_EVENTS && open.length > 0; count += 1) {
    const event = open.shift() as RunEvent;
    last = advanceRun(prepared.value, state, event);
    if (last.more)
      open.unshift({ id: `more-${count}`, atMs: event.atMs, kind: 'continue', worked: last.worked });
    for (const effect of last.effects) open.push(performed(prepared.value, effect, data));
    for (const wait of last.waits) open.push(...answered(prepared.value, wait, data));
  }
  const { ended } = state;
  const stopped = { code: 'TEST_STOPPED', message: `The test run stopped after ${MAX_EVENTS} events.` };
  return ok({
    status: last?.status ?? 'pending',
    output: ended?.output ?? null,
    error: ended === null && open.length > 0 ? stopped : (ended?.error ?? null),
    steps: [...state.steps.values()].filter(({ status }) => status !== 'idle').map(triedStep),
  });
}

function performed(prepared: PreparedWorkflow, { step, attempt }: Effect, data: TrialData): RunEvent {
  const output = sampleOf(prepared, step.node, data);
  return {
    id: `${step.node}@${step.iteration}#${attempt}`,
    atMs: data.atMs,
    kind: 'effect-done',
    step,
    attempt,
    output,
  };
}

/** What becomes of a wait: a person answers, a signal comes, a pause is over; time limits are never reached. */
function answered(prepared: PreparedWorkflow, wait: Wait, data: TrialData): readonly RunEvent[] {
  const id = `answer-${wait.key}`;
  if (wait.kind === 'timer')
    return wait.why === 'wait' && !isSignal(prepared, wait)
      ? [{ id, atMs: wait.dueAtMs, kind: 'timer', timer: wait.key }]
      : [];
  if (wait.step === null) return [];
  const value = sampleOf(prepared, wait.step.node, data);
  return [{ id, atMs: data.atMs, kind: 'answer', step: wait.step, value, by: null }];
}

function isSignal(prepared: PreparedWorkflow, { step }: Wait): boolean {
  return step !== null && preparedNode(prepared, step.node).config.mode === 'signal';
}

function sampleOf(prepared: PreparedWorkflow, id: string, { outputs }: TrialData): JsonValue {
  const given = Object.hasOwn(outputs, id) ? outputs[id] : undefined;
  return given ?? sampleFor(preparedNode(prepared, id));
}

function triedStep({ node, iteration, status, attempt, arrived, output, error }: StepState): TriedStep {
  return { node, iteration, status, attempt, input: inputOf(arrived), output: output ?? null, error };
}
