import { ok, type Problem, type Result, refused } from '../../../base/result.ts';
import { checkPlan } from '../../../plans/soundness.ts';
import { byPayee, checkInput, ordered, payeesOf } from '../../calculate.ts';
import { fundedComponents } from '../../limits/fund.ts';
import { creditAll } from '../../measures/credit-all.ts';
import { checkGiven } from '../../measures/given.ts';
import { linesToPay } from '../../pay-participant.ts';
import { paySetting } from '../../pay-setting.ts';
import type { CalculationInput } from '../../payout.ts';
import { type LinePay, payInColumns } from './pay-in-columns.ts';

/**
 * What `calculate` pays, line by line in the same order, without explanations (KERNEL-10). A line that the kernel cannot take
 * goes through the reference and says why. Plans whose lines limit each other (a plan cap, the fund of a SPIFF) are refused
 * here with KERNEL-11: `calculate` pays them.
 */
export function calculateInColumns(input: CalculationInput): Result<readonly LinePay[]> {
  const unsound = checkPlan(input.plan).map((problem) => ({ ...problem, path: `plan.${problem.path}` }));
  const problems: Problem[] = [...unsound, ...limitsOverLines(input), ...checkInput(input)];
  if (problems.length > 0) return refused(problems);
  const setting = paySetting(input, true, problems);
  problems.push(...checkGiven(input, setting));
  const crediting = creditAll(input, setting, problems);
  let step = crediting.next();
  while (!step.done) step = crediting.next();
  if (problems.length > 0) return refused(problems);
  const shares = step.value;
  const quotas = byPayee(input.quotas);
  const earlier = byPayee(input.earlier ?? []);
  const lines: LinePay[] = [];
  for (const payee of payeesOf(input)) {
    const own = {
      shares: ordered(shares.get(payee.id) ?? []),
      quotas: quotas.get(payee.id) ?? [],
      earlier: earlier.get(payee.id) ?? [],
    };
    const found = linesToPay(setting, payee, own);
    if (found.ok) lines.push(...found.value.map(payInColumns));
    else problems.push(...found.problems);
  }
  return problems.length > 0 ? refused(problems) : ok(lines);
}

function limitsOverLines({ plan }: CalculationInput): readonly Problem[] {
  const problems: Problem[] = [];
  const say = (what: string) =>
    `${what} limits several lines together; calculate the plan with explanations.`;
  if (plan.planCap !== undefined)
    problems.push({ rule: 'KERNEL-11', path: 'plan.planCap', say: say("The plan's cap") });
  for (const { id } of fundedComponents(plan))
    problems.push({ rule: 'KERNEL-11', path: `plan.components[${id}]`, say: say('The fund of a SPIFF') });
  return problems;
}
