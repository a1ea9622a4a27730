import type { Recalculation, StatedChange } from '@attain/contract/recalculations';
import { laterDay } from '@attain/domain/base/day';
import { decimal, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { Deal } from '@attain/domain/crediting/deal';
import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import { fundedComponents } from '@attain/domain/payouts/limits/fund';
import { remembers } from '@attain/domain/simulations/reading-components';
import type { AppContext } from '../../../app-context.ts';
import { hashOf } from '../../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import { findRun } from '../find-run.ts';
import { type ChangedPayee, changedPayee } from './changed-payee.ts';
import { dependentsOf, dependentsOfDeal } from './dependents.ts';
import { lineDifferences } from './line-differences.ts';
import { payAgain } from './pay-again.ts';
import {
  insertRecalculation,
  type PaidRun,
  selectPaidRun,
  selectPayeesThen,
  selectRatesOf,
} from './recalculation-store.ts';
import { type AppliedChange, applyChange, sideHashes } from './stated-change.ts';

type StatedDeal = Extract<StatedChange, { of: 'deal' }>;

/**
 * Recalculates the payees that depend on one changed record (DEP-1 to DEP-4) and stores the result next to a run; run
 * and records stay unchanged. Throws NOT_FOUND for the run and for a record to remove that does not exist, BAD_INPUT
 * for unknown people, CONFLICT if the run has no results or is out of date, and NOT_CALCULABLE after an older engine
 * and with every problem if the changed records can't be paid.
 */
export function makeRecalculation(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; change: StatedChange; reason: string },
): Promise<Recalculation> {
  mustAllow(actor, 'run:calculations');
  return ctx.write(actor, async (tx) => {
    const { change: stated, reason } = input;
    const run = found(
      await selectPaidRun(tx, input.id, stated.of === 'deal' ? stated.id : null),
      'calculation',
    );
    mustRecalculate(run);
    const kept = stated.of === 'deal' && fundedComponents(run.plan).length === 0;
    const { change, changed, recordBefore } = kept
      ? await onKeptInputs(tx, run, stated)
      : await onRecords(tx, run, stated);
    const lines = changed.flatMap((payee) => lineDifferences(run.plan, payee));
    const paidAgain = {
      id: newId(),
      runId: run.id,
      change,
      reason,
      currency: run.plan.currency,
      lines,
      delta: moneyText(sum(lines.map(({ delta }) => decimal(delta))), run.plan.currency),
      payees: changed.flatMap(({ participantId, inputHash, total }) =>
        inputHash === null ? [] : [{ participantId, inputHash, total }],
      ),
      reachesLater: changed.length > 0 && run.plan.components.some(remembers),
    };
    const resultHash = hashOf({ lines, payees: paidAgain.payees, engineVersion: ENGINE_VERSION });
    const made = await insertRecalculation(tx, {
      ...paidAgain,
      resultHash,
      createdBy: actor.userId,
      stated,
      recordBefore,
    });
    tx.record({
      action: 'calculation.recalculated',
      object: { type: 'calculation', id: run.id },
      reason: { code: `${change.of}-tried`, text: reason },
      evidence: [resultHash, ...sideHashes(change)],
    });
    return { ...paidAgain, resultHash, ...made, accepted: null };
  });
}

function mustRecalculate({ status, engineVersion }: PaidRun): void {
  if (status !== 'completed' && status !== 'unchanged') {
    throw new ApiError('CONFLICT', 'This calculation has no results. Calculate the period first.');
  }
  if (engineVersion !== ENGINE_VERSION) {
    const message = `This run used version ${engineVersion} of the rules; the current version is ${ENGINE_VERSION}. Recalculate the period.`;
    throw new ApiError('NOT_CALCULABLE', message);
  }
}

interface Changed {
  readonly change: AppliedChange;
  readonly changed: readonly ChangedPayee[];
  /** As the records have it, whether the calculation knew it or not. */
  readonly recordBefore: object | null;
}

/** Applies the change, recalculates dependent payees as a calculation would, and rolls the change back. */
async function onRecords(tx: TenantTx, run: PaidRun, stated: StatedChange): Promise<Changed> {
  const [late] = (await findRun(tx, run.id)).stale;
  if (late !== undefined) {
    const message = `${late.message} Review and apply the late records of this calculation first.`;
    throw new ApiError('CONFLICT', message);
  }
  const people = await dependentsOf(tx, run, stated);
  await tx.client.query('SAVEPOINT before_change');
  const change = await applyChange(tx, run, stated);
  if (change.before === null && change.after === null) {
    const message = `${change.name} does not exist, so it can’t be removed.`;
    throw new ApiError('NOT_FOUND', message);
  }
  const { changed } = await payAgain(tx, run, people);
  await tx.client.query('ROLLBACK TO SAVEPOINT before_change');
  return { change, changed, recordBefore: change.before };
}

/**
 * A deal with no other dependencies: calculated from the inputs the run stored for its dependents; no other records are
 * read.
 */
async function onKeptInputs(tx: TenantTx, run: PaidRun, { id, after: stated }: StatedDeal): Promise<Changed> {
  const after = stated === null ? null : dealOf(id, stated);
  const people = await dependentsOfDeal(tx, run, [after]);
  const payees = await selectPayeesThen(tx, run, people);
  const deals = payees.flatMap((then) => then.deals);
  const known = deals.find((one) => one.id === id) ?? null;
  if (after === null) found(known, 'deal');
  const rates = await ratesOf(tx, run, [...deals, after]);
  return {
    change: { of: 'deal', name: `Deal ${id}`, before: jsonOf(known), after: jsonOf(after) },
    recordBefore: run.record,
    changed: payees.flatMap((then) => changedPayee(run, then, { dealId: id, after, rates }) ?? []),
  };
}

/** The rates of all money the payees' deals are in. */
async function ratesOf(tx: TenantTx, { plan, period }: PaidRun, deals: readonly (Deal | null)[]) {
  const foreign = new Set<string>();
  for (const deal of deals)
    if (deal?.unit === '$' && deal.currency !== null && deal.currency !== plan.currency)
      foreign.add(deal.currency);
  if (foreign.size === 0) return [];
  const until = plan.exchange?.on === 'locked' ? laterDay(plan.exchange.date, period.to) : period.to;
  return selectRatesOf(tx, { currencies: [...foreign], into: plan.currency, until });
}

/** As the calculation reads deals: missing rare fields are omitted. */
function dealOf(id: string, stated: NonNullable<StatedDeal['after']>): Deal {
  const { overlays, approvedOn, termMonths, reversesId, ownFields = {}, ...deal } = stated;
  return {
    id,
    ...deal,
    ...(overlays.length > 0 && { overlays }),
    ...(approvedOn !== null && { approvedOn }),
    ...(termMonths !== null && { termMonths }),
    ...(reversesId !== null && { reversesId }),
    ...(Object.keys(ownFields).length > 0 && { ownFields }),
  };
}

function jsonOf(deal: Deal | null): Record<string, unknown> | null {
  return deal === null ? null : { ...deal };
}
