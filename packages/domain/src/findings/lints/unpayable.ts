import { counted } from '../../base/figures.ts';
import type { Plan } from '../../plans/plan.ts';
import { checkPlan } from '../../plans/plan-checks.ts';
import type { Finding } from '../finding.ts';
import type { Lint } from './lint.ts';

const MISSING_RATE = 'CREDIT-6';
const EXAMPLES = 3;

/** LINT-11: records the plan cannot pay, by rule, so that no finding is taken for complete when part of the history was left out. */
export function unpayable(plan: Plan): Lint {
  const invalid = checkPlan(plan).length > 0;
  const found = new Map<string, { payees: number; examples: Set<string> }>();
  return {
    take: ({ paid }) => {
      // why an unsound plan pays nobody is told by the plan's own rules
      if (paid.ok || invalid) return;
      const reported = new Set<string>();
      for (const { rule, message } of paid.problems) {
        if (rule === MISSING_RATE) continue;
        const known = found.get(rule) ?? { payees: 0, examples: new Set<string>() };
        if (!reported.has(rule)) known.payees += 1;
        reported.add(rule);
        if (known.examples.size < EXAMPLES) known.examples.add(message);
        found.set(rule, known);
      }
    },
    findings: () =>
      [...found]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(
          ([rule, { payees, examples }]): Finding => ({
            rule: 'LINT-11',
            severity: 'error',
            path: '',
            message: `${counted(payees, 'payee')} can’t be paid by this plan (${rule}) and are excluded from the findings. ${[...examples].join(' ')}`,
            fix: 'Fix the records or the plan, and check again.',
            stake: null,
          }),
        ),
  };
}
