import { asDecimal } from '../workflows/expressions/value.ts';
import type { JsonObject, JsonValue } from '../workflows/json-value.ts';
import type { SimulatedRun } from '../workflows/simulate-run.ts';
import { containsJson, jsonDifferences, matchesPattern, valueAt } from './json-differences.ts';
import { nodePath, portsTaken } from './observed-run.ts';
import type { Expectation } from './test-case.ts';

/** What one expectation came to. */
export interface Check {
  readonly kind: Expectation['kind'] | 'stub';
  readonly passed: boolean;
  readonly expected: JsonValue;
  /** Null where there is nothing, too. */
  readonly actual: JsonValue;
  /** Where it failed, for the graph; null: the run as a whole. */
  readonly node: string | null;
  /** What differs, in one sentence; empty if it passed. */
  readonly message: string;
  /** Places in which an output differs. */
  readonly differences: readonly {
    readonly path: string;
    readonly expected: JsonValue;
    readonly actual: JsonValue;
  }[];
}

type Of<Kind extends Expectation['kind']> = Extract<Expectation, { readonly kind: Kind }>;

/** Compares a simulated run with one expectation (WT-4). */
export function checkExpectation(run: SimulatedRun, expectation: Expectation, startMs: number): Check {
  switch (expectation.kind) {
    case 'status':
      return checkStatus(run, expectation);
    case 'output':
      return checkOutput(run, expectation);
    case 'error':
      return checkError(run, expectation);
    case 'path':
      return checkPath(run, expectation);
    case 'node':
      return checkNode(run, expectation);
    case 'port':
      return checkPort(run, expectation);
    case 'calls':
      return checkCalls(run, expectation);
    case 'request':
      return checkRequest(run, expectation);
    case 'duration':
      return checkDuration(run, expectation, startMs);
  }
}

/** The node where a run failed; null if it did not fail at one. */
export function failedNode({ state }: SimulatedRun): string | null {
  return state.ended?.error?.step?.node ?? null;
}

function checkStatus(run: SimulatedRun, { status }: Of<'status'>): Check {
  const actual = run.state.ended?.status ?? 'waiting';
  const error = run.state.ended?.error?.message;
  const message = `The run is ${actual}, not ${status}.${error === undefined ? '' : ` ${error}`}`;
  return made('status', { expected: status, actual, node: failedNode(run), message });
}

function checkOutput(run: SimulatedRun, expectation: Of<'output'>): Check {
  const { path, test, value, tolerance } = expectation;
  const output = run.state.ended?.output ?? null;
  const actual = valueAt(output, path);
  const place = path === '' ? 'The output' : `The output “${path}”`;
  const found = { expected: value, actual: actual ?? null, node: endNode(run) };
  if (actual === undefined) return failed('output', { ...found, message: `${place} is missing.` });
  if (test === 'equals') {
    const differences = jsonDifferences(value, actual).map((one) => ({
      path: one.path,
      expected: one.expected ?? null,
      actual: one.actual ?? null,
    }));
    const passed = differences.length === 0;
    const message = passed ? '' : `${place} differs in ${places(differences.length)}.`;
    return { kind: 'output', passed, ...found, message, differences };
  }
  const passed =
    test === 'contains'
      ? containsJson(actual, value)
      : test === 'matches'
        ? matchesPattern(asText(actual), asText(value))
        : isWithin(actual, value, tolerance);
  const words = {
    contains: `${place} does not contain the expected value.`,
    matches: `${place} does not match the pattern.`,
    within: `${place} is more than ${tolerance} away from the expected number.`,
  };
  return { kind: 'output', passed, ...found, message: passed ? '' : words[test], differences: [] };
}

function places(count: number): string {
  return count === 1 ? 'one place' : `${count} places`;
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isWithin(actual: JsonValue, expected: JsonValue, tolerance: string): boolean {
  const [found, wanted, off] = [
    asDecimal(actual as never),
    asDecimal(expected as never),
    asDecimal(tolerance),
  ];
  return found !== null && wanted !== null && off !== null && found.minus(wanted).abs().lte(off);
}

function checkError(run: SimulatedRun, { code }: Of<'error'>): Check {
  const error = run.state.ended?.error ?? null;
  const actual = error?.code ?? null;
  const message =
    actual === null ? `The run did not fail with ${code}.` : `The run failed with ${actual}, not ${code}.`;
  return made('error', { expected: code, actual, node: failedNode(run), message });
}

function checkPath(run: SimulatedRun, { match, nodes }: Of<'path'>): Check {
  const actual = nodePath(run.journal);
  const missing = nodes.filter((id) => !actual.includes(id));
  const added = actual.filter((id) => !nodes.includes(id));
  const passed =
    match === 'strict'
      ? jsonDifferences(nodes, actual).length === 0
      : match === 'subset'
        ? missing.length === 0
        : match === 'superset'
          ? added.length === 0
          : missing.length === 0 && added.length === 0;
  const node = (match === 'superset' ? added[0] : (missing[0] ?? added[0])) ?? null;
  const message = passed ? '' : pathMessage(missing, added);
  return { kind: 'path', passed, expected: nodes, actual, node, message, differences: [] };
}

function pathMessage(missing: readonly string[], added: readonly string[]): string {
  if (missing.length > 0) return `The run did not reach ${missing.join(', ')}.`;
  if (added.length > 0) return `The run also reached ${added.join(', ')}.`;
  return 'The run reached the steps in another order.';
}

function checkNode(run: SimulatedRun, { node, status }: Of<'node'>): Check {
  const steps = [...run.state.steps.values()].filter((step) => step.node === node && step.status !== 'idle');
  const [first] = steps;
  const found = steps.find((step) => step.status === status) ?? first;
  const actual = found?.status ?? 'not-reached';
  const why = found?.error ? ` ${found.error.message}` : '';
  return made('node', {
    expected: status,
    actual,
    node,
    message: `The step is ${actual}, not ${status}.${why}`,
  });
}

function checkPort(run: SimulatedRun, { node, port }: Of<'port'>): Check {
  const taken = portsTaken(run.journal).get(node);
  const actual = [...(taken ?? [])];
  const message =
    actual.length === 0 ? 'The step was not reached.' : `The step left by ${actual.join(', ')}.`;
  return actual.includes(port)
    ? passed('port', { expected: port, actual: port, node })
    : failed('port', { expected: port, actual, node, message });
}

function checkCalls(run: SimulatedRun, { node, count }: Of<'calls'>): Check {
  const actual = run.effects.filter(({ step }) => step.node === node).length;
  return made('calls', {
    expected: count,
    actual,
    node,
    message: `The step was called ${actual} times, not ${count}.`,
  });
}

function checkRequest(run: SimulatedRun, { node, config }: Of<'request'>): Check {
  const sent = run.effects
    .filter(({ step }) => step.node === node)
    .map((effect): JsonObject => effect.config);
  const found = sent.find((one) => containsExactly(one, config));
  const message =
    sent.length === 0 ? 'The step was not called.' : 'No call of the step had the expected settings.';
  return found === undefined
    ? failed('request', { expected: config, actual: sent[0] ?? null, node, message })
    : passed('request', { expected: config, actual: found, node });
}

function containsExactly(sent: JsonObject, expected: JsonObject): boolean {
  return Object.entries(expected).every(
    ([key, value]) => Object.hasOwn(sent, key) && jsonDifferences(value, sent[key]).length === 0,
  );
}

function checkDuration(run: SimulatedRun, { maxSeconds }: Of<'duration'>, startMs: number): Check {
  const actual = (run.endedAtMs - startMs) / 1_000;
  const found = { expected: maxSeconds, actual, node: null };
  return actual <= maxSeconds
    ? passed('duration', found)
    : failed('duration', {
        ...found,
        message: `The run took ${actual} s; at most ${maxSeconds} s are expected.`,
      });
}

function endNode({ state }: SimulatedRun): string | null {
  const ends = [...state.ends.keys()];
  return ends.length === 1 ? (ends[0] ?? null) : null;
}

type Found = Pick<Check, 'expected' | 'actual' | 'node'>;

/** Passed if what was expected is what was found. */
function made(kind: Check['kind'], found: Found & Pick<Check, 'message'>): Check {
  return found.expected === found.actual ? passed(kind, found) : failed(kind, found);
}

function passed(kind: Check['kind'], { expected, actual, node }: Found): Check {
  return { kind, passed: true, expected, actual, node, message: '', differences: [] };
}

function failed(
  kind: Check['kind'],
  { expected, actual, node, message }: Found & Pick<Check, 'message'>,
): Check {
  return { kind, passed: false, expected, actual, node, message, differences: [] };
}
