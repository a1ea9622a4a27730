import type { Problem } from '../base/result.ts';

/** Payees one of the plans can't pay, for one reason (SIM-2). A payee counts under their first problem. */
export interface UnpaidReason {
  readonly plan: 'baseline' | 'draft';
  /** The problem of the first payee it kept out. */
  readonly example: string;
  readonly payees: number;
}

/** Counts why payees are in no total, by plan and rule. */
export function tallyUnpaid() {
  const byRule = new Map<string, { -readonly [Key in keyof UnpaidReason]: UnpaidReason[Key] }>();
  return {
    add: (plan: UnpaidReason['plan'], [first]: readonly Problem[]): void => {
      const key = `${plan} ${first?.rule ?? ''}`;
      const known = byRule.get(key);
      if (known) known.payees += 1;
      else byRule.set(key, { plan, example: first?.message ?? '', payees: 1 });
    },
    /** Most payees first; reasons of equally many in the order they were met. */
    reasons: (): readonly UnpaidReason[] => [...byRule.values()].sort((a, b) => b.payees - a.payees),
  };
}
