import { type Decimal, ZERO } from '../base/decimal.ts';
import { moneyText } from '../base/money.ts';
import type { Plan } from '../plans/plan.ts';
import type { Finding, LintReport, Severity } from './finding.ts';
import { acceleratorReading } from './lints/accelerator-reading.ts';
import { creditFactors } from './lints/credit-factors.ts';
import { doubleCredit } from './lints/double-credit.ts';
import { idleGates } from './lints/idle-gates.ts';
import { type Lint, linesOf, type PaidHistory, paidBy } from './lints/lint.ts';
import { missingRates } from './lints/missing-rates.ts';
import { nothingCounted } from './lints/nothing-counted.ts';
import { orderOfOperations } from './lints/order-of-operations.ts';
import { otherCliffs } from './lints/other-cliffs.ts';
import { tierCliffs } from './lints/tier-cliffs.ts';
import { tierGaps } from './lints/tier-gaps.ts';
import { uncapped } from './lints/uncapped.ts';
import { unknownNames } from './lints/unknown-names.ts';
import { unpayable } from './lints/unpayable.ts';
import { unreachedTiers } from './lints/unreached-tiers.ts';
import { weightDrift } from './lints/weight-drift.ts';
import { assumptionsOf, type History, payHistory } from './pay-history.ts';

/** Every question that is asked, in the order of their rule numbers. */
const LINTS: readonly ((plan: Plan) => Lint)[] = [
  acceleratorReading,
  tierGaps,
  tierCliffs,
  otherCliffs,
  uncapped,
  idleGates,
  weightDrift,
  unreachedTiers,
  doubleCredit,
  missingRates,
  orderOfOperations,
  unpayable,
  creditFactors,
  unknownNames,
  nothingCounted,
];

const GRAVITY: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** A lint under way: it is told one history after another and may be left at any time; nothing is kept of it. */
export interface LintCourse {
  /** One payee with everything between two days. Memory does not grow with the number of payees. */
  take(history: History): void;
  report(): LintReport;
}

/**
 * Begins to lint a plan. What is told with money is computed by the calculation itself, on variants of the plan; without
 * any history the findings that need none are still made.
 */
export function lintCourse(plan: Plan): LintCourse {
  const lints = LINTS.map((begin) => begin(plan));
  let total: Decimal = ZERO;
  const looked = { payees: 0, periods: 0, lines: 0 };
  return {
    take: (history) => {
      const paid = payHistory(plan, history);
      looked.payees += 1;
      if (paid.ok) {
        const lines = linesOf(paid.value);
        looked.periods += paid.value.length;
        looked.lines += lines.length;
        total = total.plus(paidBy(lines));
      }
      const one: PaidHistory = {
        history,
        paid,
        pay: (variant) => {
          const other = payHistory(variant, history);
          return other.ok ? other.value : null;
        },
      };
      for (const lint of lints) lint.take(one);
    },
    report: () => ({
      findings: lints
        .flatMap((lint) => lint.findings())
        .toSorted((a: Finding, b: Finding) => GRAVITY[a.severity] - GRAVITY[b.severity]),
      looked: {
        ...looked,
        total: moneyText(total, plan.currency),
        currency: plan.currency,
        assumptions: assumptionsOf(plan),
      },
    }),
  };
}

/** Lints a plan on histories at hand, one payee each: yields after each payee, so that it can be shown and left. */
export function* lintPlan(
  plan: Plan,
  histories: readonly History[],
): Generator<{ readonly done: number; readonly of: number }, LintReport, void> {
  const course = lintCourse(plan);
  for (const [i, history] of histories.entries()) {
    course.take(history);
    yield { done: i + 1, of: histories.length };
  }
  return course.report();
}
