import type { Problem } from '../../base/result.ts';
import type { EntryDraft, IgnoredReason, RunEvent, StepRef, StepResult, TaskRequest } from '../journal.ts';
import { isObject, type JsonValue, ownField } from '../json-value.ts';
import { type PreparedWorkflow, preparedNode } from '../prepare-workflow.ts';
import { keptKey } from './apply-entry.ts';
import { recordFaults } from './record-faults.ts';
import { isOver, type RunState, type StepState, stepKey } from './run-state.ts';

type Answer = RunEvent & { readonly kind: 'answer' };
type Given = { readonly value: JsonValue; readonly by: string | null };

/**
 * What an answer or signal does (I8): it ends the step that waits for it; it is kept when it came early; otherwise it is
 * ignored, with the reason.
 */
export function answerDraft(prepared: PreparedWorkflow, state: RunState, event: Answer): EntryDraft {
  const { node, iteration } = event.step;
  const waiting = waitingStep(state, event.step);
  if (waiting !== undefined) {
    return answered(prepared, waiting, event) ?? ignored(event.id, 'not-an-answer', waiting);
  }
  const known = state.steps.get(stepKey({ node, iteration: iteration ?? '' }));
  const ref = { node, iteration: iteration ?? '' };
  if (known?.status === 'skipped') return ignored(event.id, 'never-asked', ref);
  if (known !== undefined && isOver(known)) return ignored(event.id, 'already-answered', ref);
  if (!asks(prepared, node)) return ignored(event.id, 'never-asked', ref);
  if (state.kept.has(keptKey(event.step))) return ignored(event.id, 'already-kept', ref);
  return { kind: 'kept', key: `kept/${event.id}`, step: event.step, value: event.value, by: event.by };
}

/** The line that uses an answer kept for a step that has just begun to wait, or that says it is none; null without one. */
export function keptAnswer(prepared: PreparedWorkflow, step: StepState): EntryDraft | null {
  if (step.offered === null) return null;
  const draft = answered(prepared, step, step.offered);
  return draft ?? { ...ignored('', 'not-an-answer', step), key: `ignored/kept/${stepKey(step)}` };
}

/** What is wrong with an answer to a task (WF-25): a decision it does not offer, or a form not filled in. Empty: it is taken. */
export function answerFaults(task: TaskRequest, value: JsonValue): readonly Problem[] {
  if (!isObject(value))
    return [
      { rule: 'WF-25', path: '', message: 'An answer must be a record { decision, values, comment }.' },
    ];
  const decision = ownField(value, 'decision');
  const offered = task.decisions.length === 0 || task.decisions.some((one) => one === decision);
  const message = `Choose one of ${task.decisions.join(', ')}.`;
  return [
    ...(offered ? [] : [{ rule: 'WF-25', path: 'decision', message }]),
    ...recordFaults(task.form, ownField(value, 'values') ?? {}).map((one) => ({
      ...one,
      path: `values.${one.path}`,
    })),
  ];
}

function answered(prepared: PreparedWorkflow, step: StepState, { value, by }: Given): EntryDraft | null {
  const { wait } = step;
  if (wait === null || wait.for === 'timer') return null;
  if (wait.for === 'signal') return resultDraft(step, { output: value, ports: ['out'], ...said(by) });
  if (wait.for === 'outcome') return outcomeAnswer(prepared, step, value, by);
  if (answerFaults(wait.task, value).length > 0) return null;
  const port = wait.task.decisions.length === 0 ? 'out' : String(ownField(value, 'decision'));
  return resultDraft(step, { output: value, ports: [port], ...said(by) });
}

function outcomeAnswer(
  prepared: PreparedWorkflow,
  step: StepState,
  value: JsonValue,
  by: string | null,
): EntryDraft | null {
  const decision = ownField(value, 'decision');
  if (decision === 'succeeded') {
    const output = ownField(value, 'output') ?? null;
    return resultDraft(step, { output, ports: [firstPort(prepared, step)], ...said(by) });
  }
  if (decision === 'failed' && step.error !== null)
    return resultDraft(step, { error: step.error, ports: ['error'], ...said(by) });
  return decision === 'retry' ? retryDraft(step) : null;
}

/** The line that tries a step once more, with what was sent before. */
export function retryDraft(step: StepState): EntryDraft {
  const attempt = step.attempt + 1;
  const ref = { node: step.node, iteration: step.iteration };
  return {
    kind: 'requested',
    key: `requested/${stepKey(step)}#${attempt}`,
    step: ref,
    attempt,
    config: step.config ?? {},
  };
}

/** The one line that ends a step. */
export function resultDraft(step: StepState, result: StepResult): EntryDraft {
  const ref = { node: step.node, iteration: step.iteration };
  return { kind: 'result', key: `result/${stepKey(step)}`, step: ref, attempt: step.attempt, result };
}

/** The line for an event that changes nothing, with the reason. */
export function ignored(event: string, reason: IgnoredReason, step: StepRef | null): EntryDraft {
  const ref = step === null ? null : { node: step.node, iteration: step.iteration };
  return { kind: 'ignored', key: `ignored/${event}`, reason, step: ref };
}

/** The port a performed step leaves by: the one its answer names (validate_payouts), else its first. */
export function firstPort(prepared: PreparedWorkflow, step: StepState, output?: JsonValue): string {
  const ports = preparedNode(prepared, step.node).type.outputs.map(({ name }) => name);
  if (ports.includes('valid')) return ownField(output, 'valid') === false ? 'invalid' : 'valid';
  return ports[0] ?? 'out';
}

function waitingStep(state: RunState, { node, iteration }: Answer['step']): StepState | undefined {
  if (iteration !== null) {
    const step = state.open.get(stepKey({ node, iteration }));
    return step?.wait ? step : undefined;
  }
  return [...state.open.values()].find(
    (step) => step.node === node && step.wait !== null && step.wait.for !== 'timer',
  );
}

function asks(prepared: PreparedWorkflow, id: string): boolean {
  const node = prepared.nodes.get(id);
  return node?.type.working === 'task' || (node?.node.type === 'wait' && node.config.mode === 'signal');
}

function said(by: string | null): { readonly by?: string } {
  return by === null ? {} : { by };
}
