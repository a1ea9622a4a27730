import type { Effect, JournalEntry } from '../workflows/journal.ts';
import type { JsonValue } from '../workflows/json-value.ts';
import type { PreparedWorkflow } from '../workflows/prepare-workflow.ts';
import type { RunStatus } from '../workflows/run-moves.ts';
import { type SimulatedRun, simulateRun, type World } from '../workflows/simulate-run.ts';
import { type TriedStep, triedStep } from '../workflows/try-workflow.ts';
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

/**
 * Runs one case with the interpreter of live runs in virtual time (WT-3). A case passes if every expectation holds and every
 * step that needs the outside had a stub.
 */
export function runCase(prepared: PreparedWorkflow, test: TestCase): CaseResult {
  const atMs = Date.parse(test.startAt);
  const { input, variables } = test;
  const run = simulateRun(prepared, { input, variables, atMs }, stubbedWorld(test.stubs));
  const checks = [
    ...missingStubs(run.missing),
    ...(run.stopped ? [stoppedCheck] : []),
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

const stoppedCheck: Check = {
  kind: 'status',
  passed: false,
  expected: 'an end',
  actual: null,
  node: null,
  message: 'The run was stopped because it computed too long.',
  differences: [],
};

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
