import { ok, type Result, rejected } from '../base/result.ts';
import type { Plan } from './plan.ts';
import { checkPlan } from './plan-checks.ts';
import { PLAN_MOVES, type PlanMove, type PlanStatus } from './plan-statuses.ts';

/** The standing after a move; refused when the move is not open, or when the plan to be activated is not sound. */
export function movePlan(plan: Plan, status: PlanStatus, move: PlanMove): Result<PlanStatus> {
  const { from, to } = PLAN_MOVES[move];
  if (!from.includes(status)) {
    const message = `A plan that is ${status} can’t be ${move}d; it must be ${from.join(' or ')}.`;
    return rejected([{ rule: 'PLAN-9', path: 'status', message }]);
  }
  const problems = move === 'activate' ? checkPlan(plan) : [];
  return problems.length > 0 ? rejected(problems) : ok(to);
}
