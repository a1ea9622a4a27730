import type { WorkflowCase } from '../../api/shapes.ts';
import { messages } from './messages.ts';

type Stub = WorkflowCase['stubs'][number];
export type Expectation = WorkflowCase['expectations'][number];
export type ExpectationKind = Expectation['kind'];

const words = messages.edit;

/** A stub as its fields hold it. */
export type StubDraft = {
  key: number;
  node: string;
  turn: string | null;
  delay: string;
  kind: Stub['result']['kind'];
  value: string;
  code: string;
  message: string;
  retryable: boolean;
};

/** An expectation as its fields hold it; each kind uses some of them. */
export type ExpectationDraft = {
  key: number;
  kind: ExpectationKind;
  node: string;
  /** A status, port, code or path. */
  text: string;
  json: string;
  test: 'equals' | 'contains' | 'matches' | 'within';
  match: 'strict' | 'unordered' | 'subset' | 'superset';
  tolerance: string;
};

export type CaseDraft = {
  name: string;
  /** The only step it tests; empty: the whole workflow. */
  step: string;
  input: string;
  variables: string;
  startAt: string;
  stubs: readonly StubDraft[];
  expectations: readonly ExpectationDraft[];
};

let last = 0;

/** A new key for a row. */
function nextKey(): number {
  last += 1;
  return last;
}

export const emptyExpectation = (kind: ExpectationKind, node: string): ExpectationDraft => ({
  key: nextKey(),
  kind,
  node,
  text: kind === 'status' ? 'completed' : kind === 'node' ? 'success' : '',
  json: kind === 'request' ? '{}' : '',
  test: 'equals',
  match: 'unordered',
  tolerance: '0',
});

export const emptyStub = (node: string): StubDraft => ({
  key: nextKey(),
  node,
  turn: null,
  delay: '0',
  kind: 'output',
  value: '{}',
  code: '',
  message: '',
  retryable: true,
});

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** The fields of a stored case. */
export function draftOf(test: WorkflowCase): CaseDraft {
  return {
    name: test.name,
    step: test.step ?? '',
    input: pretty(test.input),
    variables: pretty(test.variables),
    startAt: test.startAt,
    stubs: test.stubs.map(({ node, turn, delaySeconds, result }) => ({
      ...emptyStub(node),
      turn,
      delay: String(delaySeconds),
      kind: result.kind,
      ...(result.kind === 'output' ? { value: pretty(result.value) } : {}),
      ...(result.kind === 'error' ? result : {}),
    })),
    expectations: test.expectations.map(expectationDraft),
  };
}

function expectationDraft(one: Expectation): ExpectationDraft {
  const empty = emptyExpectation(one.kind, 'node' in one ? one.node : '');
  switch (one.kind) {
    case 'status':
    case 'node':
      return { ...empty, text: one.status };
    case 'output':
      return { ...empty, text: one.path, json: pretty(one.value), test: one.test, tolerance: one.tolerance };
    case 'error':
      return { ...empty, text: one.code };
    case 'path':
      return { ...empty, match: one.match, text: one.nodes.join('\n') };
    case 'port':
      return { ...empty, text: one.port };
    case 'calls':
      return { ...empty, text: String(one.count) };
    case 'request':
      return { ...empty, json: pretty(one.config) };
    case 'duration':
      return { ...empty, text: String(one.maxSeconds) };
  }
}

class Fault extends Error {}

/** The case that the fields hold, or what is wrong with the first wrong one. */
export function caseOf(draft: CaseDraft): { test: WorkflowCase } | { fault: string } {
  try {
    return {
      test: {
        name: draft.name,
        ...(draft.step === '' ? {} : { step: draft.step }),
        input: json(words.input, draft.input),
        variables: json(words.variables, draft.variables) as WorkflowCase['variables'],
        startAt: draft.startAt,
        stubs: draft.stubs.map((stub) => ({
          node: stub.node,
          turn: stub.turn,
          delaySeconds: number(words.delay, stub.delay),
          result: resultOf(stub),
        })),
        expectations: draft.expectations.map(expectationOf),
      },
    };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

function resultOf({ kind, value, code, message, retryable }: StubDraft): Stub['result'] {
  if (kind === 'none') return { kind };
  return kind === 'output' ? { kind, value: json(words.value, value) } : { kind, code, message, retryable };
}

function expectationOf(one: ExpectationDraft): Expectation {
  const { kind, node, text } = one;
  switch (kind) {
    case 'status':
      return { kind, status: text as 'completed' };
    case 'output':
      return {
        kind,
        path: text.trim(),
        test: one.test,
        value: json(words.expected, one.json),
        tolerance: one.tolerance,
      };
    case 'error':
      return { kind, code: text.trim() };
    case 'path':
      return { kind, match: one.match, nodes: text.split(/\s+/).filter((id) => id !== '') };
    case 'node':
      return { kind, node, status: text as 'success' };
    case 'port':
      return { kind, node, port: text };
    case 'calls':
      return { kind, node, count: number(words.count, text) };
    case 'request':
      return { kind, node, config: json(words.config, one.json) as WorkflowCase['variables'] };
    case 'duration':
      return { kind, maxSeconds: number(words.seconds, text) };
  }
}

function json(field: string, text: string): WorkflowCase['input'] {
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault(words.notJson(field));
  }
}

function number(field: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new Fault(words.notNumber(field));
  return value;
}
