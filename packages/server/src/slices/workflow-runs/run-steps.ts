import type { RunStep } from '@attain/contract/workflow-runs';
import type { JournalEntry, StepRef } from '@attain/domain/workflows/journal';
import { type PreparedWorkflow, preparedNode } from '@attain/domain/workflows/prepare-workflow';
import { inputOf, type RunState, stepKey } from '@attain/domain/workflows/steps/run-state';
import { sentValues } from '@attain/domain/workflows/steps/sent-values';

/** Every step of a run that was reached, in the order in which it was, with what came in and out and when. */
export function runSteps(
  prepared: PreparedWorkflow,
  state: RunState,
  entries: readonly JournalEntry[],
  children: ReadonlyMap<string, string> = new Map(),
): RunStep[] {
  const times = timesOf(entries);
  return [...state.steps.values()]
    .filter((step) => step.status !== 'idle')
    .map((step) => {
      const { node } = preparedNode(prepared, step.node);
      const time = times.get(stepKey(step));
      const undone = prepared.undoes.get(step.node);
      return {
        node: step.node,
        iteration: step.iteration,
        title: titleIn(prepared, step.node),
        type: node.type,
        status: step.status,
        attempt: step.attempt,
        startedAt: time === undefined ? null : new Date(time.from).toISOString(),
        endedAt: time?.to === undefined ? null : new Date(time.to).toISOString(),
        isTimed: time?.isOwn ?? false,
        input: inputOf(step.arrived) as RunStep['input'],
        output: (step.output ?? null) as RunStep['output'],
        sent: step.config === null ? null : (sentValues(step.config) as RunStep['sent']),
        childRunId: children.get(stepKey(step)) ?? null,
        undoes: undone === undefined ? null : titleIn(prepared, undone),
        error: step.error,
        by: step.by,
        cut: null,
      };
    });
}

function titleIn(prepared: PreparedWorkflow, id: string): string {
  const { node, type } = preparedNode(prepared, id);
  return node.title || type.label;
}

/** How many nodes were executed, and how often in all: a loop executes a node again. */
export function countSteps(prepared: PreparedWorkflow, steps: readonly RunStep[]) {
  const over = steps.filter(({ status }) => status === 'success' || status === 'error');
  return {
    nodes: prepared.nodes.size,
    nodesExecuted: new Set(over.map(({ node }) => node)).size,
    executions: over.length,
  };
}

interface Time {
  readonly from: number;
  to: number | undefined;
  /** False of computed steps. */
  isOwn: boolean;
}

/** When each step began and ended, as its journal lines say; computed steps take no time of their own. */
function timesOf(entries: readonly JournalEntry[]): ReadonlyMap<string, Time> {
  const times = new Map<string, Time>();
  const begin = (step: StepRef, at: number, isOwn = true) => {
    if (!times.has(stepKey(step))) times.set(stepKey(step), { from: at, to: undefined, isOwn });
  };
  const end = (step: StepRef, at: number, isOwn = true) => {
    begin(step, at, isOwn);
    const time = times.get(stepKey(step));
    if (time) time.to = at;
  };
  for (const entry of entries) {
    if (entry.kind === 'computed') for (const step of entry.steps) end(step, entry.atMs, false);
    else if (entry.kind === 'requested' || entry.kind === 'opened') begin(entry.step, entry.atMs);
    else if (entry.kind === 'result') end(entry.step, entry.atMs);
  }
  return times;
}
