import type { JournalEntry } from '../workflows/journal.ts';
import type { JsonObject, JsonValue } from '../workflows/json-value.ts';
import type { PreparedWorkflow } from '../workflows/prepare-workflow.ts';
import { simulateRun } from '../workflows/simulate-run.ts';
import { caseFromRun } from './case-from-run.ts';
import { type JsonDifference, jsonDifferences } from './json-differences.ts';
import { stubbedWorld } from './run-case.ts';

export const replayVerdicts = ['same', 'different-end', 'different-calls', 'not-replayable'] as const;
export type ReplayVerdict = (typeof replayVerdicts)[number];

/** How a run ended. */
export interface RunEnd {
  readonly status: string;
  readonly output: JsonValue;
  readonly error: string | null;
}

/** A call that a version makes and the recorded run did not, or the reverse, or with other settings. */
export interface CallDifference {
  readonly node: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly differences: readonly JsonDifference[];
}

/** How a recorded run would go on another version (WT-10). */
export interface Replay {
  readonly verdict: ReplayVerdict;
  readonly recorded: RunEnd;
  readonly replayed: RunEnd;
  /** Where the outputs differ. */
  readonly differences: readonly JsonDifference[];
  readonly calls: readonly CallDifference[];
  /** Steps that need a result which the recorded run does not have. */
  readonly missing: readonly string[];
}

/** Replays an ended run on a version with what it got from outside. Null: it has not ended, or was cancelled. */
export function replayRun(prepared: PreparedWorkflow, journal: readonly JournalEntry[]): Replay | null {
  const test = caseFromRun('', journal);
  const started = journal.find((entry) => entry.kind === 'started');
  const ended = journal.find((entry) => entry.kind === 'ended');
  if (test === null || started?.kind !== 'started' || ended?.kind !== 'ended') return null;
  const { run, by, atMs } = started;
  const { input, variables } = test;
  const again = simulateRun(prepared, { input, variables, atMs, run, by }, stubbedWorld(test.stubs));
  const end = again.state.ended;
  const recorded = { status: ended.status, output: ended.output, error: ended.error?.code ?? null };
  const replayed = {
    status: end?.status ?? again.state.status,
    output: end?.output ?? null,
    error: end?.error?.code ?? null,
  };
  const differences = jsonDifferences(recorded.output, replayed.output);
  const calls = callDifferences(requestsIn(journal), requestsIn(again.journal));
  const missing = [...new Set(again.missing.map(({ step }) => step.node))];
  const sameEnd =
    recorded.status === replayed.status && recorded.error === replayed.error && differences.length === 0;
  const verdict =
    missing.length > 0
      ? 'not-replayable'
      : !sameEnd
        ? 'different-end'
        : calls.length > 0
          ? 'different-calls'
          : 'same';
  return { verdict, recorded, replayed, differences, calls, missing };
}

/** The settings of each call by step and attempt. */
function requestsIn(journal: readonly JournalEntry[]): ReadonlyMap<string, readonly [string, JsonObject]> {
  return new Map(
    journal.flatMap((entry) =>
      entry.kind === 'requested'
        ? [
            [
              `${entry.step.node}@${entry.step.iteration}#${entry.attempt}`,
              [entry.step.node, entry.config] as const,
            ] as const,
          ]
        : [],
    ),
  );
}

type Requests = ReturnType<typeof requestsIn>;

function callDifferences(recorded: Requests, replayed: Requests): readonly CallDifference[] {
  const found: CallDifference[] = [];
  for (const [key, [node, config]] of recorded) {
    const other = replayed.get(key);
    const differences = other === undefined ? [] : jsonDifferences(config, other[1]);
    if (other === undefined) found.push({ node, change: 'removed', differences });
    else if (differences.length > 0) found.push({ node, change: 'changed', differences });
  }
  for (const [key, [node]] of replayed)
    if (!recorded.has(key)) found.push({ node, change: 'added', differences: [] });
  return found.slice(0, 100);
}
