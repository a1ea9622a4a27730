/** One step of a verification. `SKIP` states what was not checked and why; it never hides a failure. */
export interface VerdictStep {
  readonly step: string;
  readonly outcome: 'PASS' | 'FAIL' | 'SKIP';
  /** The finding as a sentence; for a failure, where it begins. */
  readonly message: string;
}

/** The outcome of a verification: good only when no step failed. */
export interface Verdict {
  readonly ok: boolean;
  readonly steps: readonly VerdictStep[];
}

export function isGood(steps: readonly VerdictStep[]): boolean {
  return steps.length > 0 && steps.every((step) => step.outcome !== 'FAIL');
}

/** The verdict as lines of text for a shell: `PASS  root: …`. */
export function verdictText(verdict: Verdict): string {
  const lines = verdict.steps.map((step) => `${step.outcome}  ${step.step}: ${step.message}`);
  return [...lines, verdict.ok ? 'VERIFIED' : 'NOT VERIFIED', ''].join('\n');
}
