/** One thing a verification looked at. `SKIP` says what was not looked at and why; it never hides a failure. */
export interface VerdictStep {
  readonly step: string;
  readonly outcome: 'PASS' | 'FAIL' | 'SKIP';
  /** What was found, in a sentence; for a failure where it begins. */
  readonly message: string;
}

/** The outcome of a verification: good only when no step failed. */
export interface Verdict {
  readonly ok: boolean;
  readonly steps: readonly VerdictStep[];
}

/** Whether no step failed. */
export function isGood(steps: readonly VerdictStep[]): boolean {
  return steps.length > 0 && steps.every((step) => step.outcome !== 'FAIL');
}

/** The verdict as lines of text for a shell: `PASS  root: …`. */
export function verdictText(verdict: Verdict): string {
  const lines = verdict.steps.map((step) => `${step.outcome}  ${step.step}: ${step.message}`);
  return [...lines, verdict.ok ? 'VERIFIED' : 'NOT VERIFIED', ''].join('\n');
}
