import type { JsonObject, JsonValue } from '../workflows/json-value.ts';

/** What one suite and one case may hold at most (WT-1). */
export const SUITE_LIMITS = {
  cases: 200,
  stubs: 500,
  expectations: 100,
  /** Nodes named by one expected path. */
  path: 2_000,
  /** Characters of one case as JSON. */
  characters: 500_000,
  delaySeconds: 366 * 86_400,
} as const;

export const testTypes = ['unit', 'integration', 'scenario'] as const;
export type TestType = (typeof testTypes)[number];

export const testStatuses = ['passed', 'failed', 'running'] as const;
export type TestStatus = (typeof testStatuses)[number];

export const suiteStatuses = ['passed', 'failed', 'running', 'partial'] as const;
export type SuiteStatus = (typeof suiteStatuses)[number];

/** What a step that needs the outside returns in a test. Several for one step answer its calls in turn; the last repeats. */
export interface Stub {
  readonly node: string;
  /** Only for this turn of the loops around the node; null: for every turn. */
  readonly turn: string | null;
  readonly delaySeconds: number;
  readonly result:
    | { readonly kind: 'output'; readonly value: JsonValue }
    | {
        readonly kind: 'error';
        readonly code: string;
        readonly message: string;
        readonly retryable: boolean;
      }
    /** It does not return before the run ends or its time runs out. */
    | { readonly kind: 'none' };
}

export const outputTests = ['equals', 'contains', 'matches', 'within'] as const;
export const pathMatches = ['strict', 'unordered', 'subset', 'superset'] as const;
export const expectedStatuses = ['completed', 'failed', 'waiting'] as const;
export const expectedNodeStatuses = ['success', 'error', 'skipped', 'not-reached'] as const;

/** One thing a case expects of its run (WT-4). */
export type Expectation =
  | { readonly kind: 'status'; readonly status: (typeof expectedStatuses)[number] }
  | {
      readonly kind: 'output';
      /** Fields below the output, such as `total` or `rows[0].amount`; empty: the whole output. */
      readonly path: string;
      readonly test: (typeof outputTests)[number];
      readonly value: JsonValue;
      /** For `within`: how far the number may be off, as decimal text. */
      readonly tolerance: string;
    }
  | { readonly kind: 'error'; readonly code: string }
  | {
      readonly kind: 'path';
      readonly match: (typeof pathMatches)[number];
      readonly nodes: readonly string[];
    }
  | {
      readonly kind: 'node';
      readonly node: string;
      readonly status: (typeof expectedNodeStatuses)[number];
    }
  | { readonly kind: 'port'; readonly node: string; readonly port: string }
  | { readonly kind: 'calls'; readonly node: string; readonly count: number }
  | { readonly kind: 'request'; readonly node: string; readonly config: JsonObject }
  | { readonly kind: 'duration'; readonly maxSeconds: number };

/** One test of a workflow: what goes in, what stands in for the outside, and what is expected. */
export interface TestCase {
  readonly name: string;
  /** The only step it tests; stubs of earlier steps are their results. Absent: the whole workflow (WT-13). */
  readonly step?: string | undefined;
  readonly input: JsonValue;
  readonly variables: JsonObject;
  /** When the run starts, ISO 8601 in UTC. */
  readonly startAt: string;
  readonly stubs: readonly Stub[];
  readonly expectations: readonly Expectation[];
}

/** The kind of test a case is: it follows from what stands in for the outside (WT-2). */
export function testType({ step, stubs }: Pick<TestCase, 'step' | 'stubs'>): TestType {
  if (step !== undefined || stubs.length === 0) return 'unit';
  const times = new Map<string, number>();
  for (const { node, turn } of stubs) {
    const key = `${node} ${turn}`;
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  const timed = stubs.some(({ result, delaySeconds }) => result.kind !== 'output' || delaySeconds >= 1);
  return timed || [...times.values()].some((count) => count > 1) ? 'scenario' : 'integration';
}

/** How a suite ended: partial when some cases passed and some failed (TESTS-26). */
export function suiteStatus(counts: { readonly passed: number; readonly total: number }): SuiteStatus {
  if (counts.passed === counts.total) return 'passed';
  return counts.passed === 0 ? 'failed' : 'partial';
}

/** The average coverage of suites: the rounded mean of those that were run; null without one (TESTS-27). */
export function averageCoverage(coverages: readonly (number | null)[]): number | null {
  const known = coverages.filter((one) => one !== null);
  if (known.length === 0) return null;
  return Math.round(known.reduce((sum, one) => sum + one, 0) / known.length);
}
