import { earlierDay, laterDay } from '@attain/domain/base/day';
import type { Period } from '@attain/domain/base/period';
import type { Problem } from '@attain/domain/base/result';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import type { TenantTx } from '../../db/database.ts';
import { defineJob, type TransactionJob } from '../../jobs/define-job.ts';
import { recordsNeeded } from './earlier-pay.ts';
import { storeExceptions } from './exceptions/check-results.ts';
import { payeeInputs } from './payee-inputs.ts';
import { payeePayer } from './payee-pay.ts';
import { payoutWriter } from './payout-writer.ts';
import { recalculateAffected } from './recalculations/recalculate-affected.ts';
import { endRun, type Reading } from './run-outcome.ts';
import { runTally } from './run-tally.ts';
import { runWarnings } from './run-warnings.ts';
import { selectPinnedPlan, selectUpTo } from './runs-store.ts';
import { settleFunds } from './settle-funds.ts';
import { unpayable } from './unpayable.ts';

/** Calculates the pay of a plan's period. */
export const calculationJob = defineJob<TakenRun>({
  kind: 'calculation',
  unexpected: 'The calculation stopped because of an internal error. Nothing was saved; try again.',
  readsSnapshot: true,
  load: takeRun,
  work: calculate,
  onEnd: async (tx, id, { status, message, problems }) => {
    await tx.client.query(
      `UPDATE calculation_runs SET status = $2, error = $3, problems = $4, finished_at = now() WHERE id = $1`,
      [id, status, message, JSON.stringify(problems)],
    );
  },
  afterwards: storeExceptions,
});

interface TakenRun {
  readonly id: string;
  readonly planId: string;
  readonly planVersion: number;
  readonly period: Period;
  readonly createdBy: string;
  /** The changed record it takes in, where that is all that is another; null: everybody is paid. */
  readonly recalculationId: string | null;
  /** Before anything was read, so that whatever changes from then on makes the run stale. */
  readonly startedAt: string;
}

async function takeRun(tx: TenantTx, id: string): Promise<TakenRun | null> {
  const result = await tx.client.query<TakenRun>(
    `UPDATE calculation_runs SET status = 'running', started_at = now() WHERE id = $1
      RETURNING id, plan_id AS "planId", plan_version AS "planVersion", created_by AS "createdBy", started_at AS "startedAt",
        recalculation_id AS "recalculationId",
        json_build_object('key', period_key, 'from', period_from, 'to', period_to) AS period`,
    [id],
  );
  return result.rows[0] ?? null;
}

async function calculate(job: TransactionJob<TakenRun>): Promise<() => Promise<void>> {
  const { records, tx, subject: run } = job;
  const { document: plan, documentHash } = await selectPinnedPlan(records, run.planId, run.planVersion);
  const upTo = await selectUpTo(records);
  const { needed, earlier, read } = await recordsNeeded(records, {
    planId: run.planId,
    plan,
    period: run.period,
  });
  const reading: Omit<Reading, 'ratePairs'> = {
    ...upTo,
    from: earlierDay(needed.from, needed.asked.from),
    to: laterDay(needed.asked.to, needed.ratesTo),
    earlierFrom: read.from,
    earlierRuns: read.runIds,
  };
  await tx.client.query('SAVEPOINT before_lines');
  const scope = { planId: run.planId, plan, period: run.period, needed, earlier };
  const writer = payoutWriter(tx, run.id, new Map(plan.components.map(({ id, name }) => [id, name])));
  const tally = runTally({ documentHash, period: run.period });
  const part = await recalculateAffected({ records, tx }, run, { scope, writer, tally });
  const warnings = () =>
    runWarnings({ records, tx }, run, { plan, measured: { from: needed.from, to: run.period.to } });
  if (part !== null) {
    const { ratePairs } = part;
    const outcome = { ...part, reading: { ...reading, ratePairs }, warnings: await warnings() };
    return endRun(tx, run, outcome);
  }
  const pay = payeePayer({ plan, period: run.period });
  const problems: Problem[] = [];
  let payees = 0;
  const deals = dealCount();
  job.progress(0, await countPayees(records, run));
  try {
    const fundLeft = await settleFunds(records, scope, problems, job.pause);
    for await (const payee of payeeInputs(records, { ...scope, ...(fundLeft && { fundLeft }) })) {
      const paid = pay(payee);
      if (!paid.ok) problems.push(...paid.problems);
      else if (problems.length === 0) {
        const { lines, total, hashes } = paid.value;
        tally.add(payee.participant.id, hashes, total);
        deals.add(payee.input);
        await writer.add(payee, lines, hashes);
      }
      payees += 1;
      job.progress(payees);
      // other requests of this process get their turn between two payees
      await job.pause();
    }
  } finally {
    // a rollback must not overtake a portion that is still on its way
    await writer.settled();
  }
  if (problems.length > 0) throw unpayable(problems);
  await writer.finish();
  const ended = { ...tally.end(plan.currency), lines: writer.lineCount, deals: deals.count };
  const complete = { ...reading, ratePairs: [...writer.ratePairs] };
  const outcome = { ...ended, reading: complete, warnings: await warnings() };
  return endRun(tx, run, outcome);
}

/** Counts deals once, however many they credit; the ids only of those are kept that may come up again. */
function dealCount() {
  const shared = new Set<string>();
  let alone = 0;
  return {
    add: ({ deals, reportingLines }: CalculationInput): void => {
      for (const { id, splits, overlays } of deals) {
        if (reportingLines === undefined && splits.length === 0 && overlays === undefined) alone += 1;
        else shared.add(id);
      }
    },
    get count() {
      return alone + shared.size;
    },
  };
}

async function countPayees(tx: TenantTx, run: TakenRun): Promise<number> {
  const result = await tx.client.query<{ count: number }>(
    `SELECT count(DISTINCT participant_id)::int AS count FROM plan_assignments WHERE plan_id = $1 AND from_date <= $3 AND (to_date IS NULL OR to_date >= $2)`,
    [run.planId, run.period.from, run.period.to],
  );
  return result.rows[0]?.count ?? 0;
}
