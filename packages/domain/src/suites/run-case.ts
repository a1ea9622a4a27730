import type { Effect, JournalEntry } from '../workflows/journal.ts';
import type { JsonObject, JsonValue } from '../workflows/json-value.ts';
import { type PreparedWorkflow, prepareWorkflow } from '../workflows/prepare-workflow.ts';
import type { RunStatus } from '../workflows/run-moves.ts';
import { type SimulatedRun, simulateRun, type World } from '../workflows/simulate-run.ts';
import { stepAlone } from '../workflows/step-alone.ts';
import { type TriedStep, triedStep } from '../workflows/try-workflow.ts';
import type { Workflow } from '../workflows/workflow.ts';
import { type Check, checkExpectation } from './expectations.ts';
import type { Stub, TestCase } from './test-case.ts';

/** What a case used: the same on every machine, so that two runs of it can be compared (WT-7). */
export interface Resources {
  /** From start to end in virtual time. */
  readonly virtualMs: number;
  readonly steps: number;
  readonly calls: number;
  readonly expressionSteps: number;
  readonly journalCharacters: number;
}

/** How a case went. */
export interface CaseResult {
  readonly passed: boolean;
  readonly status: RunStatus;
  readonly output: JsonValue;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly checks: readonly Check[];
  readonly steps: readonly TriedStep[];
  readonly resources: Resources;
  readonly journal: readonly JournalEntry[];
}

/** Makes a changed workflow ready to run, with the data contracts it names; null if it can’t run. */
export type Prepare = (workflow: Workflow, isDraft: boolean) => PreparedWorkflow | null;

/**
 * Runs one case with the interpreter of live runs in virtual time (WT-3). A case passes if every expectation holds and every
 * step that needs the outside had a stub. `prepare` is used by a case of one step (WT-13).
 */
export function runCase(
  prepared: PreparedWorkflow,
  test: TestCase,
  prepare: Prepare = withoutContracts,
): CaseResult {
  if (test.step === undefined) return resultOn(prepared, test);
  const part = stepAlone(unpinned(prepared.workflow), test.step, outputsGiven(test));
  if (!part.ok) return notRun(part.problems[0]?.message ?? '');
  const alone = prepare(part.value, true);
  if (alone === null) return notRun('This step can’t run alone. Test the whole workflow.');
  const result = resultOn(alone, test);
  const isOwn = (node: string | null) => node === null || prepared.nodes.has(node);
  return {
    ...result,
    // the end that follows the step is not part of the workflow
    checks: result.checks.map((check) => (isOwn(check.node) ? check : { ...check, node: test.step ?? null })),
    steps: result.steps.filter(({ node }) => isOwn(node)),
  };
}

function resultOn(prepared: PreparedWorkflow, test: TestCase): CaseResult {
  const atMs = Date.parse(test.startAt);
  const { input, variables } = test;
  const run = simulateRun(prepared, { input, variables, atMs }, stubbedWorld(test.stubs));
  const checks = [
    ...missingStubs(run.missing),
    ...(run.stopped ? [brokenOff('The run was stopped because it computed too long.')] : []),
    ...test.expectations.map((one) => checkExpectation(run, one, atMs)),
  ];
  const { ended, steps } = run.state;
  return {
    passed: checks.every((check) => check.passed),
    status: run.state.status,
    output: ended?.output ?? null,
    error: ended?.error ? { code: ended.error.code, message: ended.error.message } : null,
    checks,
    steps: [...steps.values()].filter(({ status }) => status !== 'idle').map(triedStep),
    resources: resourcesOf(run, atMs),
    journal: run.journal,
  };
}

/** What a case reached of the workflow: with a step, only what is recorded of that step (WT-13). */
export function testedEntries(
  { step }: Pick<TestCase, 'step'>,
  journal: readonly JournalEntry[],
): readonly JournalEntry[] {
  if (step === undefined) return journal;
  return journal.flatMap((entry): readonly JournalEntry[] => {
    if (entry.kind === 'computed')
      return [{ ...entry, steps: entry.steps.filter(({ node }) => node === step) }];
    return 'step' in entry && entry.step !== null && entry.step.node !== step ? [] : [entry];
  });
}

const withoutContracts: Prepare = (workflow, isDraft) => {
  const prepared = prepareWorkflow(workflow, undefined, isDraft);
  return prepared.ok ? prepared.value : null;
};

/** Data pinned while the workflow was drawn is not part of a test. */
function unpinned(workflow: Workflow): Workflow {
  return { ...workflow, nodes: workflow.nodes.map(({ pinned: _, ...node }) => node) };
}

/** The results of the steps before the tested one. */
function outputsGiven({ step, stubs }: TestCase): JsonObject {
  return Object.fromEntries(
    stubs.flatMap(({ node, result }) =>
      node === step || result.kind !== 'output' ? [] : [[node, result.value]],
    ),
  );
}

function notRun(message: string): CaseResult {
  return {
    passed: false,
    status: 'failed',
    output: null,
    error: null,
    checks: [brokenOff(message)],
    steps: [],
    resources: { virtualMs: 0, steps: 0, calls: 0, expressionSteps: 0, journalCharacters: 0 },
    journal: [],
  };
}

/** A world of stubs: the first of a step answers its first call, and so on; the last one repeats. */
export function stubbedWorld(stubs: readonly Stub[]): World {
  const calls = new Map<string, number>();
  const next = ({
    node,
    iteration,
  }: {
    readonly node: string;
    readonly iteration: string;
  }): Stub | undefined => {
    const own = stubs.filter((stub) => stub.node === node && stub.turn === iteration);
    const fitting = own.length > 0 ? own : stubs.filter((stub) => stub.node === node && stub.turn === null);
    const key = own.length > 0 ? `${node}@${iteration}` : node;
    const count = calls.get(key) ?? 0;
    calls.set(key, count + 1);
    return fitting[Math.min(count, fitting.length - 1)];
  };
  return {
    perform: ({ step }) => {
      const stub = next(step);
      if (stub === undefined) return null;
      if (stub.result.kind === 'none') return 'never';
      const delayMs = stub.delaySeconds * 1_000;
      if (stub.result.kind === 'output') return { delayMs, output: stub.result.value };
      const { code, message, retryable } = stub.result;
      return { delayMs, error: { code, message }, retryable };
    },
    answer: (_, step) => {
      const stub = next(step);
      if (stub?.result.kind !== 'output') return null;
      return { value: stub.result.value, delayMs: stub.delaySeconds * 1_000 };
    },
  };
}

function missingStubs(missing: readonly Effect[]): readonly Check[] {
  return [...new Set(missing.map(({ step }) => step.node))].map((node) => ({
    kind: 'stub',
    passed: false,
    expected: 'a result',
    actual: null,
    node,
    message: 'This step needs the outside and the test has no result for it. Add one.',
    differences: [],
  }));
}

function brokenOff(message: string): Check {
  return {
    kind: 'status',
    passed: false,
    expected: 'an end',
    actual: null,
    node: null,
    message,
    differences: [],
  };
}

function resourcesOf({ journal, effects, endedAtMs, worked, state }: SimulatedRun, atMs: number): Resources {
  return {
    virtualMs: endedAtMs - atMs,
    steps: [...state.steps.values()].filter(({ status }) => status === 'success' || status === 'error')
      .length,
    calls: effects.length,
    expressionSteps: worked,
    journalCharacters: JSON.stringify(journal).length,
  };
}
