import type { VerdictStep } from '@attain/domain/proofs/verdict';

const stepsOf = {
  content: ['hash', 'file'],
  artifacts: ['artifacts', 'payees', 'commitments'],
  sums: ['sums', 'figures'],
  signature: ['signature', 'key'],
  log: ['log'],
} as const;

/** What a pack is checked for, in the order of the verification. */
export type Check = keyof typeof stepsOf;

/** The steps of a verification as five checks: each has the outcome of its first step, and fails with any of its steps. */
export function checksOf(
  steps: readonly VerdictStep[],
): readonly { readonly check: Check; readonly outcome: VerdictStep['outcome'] }[] {
  return (Object.keys(stepsOf) as Check[]).map((check) => {
    const names: readonly string[] = stepsOf[check];
    const own = steps.filter(({ step }) => names.includes(step));
    const failed = own.some(({ outcome }) => outcome === 'FAIL');
    const first = own.find(({ step }) => step === names[0])?.outcome ?? 'SKIP';
    return { check, outcome: failed ? 'FAIL' : first };
  });
}
