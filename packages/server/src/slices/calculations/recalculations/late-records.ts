import type { PayDifference } from '@attain/contract/recalculations';
import { decimal, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { found, Refusal } from '../../../base/refusal.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { House } from '../../../house.ts';
import { selectActivePlan } from '../runs-store.ts';
import { dependentsOfLate } from './dependents.ts';
import { lineDifferences } from './line-differences.ts';
import { payAgain } from './pay-again.ts';
import { selectPaidRun } from './recalculation-store.ts';

const MOST_LINES = 500;

/**
 * What records that came after a run make of it, line by line and why, before anybody accepts them by calculating again.
 * Refuses NOT_FOUND for the run, CONFLICT while it has stored nothing, NOT_CALCULABLE as the calculation itself would.
 */
export function readLateRecords(house: House, actor: Actor, input: { id: string }): Promise<PayDifference> {
  mustAllow(actor, 'read:simulated-pay');
  return house.read(actor, (tx) => payDifference(tx, input.id, []));
}

/**
 * What the records, as they are in this transaction, make of a run. `alsoImports` are such whose rows are here before they are
 * committed. Only those are read again whom a late record can reach, and only those paid whose inputs are others.
 */
export async function payDifference(
  tx: TenantTx,
  runId: string,
  alsoImports: readonly string[],
): Promise<PayDifference> {
  const kept = found(await selectPaidRun(tx, runId, null), 'calculation');
  if (kept.status !== 'completed' && kept.status !== 'unchanged')
    throw new Refusal('CONFLICT', 'This calculation has stored nothing. Calculate the period first.');
  const stored = await selectReading(tx, kept.id);
  const active = await selectActivePlan(tx, kept.planId);
  const run = { ...kept, plan: active?.document ?? kept.plan };
  const people = await dependentsOfLate(tx, run, {
    importIds: [...stored.lateImports, ...alsoImports],
    changeIds: stored.lateChanges,
    samePlan: active === null || active.version === stored.planVersion,
  });
  const { changed, payeesRead } = await payAgain(tx, run, people);
  const lines = changed.flatMap((payee) => lineDifferences(run.plan, payee));
  const { currency } = run.plan;
  const delta = sum(lines.map((line) => decimal(line.delta)));
  return {
    ...{ runId: kept.id, currency, before: stored.total, delta: moneyText(delta, currency) },
    after: moneyText(decimal(stored.total).plus(delta), currency),
    ...{ payeesRead, payeesChanged: changed.length, lineCount: lines.length },
    lines: lines.slice(0, MOST_LINES),
  };
}

/** What a run paid in all, by which version of the plan, and which imports and other changes it has not read. */
async function selectReading(tx: TenantTx, runId: string) {
  const result = await tx.client.query<{
    total: string;
    planVersion: number;
    lateImports: string[];
    lateChanges: string[];
  }>(
    `SELECT total::text, plan_version AS "planVersion",
            ARRAY(SELECT i.id FROM imports i WHERE i.status = 'committed' AND i.commit_seq > coalesce(c.read_up_to_seq, 0)) AS "lateImports",
            ARRAY(SELECT h.id FROM record_changes h WHERE h.seq > coalesce(c.read_up_to_change, 0) AND (h.plan_id IS NULL OR h.plan_id = c.plan_id)) AS "lateChanges"
       FROM calculation_runs c WHERE id = $1`,
    [runId],
  );
  return found(result.rows[0], 'calculation');
}
