import { parseMoment } from '../expressions/moments.ts';
import type { EntryDraft, OpenedWait } from '../journal.ts';
import { isObject, type JsonObject, type JsonValue } from '../json-value.ts';
import { YEAR_SECONDS } from '../nodes/workflow-steps.ts';
import { type PreparedNode, type PreparedWorkflow, preparedNode } from '../prepare-workflow.ts';
import { computed, filled, resolveConfig, StepFault } from './resolve-config.ts';
import { type RunState, type StepState, stepKey } from './run-state.ts';
import { scopeOf } from './scope.ts';

/** The line that begins a step which needs the world: an effect is requested, a wait or task is opened, or it cannot begin. */
export function openStep(
  prepared: PreparedWorkflow,
  state: RunState,
  step: StepState,
  atMs: number,
): EntryDraft {
  const ref = { node: step.node, iteration: step.iteration };
  const node = preparedNode(prepared, step.node);
  try {
    if (node.type.working !== 'effect') {
      const wait =
        node.type.working === 'task'
          ? taskOf(prepared, state, step, atMs)
          : waitOf(prepared, state, step, atMs);
      return { kind: 'opened', key: `opened/${stepKey(step)}`, step: ref, wait };
    }
    const config = resolveConfig(prepared, node, scopeOf(prepared, state, step, atMs));
    return { kind: 'requested', key: `requested/${stepKey(step)}#1`, step: ref, attempt: 1, config };
  } catch (fault) {
    if (!(fault instanceof StepFault)) throw fault;
    const result = { error: fault.error, ports: ['error'] };
    return { kind: 'result', key: `result/${stepKey(step)}`, step: ref, attempt: step.attempt, result };
  }
}

function waitOf(prepared: PreparedWorkflow, state: RunState, step: StepState, atMs: number): OpenedWait {
  const { config } = preparedNode(prepared, step.node);
  const scope = scopeOf(prepared, state, step, atMs);
  const isComputed = typeof config.seconds !== 'number' && config.secondsFrom !== undefined;
  const seconds = isComputed
    ? secondsOf(computed(prepared, config.secondsFrom ?? '', scope))
    : config.seconds;
  const later = typeof seconds === 'number' ? atMs + Math.ceil(seconds * 1_000) : null;
  if (config.mode === 'signal') return { for: 'signal', name: String(config.signal), dueAtMs: later };
  if (config.mode === 'duration') return { for: 'timer', dueAtMs: later ?? atMs };
  const until = computed(prepared, config.until ?? '', scope);
  return { for: 'timer', dueAtMs: momentOf(until) };
}

function secondsOf(value: JsonValue): number {
  if (typeof value === 'number' && value >= 0 && value <= YEAR_SECONDS) return value;
  const shown = JSON.stringify(value).slice(0, 60);
  throw new StepFault(
    'DURATION',
    `${shown} is not a number of seconds. Use a number from 0 to ${YEAR_SECONDS}.`,
  );
}

function momentOf(value: unknown): number {
  const moment = parseMoment(value);
  if (moment !== null) return moment;
  const shown = JSON.stringify(value)?.slice(0, 60);
  throw new StepFault(
    'MOMENT',
    `${shown} is not a date and time. Include its time zone, like "2026-01-31T08:00:00Z".`,
  );
}

function taskOf(prepared: PreparedWorkflow, state: RunState, step: StepState, atMs: number): OpenedWait {
  const { node, type, config } = preparedNode(prepared, step.node);
  const scope = scopeOf(prepared, state, step, atMs);
  const minutes = (value: unknown) => (typeof value === 'number' ? atMs + value * 60_000 : null);
  const moment = (text: JsonValue | undefined) =>
    text === undefined ? null : momentOf(computed(prepared, text, scope));
  const name = (text: JsonValue | undefined) => named(filled(prepared, text ?? '', scope).trim());
  const title = filled(prepared, config.title ?? '', scope);
  return {
    for: 'task',
    task: {
      taskType: node.type,
      title: title !== '' ? title : node.title !== '' ? node.title : type.label,
      instructions: filled(prepared, config.instructions ?? '', scope),
      assignee: name(config.assignee),
      queue: name(config.queue),
      priority: String(config.priority),
      form: Array.isArray(config.form) ? config.form.filter(isObject) : ([] as readonly JsonObject[]),
      decisions: decisionsOf({ type }),
      slaAtMs: moment(config.dueAt) ?? minutes(config.slaMinutes) ?? atMs,
      escalateTo: name(config.escalateTo),
      expiresAtMs: moment(config.expiresAt) ?? minutes(config.expiresAfterMinutes),
    },
  };
}

/** The answers a task can be given: the outputs of its type but `out` and `expired`. */
function decisionsOf({ type }: Pick<PreparedNode, 'type'>): readonly string[] {
  return type.outputs.map(({ name }) => name).filter((name) => name !== 'out' && name !== 'expired');
}

function named(value: string): string | null {
  return value === '' ? null : value;
}
