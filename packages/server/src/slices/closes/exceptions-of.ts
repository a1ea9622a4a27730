import type { Run } from '@attain/contract/calculations';
import type { PayException } from '@attain/contract/closes';
import type { Period } from '@attain/domain/base/period';
import { payExceptions } from '@attain/domain/closes/exceptions';
import type { Plan } from '@attain/domain/plans/plan';
import type { TenantTx } from '../../db/database.ts';
import { isCurrent } from './current-run.ts';
import {
  selectCheckedLines,
  selectCleared,
  selectEarlierRuns,
  selectWithoutLine,
} from './exceptions-store.ts';

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
  const checked = periods.flatMap(({ run, ...of }) =>
    isCurrent(run)
      ? [{ ...of, run, results: { planId: of.planId, runId: run.sameAs ?? run.id, ...of.period } }]
      : [],
  );
  if (checked.length === 0) return [];
  const results = checked.map((one) => one.results);
  const earlier = await selectEarlierRuns(tx, results);
  const all = await selectCheckedLines(tx, [
    ...new Set([...results.map(({ runId }) => runId), ...[...earlier.values()].flat()]),
  ]);
  const lines = Map.groupBy(all, ({ runId }) => runId);
  const withoutLine = await selectWithoutLine(tx, results);
  const cleared = await selectCleared(tx, results);
  const found: FoundException[] = [];
  for (const { planId, plan, period, run, results: of } of checked) {
    const own = lines.get(of.runId) ?? [];
    const without = withoutLine.filter(({ runId }) => runId === of.runId);
    const names = new Map(without.map(({ id, name }) => [id, name]));
    for (const line of own) names.set(line.participantId, line.participantName);
    const components = new Map(plan.document.components.map(({ id, name }) => [id, name]));
    const odd = payExceptions({
      plan: plan.document,
      lines: own,
      earlier: (earlier.get(of.runId) ?? []).map((id) => lines.get(id) ?? []),
      withoutLine: without.map(({ id }) => id),
    });
    for (const one of odd) {
      const word = cleared.find(
        (other) =>
          other.planId === planId &&
          other.rule === one.rule &&
          other.participantId === (one.participantId ?? '') &&
          other.componentId === (one.componentId ?? '') &&
          other.figures === one.figures,
      );
      found.push({
        ...one,
        planId,
        planName: plan.name,
        periodKey: period.key,
        periodFrom: period.from,
        runId: run.id,
        currency: plan.document.currency,
        participantName: one.participantId === null ? null : (names.get(one.participantId) ?? null),
        componentName: one.componentId === null ? null : (components.get(one.componentId) ?? one.componentId),
        cleared: word === undefined ? null : { by: word.by, at: word.at, reason: word.reason },
      });
    }
  }
  return found;
}
