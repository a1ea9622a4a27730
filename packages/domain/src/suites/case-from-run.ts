import type { JournalEntry, StepRef, StepResult } from '../workflows/journal.ts';
import type { JsonValue } from '../workflows/json-value.ts';
import { nodePath } from './observed-run.ts';
import type { Expectation, Stub, TestCase } from './test-case.ts';

type Ended = JournalEntry & { readonly kind: 'ended' };

/**
 * A case that repeats a recorded run: its input, what came from outside as stubs, and its end as what is expected (WT-6).
 * Null: the run has not ended, or was cancelled.
 */
export function caseFromRun(name: string, journal: readonly JournalEntry[]): TestCase | null {
  const started = journal.find((entry) => entry.kind === 'started');
  const ended = journal.find((entry): entry is Ended => entry.kind === 'ended');
  if (started?.kind !== 'started' || ended === undefined || ended.status === 'cancelled') return null;
  return {
    name,
    input: started.input,
    variables: started.variables,
    startAt: new Date(started.atMs).toISOString(),
    stubs: stubsOf(journal),
    expectations: expectationsOf(journal, ended),
  };
}

/** What came from outside, in the order in which it came. Answers that nobody gave are no stubs: time runs out again. */
export function stubsOf(journal: readonly JournalEntry[]): readonly Stub[] {
  const open = new Map<string, Opened>();
  const stubs: Stub[] = [];
  for (const entry of journal) {
    if (entry.kind === 'requested' || (entry.kind === 'opened' && entry.wait.for !== 'outcome')) {
      // an attempt whose outcome nobody knew was tried again
      if (open.has(stepOf(entry))) stubs.push(stubOf(entry, { kind: 'none' }, 0));
      open.set(stepOf(entry), entry);
      continue;
    }
    if (entry.kind !== 'attempt-failed' && entry.kind !== 'result') continue;
    const from = open.get(stepOf(entry));
    open.delete(stepOf(entry));
    const result = entry.kind === 'result' ? resultOf(entry.result) : failedOf(entry);
    if (from !== undefined && result !== null) stubs.push(stubOf(entry, result, entry.atMs - from.atMs));
  }
  for (const entry of open.values())
    if (entry.kind === 'requested') stubs.push(stubOf(entry, { kind: 'none' }, 0));
  return stubs;
}

type Opened = JournalEntry & { readonly kind: 'requested' | 'opened' };

function stubOf({ step }: { readonly step: StepRef }, result: Stub['result'], delayMs: number): Stub {
  const turn = step.iteration === '' ? null : step.iteration;
  return { node: step.node, turn, delaySeconds: delayMs / 1_000, result };
}

function stepOf({ step: { node, iteration } }: { readonly step: StepRef }): string {
  return `${node}@${iteration}`;
}

function failedOf({ error }: JournalEntry & { readonly kind: 'attempt-failed' }): Stub['result'] {
  return { kind: 'error', code: error.code, message: error.message, retryable: true };
}

function resultOf(result: StepResult): Stub['result'] | null {
  if ('output' in result)
    return result.ports.some((port) => port === 'expired' || port === 'timeout')
      ? null
      : { kind: 'output', value: result.output };
  const { code, message } = result.error;
  return code === 'EXPIRED' ? null : { kind: 'error', code, message, retryable: false };
}

function expectationsOf(journal: readonly JournalEntry[], { status, output, error }: Ended): Expectation[] {
  const path: Expectation = { kind: 'path', match: 'unordered', nodes: nodePath(journal) };
  if (status === 'completed') {
    const whole: JsonValue = output;
    return [
      { kind: 'status', status },
      { kind: 'output', path: '', test: 'equals', value: whole, tolerance: '0' },
      path,
    ];
  }
  return [{ kind: 'status', status: 'failed' }, { kind: 'error', code: error?.code ?? '' }, path];
}
