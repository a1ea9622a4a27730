import type { VerdictStep } from '@attain/domain/proofs/verdict';

const stepsOf = {
  content: ['file', 'hash'],
  artifacts: ['artifacts', 'payees', 'commitments'],
  sums: ['sums', 'figures'],
  signature: ['signature', 'key'],
  log: ['log'],
} as const;

/** What a pack is checked for, in the order of the verification. */
export type Check = keyof typeof stepsOf;

/** The steps of a verification as five checks. One that failed fails its check, and one that was not made never passes it alone. */
export function checksOf(
  steps: readonly VerdictStep[],
): readonly { readonly check: Check; readonly outcome: VerdictStep['outcome'] }[] {
  return (Object.keys(stepsOf) as Check[]).map((check) => {
    const names: readonly string[] = stepsOf[check];
    const own = steps.filter(({ step }) => names.includes(step)).map(({ outcome }) => outcome);
    return { check, outcome: own.includes('FAIL') ? 'FAIL' : own.includes('PASS') ? 'PASS' : 'SKIP' };
  });
}
