import { ok, type Result, rejected } from '../base/result.ts';
import { replay } from './advance.ts';
import { titleOf } from './connect.ts';
import type { JournalEntry, StepRef } from './journal.ts';
import type { PreparedWorkflow } from './prepare-workflow.ts';
import { around, loopAround, type RunState, type StepState, stepKey } from './steps/run-state.ts';
import { graphOf, reachable } from './workflow-graph.ts';

/** The run that tries again: its id, when it begins (its deadline counts from there), and the event it comes from. */
interface FreshRun {
  readonly run: string;
  readonly atMs: number;
  readonly event: string;
}

/**
 * The journal a new run begins with when an ended run is retried from a node (WF-29): other finished steps keep their results; the
 * node, its successors and steps that had not ended run again. A node inside a loop means the whole loop. Give the new run an
 * event `continue`. Rejected while the old run is in progress, for a node it does not have, and where it would repeat a step that was to
 * be undone and was not (WF-118).
 */
export function journalForRetry(
  prepared: PreparedWorkflow,
  journal: readonly JournalEntry[],
  { from, ...fresh }: { readonly from: string } & FreshRun,
): Result<readonly JournalEntry[]> {
  const state = replay(prepared, journal);
  if (state.ended === null || state.startedAtMs === null)
    return no('run', 'Only a run that has ended can be retried.');
  if (!prepared.nodes.has(from)) return no('from', `There is no step "${from}".`);
  const again = repeatedFrom(prepared, state, from);
  const standing = notUndone(prepared, state).find(([node]) => again.has(node));
  if (standing !== undefined) {
    const [step, undo] = standing.map((id) => titleOf(graphOf(prepared.workflow), id));
    return no(
      'from',
      `${undo} did not undo ${step}, so a retry would repeat it. Undo it by hand, then start a new run.`,
    );
  }
  const isKept = keptFrom(state, again);
  return ok(
    journal.flatMap((entry): JournalEntry[] => {
      const kept = entryFor(entry, fresh, isKept);
      return kept === null ? [] : [{ ...kept, event: fresh.event }];
    }),
  );
}

/** Whether a run in progress, or a retry of an ended one from where it failed, leads to that step running again. */
export function isRepeated(prepared: PreparedWorkflow, state: RunState, step: StepRef): boolean {
  if (state.ended === null) return true;
  const from = stepToRetry(state);
  return from.ok && !keptFrom(state, repeatedFrom(prepared, state, from.value))(step);
}

/** Steps that were to be undone and were not, each with its undo step. */
function notUndone({ undoes }: PreparedWorkflow, state: RunState): [step: string, undo: string][] {
  const failed = new Set(
    [...state.steps.values()].flatMap(({ node, status }) => (status === 'success' ? [] : [node])),
  );
  return [...undoes].flatMap(([undo, node]) => (failed.has(undo) ? [[node, undo]] : []));
}

/** The steps that run again when a run is retried from a node. */
function repeatedFrom(prepared: PreparedWorkflow, state: RunState, from: string): ReadonlySet<string> {
  const graph = graphOf(prepared.workflow);
  // what was undone has to be done again, and what was computed from it
  const undone = [...prepared.undoes].flatMap(([undo, node]) =>
    [...state.steps.values()].some((step) => step.node === undo && step.status === 'success') ? [node] : [],
  );
  const again = reachable(
    graph,
    [from, ...undone].map((id) => outermostLoop(prepared, id)),
  );
  for (const undo of prepared.undoes.keys()) again.add(undo);
  return again;
}

/** Tells which steps keep their results when others run again. */
function keptFrom(state: RunState, again: ReadonlySet<string>): (ref: StepRef) => boolean {
  return (ref) => hasEnded(state, ref) && !again.has(ref.node) && loopsStand(state, ref, again);
}

function entryFor(
  entry: JournalEntry,
  fresh: FreshRun,
  isKept: (ref: StepRef) => boolean,
): JournalEntry | null {
  switch (entry.kind) {
    case 'started':
      return { ...entry, run: fresh.run, atMs: fresh.atMs };
    case 'computed': {
      const steps = entry.steps.filter(isKept);
      const [first] = steps;
      if (first === undefined) return null;
      const turn = 'turn' in first ? `#${first.turn}` : '';
      return { ...entry, key: `computed/${stepKey(first)}${turn}`, steps };
    }
    case 'requested':
    case 'attempt-failed':
    case 'opened':
    case 'escalated':
    case 'result':
      return isKept(entry.step) ? entry : null;
    default:
      return null;
  }
}

function outermostLoop(prepared: PreparedWorkflow, id: string): string {
  let found = id;
  for (
    let loop = prepared.nodes.get(id)?.loop ?? null;
    loop !== null;
    loop = prepared.nodes.get(loop)?.loop ?? null
  )
    found = loop;
  return found;
}

/** The node that an ended run is retried from: the one that failed, else one that had not ended; rejected if there is no such node. */
export function stepToRetry({ failure, steps }: RunState): Result<string> {
  const open = [...steps.values()].find(
    ({ iteration, status, arrived }) =>
      iteration === '' && (status === 'cancelled' || (status === 'idle' && arrived.length > 0)),
  );
  const node = failure?.step?.node ?? open?.node;
  return node === undefined ? no('from', 'Every step of this run has ended.') : ok(node);
}

/** Whether the step ended in a way the run continued from. */
function hasEnded(state: RunState, ref: StepRef): boolean {
  const step: StepState | undefined = state.steps.get(stepKey(ref));
  if (step?.status === 'success') return true;
  const failed = state.failure?.step;
  return step?.status === 'error' && !(failed?.node === ref.node && failed.iteration === ref.iteration);
}

function loopsStand(state: RunState, ref: StepRef, again: ReadonlySet<string>): boolean {
  for (let at: string | null = ref.iteration; at !== null && at !== ''; at = around(at)) {
    const loop = loopAround(state, at);
    if (loop === undefined || loop.status !== 'success' || again.has(loop.node)) return false;
  }
  return true;
}

function no(path: string, message: string): Result<never> {
  return rejected([{ rule: 'WF-29', path, message }]);
}
