import { checkPeriod } from '../../../base/period.ts';
import { ok, type Problem, type Result, rejected } from '../../../base/result.ts';
import type { Plan } from '../../../plans/plan.ts';
import { checkPlan } from '../../../plans/plan-checks.ts';
import { byPayee, checkInput, ordered, payeesOf } from '../../calculate.ts';
import { fundedComponents } from '../../limits/fund.ts';
import { creditAll } from '../../measures/credit-all.ts';
import { checkGiven } from '../../measures/given.ts';
import type { LineToPay } from '../../pay-line.ts';
import { linesToPay } from '../../pay-participant.ts';
import { type PlanSetting, planSetting, settingFor } from '../../pay-setting.ts';
import type { CalculationInput } from '../../payout.ts';
import { type LinePay, payInColumns } from './pay-in-columns.ts';
import { isPlainPlan, type PlainPlan } from './plain-credits.ts';

/**
 * What `calculate` pays, line by line in the same order, without explanations (KERNEL-10). A line that the kernel cannot take
 * goes through the reference and says why. Plans whose lines limit each other (a plan cap, the fund of a SPIFF) are refused
 * here with KERNEL-11: `calculate` pays them.
 */
export function calculateInColumns(input: CalculationInput): Result<readonly LinePay[]> {
  const lines = linesOf(input, checkedPlan(input));
  return lines.ok ? ok(lines.value.map(payInColumns)) : lines;
}

/** A plan and a period that were checked once, for however many payees are paid by them, each by itself. */
export interface CheckedPlan {
  readonly setting: PlanSetting;
  /** What the plan itself is refused for: what is wrong with it, and KERNEL-11. */
  readonly problems: readonly Problem[];
  /** What is learnt on the way, where nothing of a line depends on anything but its own credits, quota and target; else null. */
  readonly plain: PlainPlan | null;
}

/** Checks a plan and a period for `linesOf`. */
export function checkedPlan(input: Pick<CalculationInput, 'plan' | 'period' | 'completeFrom'>): CheckedPlan {
  const invalid = checkPlan(input.plan).map((problem) => ({ ...problem, path: `plan.${problem.path}` }));
  const setting = planSetting(input, invalid.length === 0 && checkPeriod(input.period).length === 0);
  const problems = [...invalid, ...limitsOverLines(input.plan)];
  return { setting, problems, plain: isPlainPlan(setting) ? { days: new Set(), shapes: new Map() } : null };
}

/** Every line of a calculation with its terms and credits, nothing paid yet; `checked` is its own plan and period. */
export function linesOf(input: CalculationInput, checked: CheckedPlan): Result<readonly LineToPay[]> {
  const problems: Problem[] = [...checked.problems, ...checkInput(input)];
  if (problems.length > 0) return rejected(problems);
  problems.push(...checked.setting.problems);
  const setting = settingFor(checked.setting, input);
  problems.push(...checkGiven(input, setting));
  const crediting = creditAll(input, setting, problems);
  let step = crediting.next();
  while (!step.done) step = crediting.next();
  if (problems.length > 0) return rejected(problems);
  const shares = step.value;
  const quotas = byPayee(input.quotas);
  const earlier = byPayee(input.earlier ?? []);
  const lines: LineToPay[] = [];
  for (const payee of payeesOf(input)) {
    const own = {
      shares: ordered(shares.get(payee.id) ?? []),
      quotas: quotas.get(payee.id) ?? [],
      earlier: earlier.get(payee.id) ?? [],
    };
    const found = linesToPay(setting, payee, own);
    if (found.ok) lines.push(...found.value);
    else problems.push(...found.problems);
  }
  return problems.length > 0 ? rejected(problems) : ok(lines);
}

function limitsOverLines(plan: Plan): readonly Problem[] {
  const problems: Problem[] = [];
  const message = (what: string) =>
    `${what} limits several lines together; calculate the plan with explanations.`;
  if (plan.planCap !== undefined)
    problems.push({ rule: 'KERNEL-11', path: 'plan.planCap', message: message("The plan's cap") });
  for (const { id } of fundedComponents(plan))
    problems.push({
      rule: 'KERNEL-11',
      path: `plan.components[${id}]`,
      message: message('The fund of a SPIFF'),
    });
  return problems;
}
