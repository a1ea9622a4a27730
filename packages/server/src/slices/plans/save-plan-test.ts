import type { StoredPlanTest } from '@attain/contract/simulations/plan-tests';
import { parsePlanTest } from '@attain/domain/findings/parse-plan-test';
import type { PlanTest } from '@attain/domain/findings/plan-test';
import { NotCanonical } from '@attain/domain/proofs/canonical';
import type { AppContext } from '../../app-context.ts';
import { hashOf } from '../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { lockPlan } from './plan-store.ts';
import {
  deletePlanTest,
  insertPlanTest,
  lockPlanTest,
  selectAllPlanTests,
  updatePlanTest,
} from './plan-test-store.ts';

/** More would make every activation wait. */
const MAX_TESTS = 200;

/**
 * Adds a golden case to a plan. Throws BAD_INPUT with every problem of its shape, and CONFLICT if the name is in use.
 */
export function createPlanTest(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; test: unknown },
): Promise<StoredPlanTest> {
  mustAllow(actor, 'edit:plans');
  return ctx.write(actor, async (tx) => {
    const plan = found(await lockPlan(tx, input.id), 'plan');
    const { test, hash } = readTest(input.test);
    if ((await selectAllPlanTests(tx, plan.id)).length >= MAX_TESTS) {
      throw new ApiError('TOO_LARGE', `A plan can have at most ${MAX_TESTS} tests. Remove one first.`);
    }
    const id = newId();
    await insertPlanTest(tx, { id, planId: plan.id, test, createdBy: actor.userId });
    tx.record({ action: 'plan.test-added', object: { type: 'plan', id: plan.id }, evidence: [hash] });
    return found(await lockPlanTest(tx, plan.id, id), 'plan test');
  });
}

/**
 * Replaces a golden case. Throws as `createPlanTest`, and CONFLICT if another user saved it since the actor read it.
 */
export function updateOnePlanTest(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; testId: string; revision: number; test: unknown },
): Promise<StoredPlanTest> {
  mustAllow(actor, 'edit:plans');
  return ctx.write(actor, async (tx) => {
    const plan = found(await lockPlan(tx, input.id), 'plan');
    const stored = found(await lockPlanTest(tx, plan.id, input.testId), 'plan test');
    const { test, hash } = readTest(input.test);
    if (stored.revision !== input.revision) {
      throw new ApiError(
        'CONFLICT',
        `This test was saved by another user after you opened it (revision ${stored.revision}; you edited revision ${input.revision}). Nothing was saved; open it again and repeat your change.`,
      );
    }
    await updatePlanTest(tx, stored.id, test);
    tx.record({
      action: 'plan.test-changed',
      object: { type: 'plan', id: plan.id },
      evidence: [hashOf(stored.test), hash],
    });
    return found(await lockPlanTest(tx, plan.id, stored.id), 'plan test');
  });
}

/** Takes a golden case away; the act and what the case said (its hash) stay in the log. */
export function removePlanTest(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; testId: string },
): Promise<{ removed: true }> {
  mustAllow(actor, 'edit:plans');
  return ctx.write(actor, async (tx) => {
    const plan = found(await lockPlan(tx, input.id), 'plan');
    const stored = found(await lockPlanTest(tx, plan.id, input.testId), 'plan test');
    await deletePlanTest(tx, stored.id);
    const evidence = [hashOf(stored.test)];
    tx.record({ action: 'plan.test-removed', object: { type: 'plan', id: plan.id }, evidence });
    return { removed: true as const };
  });
}

function readTest(json: unknown): { readonly test: PlanTest; readonly hash: string } {
  const test = must(parsePlanTest(json), 'BAD_INPUT', 'This is not a plan test.');
  try {
    return { test, hash: hashOf(test) };
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
    throw new ApiError('BAD_INPUT', error.message, {
      problems: [{ rule: 'TEST-1', path: error.path, message: error.message }],
    });
  }
}
