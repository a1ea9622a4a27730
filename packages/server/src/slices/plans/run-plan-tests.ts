import type { PlanTestResult, StoredPlanTest } from '@attain/contract/simulations/plan-tests';
import { runPlanTests, type TestResult, testProblems } from '@attain/domain/findings/run-plan-tests';
import type { Plan } from '@attain/domain/plans/plan';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import type { TenantTx } from '../../db/database.ts';
import { planDetail, readDocument } from './plan-document.ts';
import { selectAllPlanTests, selectPlanTests } from './plan-test-store.ts';

/** The golden cases of a plan, by name. NOT_FOUND in other workspaces. */
export function listPlanTests(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; limit: number; cursor?: string | undefined },
) {
  mustAllow(actor, 'read:plans');
  return ctx.read(actor, async (tx) => {
    await planDetail(tx, input.id, { today: ctx.today(actor) });
    const after = decodeTypedCursor(input.cursor, [anyText, anyText]);
    const rows = await selectPlanTests(tx, { planId: input.id, after, limit: input.limit });
    return onePage<StoredPlanTest>(rows, input.limit, (row) => [row.name, row.id]);
  });
}

/** Runs a plan's golden cases on its newest version, or on a document that is not stored; stores nothing. */
export function runStoredTests(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; document?: Plan | undefined },
): Promise<{ passed: boolean; results: PlanTestResult[] }> {
  mustAllow(actor, 'read:plans');
  return ctx.read(actor, async (tx) => {
    const { document } = await planDetail(tx, input.id, { today: ctx.today(actor) });
    const plan = input.document === undefined ? document : readDocument(input.document).plan;
    const tests = await selectAllPlanTests(tx, input.id);
    const results = runPlanTests(
      plan,
      tests.map(({ test }) => test),
    );
    return {
      passed: results.every(({ passed }) => passed),
      results: results.map((result, i) => onTheWire(result, tests[i]?.id ?? '')),
    };
  });
}

function onTheWire(result: TestResult, id: string): PlanTestResult {
  const differences = result.differences.map((one) => ({ ...one, steps: [...one.steps] }));
  return { ...result, id, differences, amounts: { ...result.amounts }, problems: [...result.problems] };
}

/** The problems of a document in the plan's stored tests, and how many tests there are. */
export async function failedTests(tx: TenantTx, plan: { id: string; document: Plan }) {
  const tests = await selectAllPlanTests(tx, plan.id);
  const results = runPlanTests(
    plan.document,
    tests.map(({ test }) => test),
  );
  return { problems: testProblems(results), count: tests.length };
}

/** Throws PLAN_INVALID with every failing test of the plan (TEST-6). */
export async function mustPassTests(
  tx: TenantTx,
  plan: { id: string; name: string; document: Plan },
): Promise<void> {
  const { problems, count } = await failedTests(tx, plan);
  if (problems.length === 0) return;
  const message = `“${plan.name}” can’t be activated: ${problems.length} of its ${count} tests ${problems.length === 1 ? 'fails' : 'fail'}.`;
  throw new ApiError('PLAN_INVALID', message, { problems });
}
