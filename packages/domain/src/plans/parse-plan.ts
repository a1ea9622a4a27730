import { readShape } from '../base/json-shape.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import type { Plan } from './plan.ts';
import { planSchema } from './plan-schema.ts';

/**
 * A plan from unknown JSON, with what may be left out filled in (PLAN-1). Refused with every place where the shape is
 * wrong: a missing or unknown field, a number where a decimal text belongs, too many components. Whether the plan is
 * sound is another question, see `checkPlan`.
 */
export function parsePlan(json: unknown): Result<Plan> {
  const problems: Problem[] = [];
  const read = readShape(planSchema, json, '', { rule: 'PLAN-1', defs: planSchema.$defs, problems });
  if (problems.length > 0) return rejected(problems);
  const { $schema: _, ...plan } = read as Plan & { $schema?: string };
  return ok(plan);
}
