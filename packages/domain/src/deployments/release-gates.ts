import { type Regression, regressionsOf } from '../suites/regressions.ts';
import type { Resources } from '../suites/run-case.ts';
import type { ScanFinding } from './scan-workflow.ts';

export const automatedGates = ['unit-tests', 'security-scan', 'performance-tests'] as const;
export const approvalGates = ['qa-approval', 'security-review', 'change-advisory'] as const;
export const releaseGates = [...automatedGates, ...approvalGates] as const;
export type AutomatedGate = (typeof automatedGates)[number];
export type ApprovalGate = (typeof approvalGates)[number];
export type ReleaseGate = (typeof releaseGates)[number];

/** What the gates are called in requests and messages. */
export const gateWords: Readonly<Record<ReleaseGate, string>> = {
  'unit-tests': 'Unit tests',
  'security-scan': 'Security scan',
  'performance-tests': 'Performance tests',
  'qa-approval': 'QA approval',
  'security-review': 'Security review',
  'change-advisory': 'Change advisory',
};

export const releaseStatuses = ['open', 'released', 'closed'] as const;
export type ReleaseStatus = (typeof releaseStatuses)[number];

/** Status of a gate: passed, failed, or open until someone decides. */
export interface GateResult {
  readonly gate: ReleaseGate;
  readonly status: 'passed' | 'failed' | 'open';
  readonly text: string;
}

/** The stored results that gates read. */
export interface StoredResults {
  /** Each suite of the workflow, and whether its present cases passed on exactly this document. */
  readonly suites: readonly { readonly name: string; readonly hasPassed: boolean }[];
  /** What each case used on this document and on the one that runs in production; null: no result. */
  readonly cases: readonly {
    readonly name: string;
    readonly now: Resources | null;
    readonly before: Resources | null;
  }[];
  readonly findings: readonly ScanFinding[];
}

/** How the automated gates stand (REL-13). They run nothing: what was never tested has not passed. */
export function judgeGates({ suites, cases, findings }: StoredResults): readonly GateResult[] {
  const unpassed = suites.filter(({ hasPassed }) => !hasPassed).map(({ name }) => `“${name}”`);
  const slower = cases.flatMap(({ name, now, before }) =>
    now === null ? [] : regressionsOf(before, now).map((one) => regressionWords(name, one)),
  );
  const compared = cases.filter(({ now, before }) => now !== null && before !== null).length;
  return [
    suites.length === 0
      ? failed('unit-tests', 'The workflow has no test suite. Add one, and run it.')
      : unpassed.length > 0
        ? failed('unit-tests', `Not passed on this version: ${unpassed.join(', ')}. Run them.`)
        : passed('unit-tests', suites.length === 1 ? '1 suite passed.' : `${suites.length} suites passed.`),
    findings.length > 0
      ? failed('security-scan', findings.map(({ message }) => message).join(' '))
      : passed('security-scan', 'Nothing found.'),
    cases.every(({ now }) => now === null)
      ? failed('performance-tests', 'No case has a result on this version. Run the suites.')
      : slower.length > 0
        ? failed('performance-tests', slower.join(' '))
        : passed(
            'performance-tests',
            compared === 0
              ? 'Measured. There is no result of the version in production to compare with.'
              : `${compared === 1 ? '1 case needs' : `${compared} cases need`} at most 10 % more than in production.`,
          ),
  ];
}

const passed = (gate: ReleaseGate, text: string): GateResult => ({ gate, status: 'passed', text });
const failed = (gate: ReleaseGate, text: string): GateResult => ({ gate, status: 'failed', text });

const measureWords: Readonly<Record<Regression['measure'], string>> = {
  steps: 'steps',
  calls: 'calls',
  expressionSteps: 'expression steps',
  journalCharacters: 'characters of journal',
  virtualMs: 'ms of virtual time',
};

function regressionWords(name: string, { measure, before, after }: Regression): string {
  return `“${name}” needs ${after} ${measureWords[measure]}, in production ${before}.`;
}

/** The name of a candidate: `1.4.0-rc.2`. */
export function candidateName(version: string, candidate: number): string {
  return `${version}-rc.${candidate}`;
}
