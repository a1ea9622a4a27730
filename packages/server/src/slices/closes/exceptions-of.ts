import type { Run } from '@attain/contract/calculations';
import type { PayException } from '@attain/contract/closes';
import type { Period } from '@attain/domain/base/period';
import type { Plan } from '@attain/domain/plans/plan';
import type { TenantTx } from '../../db/database.ts';
import { exceptionsOfResults } from '../calculations/exceptions/check-results.ts';
import { isCurrent } from './current-run.ts';
import { selectCleared } from './exceptions-store.ts';

/** A plan's period with its newest calculation. */
export interface CheckedRun {
  readonly planId: string;
  readonly plan: { readonly name: string; readonly document: Plan };
  readonly period: Period;
  readonly run: Run | null;
}

/** An exception with the figures it looks at. */
export interface FoundException extends PayException {
  readonly figures: string;
  readonly periodFrom: string;
}

/** What looks odd in results that are up to date (CLOSE-8), largest amounts first, with the word that cleared it. */
export async function exceptionsOf(
  tx: TenantTx,
  periods: readonly CheckedRun[],
): Promise<readonly FoundException[]> {
  const checked = periods.flatMap(({ run, plan, planId, period }) =>
    isCurrent(run)
      ? [{ planId, name: plan.name, period, run, runId: run.sameAs ?? run.id, plan: plan.document }]
      : [],
  );
  if (checked.length === 0) return [];
  const odd = await exceptionsOfResults(
    tx,
    checked.map(({ planId, runId, run, plan, period: { from, to } }) => ({
      planId,
      planVersion: run.planVersion,
      runId,
      from,
      to,
      plan,
    })),
  );
  const cleared = new Map(
    (
      await selectCleared(
        tx,
        checked.map(({ planId, period: { from } }) => ({ planId, from })),
      )
    ).map((word) => [keyOf(word.planId, word), word]),
  );
  return checked.flatMap(({ planId, name, plan, period, run, runId }) => {
    const components = new Map(plan.components.map((component) => [component.id, component.name]));
    return (odd.get(runId) ?? []).map((one): FoundException => {
      const word = cleared.get(keyOf(planId, one));
      return {
        ...one,
        planId,
        planName: name,
        periodKey: period.key,
        periodFrom: period.from,
        runId: run.id,
        currency: plan.currency,
        componentName: one.componentId === null ? null : (components.get(one.componentId) ?? one.componentId),
        cleared: word === undefined ? null : { by: word.by, at: word.at, reason: word.reason },
      };
    });
  });
}

function keyOf(
  planId: string,
  one: {
    readonly rule: string;
    readonly participantId: string | null;
    readonly componentId: string | null;
    readonly figures: string;
  },
): string {
  return JSON.stringify([planId, one.rule, one.participantId ?? '', one.componentId ?? '', one.figures]);
}
