import type { Recalculation } from '@attain/contract/recalculations';
import { laterDay } from '@attain/domain/base/day';
import { decimal, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { Deal } from '@attain/domain/crediting/deal';
import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import { fundedComponents } from '@attain/domain/payouts/limits/fund';
import { remembers } from '@attain/domain/simulations/reading-components';
import { hashOf } from '../../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { newId } from '../../../base/ids.ts';
import { found, Refusal } from '../../../base/refusal.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { House } from '../../../house.ts';
import { type ChangedPayee, changedPayee, creditedBy } from './changed-payee.ts';
import {
  insertRecalculation,
  type PaidRun,
  selectAbove,
  selectPaidRun,
  selectPayeesThen,
  selectRatesOf,
} from './recalculation-store.ts';

/** A deal as somebody states it; what few deals have may be empty. */
type StatedDeal = Omit<Deal, 'id' | 'overlays' | 'approvedOn' | 'termMonths' | 'reversesId'> & {
  readonly overlays: Deal['splits'];
  readonly approvedOn: string | null;
  readonly termMonths: number | null;
  readonly reversesId: string | null;
};

/**
 * Pays again, on one changed deal, whoever it credited and credits, and whoever stands above them where credit rolls up
 * (DEP-1), from the inputs that the run keeps: nobody else's records are read. Stored beside the run, which stays as it is.
 * Refuses NOT_FOUND for the run and for a deal to be taken away that it does not know, CONFLICT while it is not completed, NOT_CALCULABLE where everybody depends on everybody (the
 * fund of a SPIFF), after an older engine, and with every problem when the deal cannot be paid.
 */
export function recalculateDeal(
  house: House,
  actor: Actor,
  input: { id: string; dealId: string; after: StatedDeal | null; reason: string },
): Promise<Recalculation> {
  mustAllow(actor, 'run:calculations');
  return house.write(actor, async (tx) => {
    const run = found(await selectPaidRun(tx, input.id, input.dealId), 'calculation');
    mustRecalculate(run);
    const { dealId, reason } = input;
    const after = input.after === null ? null : dealOf(dealId, input.after);
    const people = await peopleAround(tx, run, after);
    const payees = await selectPayeesThen(tx, run, people);
    const deals = payees.flatMap((then) => then.deals);
    const known = deals.find((one) => one.id === dealId) ?? null;
    if (after === null) found(known, 'deal');
    const rates = await ratesOf(tx, run, [...deals, after]);
    const changed = payees.flatMap((then) => changedPayee(run, then, { dealId, after, rates }) ?? []);
    const lines = changed.flatMap((payee) => differencesOf(run, payee));
    const id = newId();
    const paidAgain = {
      ...{ id, runId: run.id, dealId, before: known, after, reason, currency: run.plan.currency, lines },
      delta: moneyText(sum(lines.map(({ delta }) => decimal(delta))), run.plan.currency),
      payees: changed.map(({ participantId, inputHash, total }) => ({ participantId, inputHash, total })),
      reachesLater: changed.length > 0 && run.plan.components.some(remembers),
    };
    const resultHash = hashOf({ lines, payees: paidAgain.payees, engineVersion: ENGINE_VERSION });
    const made = await insertRecalculation(tx, { ...paidAgain, resultHash, createdBy: actor.userId });
    tx.record({
      action: 'calculation.recalculated',
      object: { type: 'calculation', id: run.id },
      ...(known !== null && { before: hashOf(known) }),
      after: resultHash,
      evidence: [resultHash, ...(after === null ? [] : [hashOf(after)])],
    });
    return { ...paidAgain, resultHash, before: jsonOf(known), after: jsonOf(after), ...made };
  });
}

function mustRecalculate({ status, plan, engineVersion }: PaidRun): void {
  if (status !== 'completed' && status !== 'unchanged') {
    throw new Refusal('CONFLICT', 'This calculation has stored nothing. Calculate the period first.');
  }
  const [funded] = fundedComponents(plan);
  if (funded !== undefined) {
    const say = `Everybody draws on the fund of "${funded.name}", so one deal can change anybody's pay. Import it and calculate the period.`;
    throw new Refusal('NOT_CALCULABLE', say);
  }
  if (engineVersion !== ENGINE_VERSION) {
    const say = `This run was calculated by version ${engineVersion} of the rules, and now it is ${ENGINE_VERSION}. Calculate the period anew.`;
    throw new Refusal('NOT_CALCULABLE', say);
  }
}

/** Everybody whose inputs may hold the deal, before or after; whoever the run does not pay is left out later. */
async function peopleAround(tx: TenantTx, run: PaidRun, after: Deal | null): Promise<string[]> {
  const people = [...new Set([...run.credited, ...(after === null ? [] : creditedBy(after))])];
  const ofTeam = run.plan.components.some(({ credit }) => (credit?.of ?? 'own') !== 'own');
  // a longer window reaches back: whoever led somebody then may still hold the deal
  return ofTeam ? selectAbove(tx, people, { from: '1900-01-01', to: run.period.to }) : people;
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

/** The payee's lines of which any figure is another now, in the plan's order. */
function differencesOf({ plan }: PaidRun, payee: ChangedPayee) {
  const before = new Map(payee.stored.map((line) => [line.componentId, line]));
  const now = new Map(payee.lines.map((line) => [line.componentId, line]));
  return plan.components.flatMap(({ id: componentId, name }): Recalculation['lines'] => {
    const [was, is] = [before.get(componentId), now.get(componentId)];
    if (was === undefined && is === undefined) return [];
    const same = (['amount', 'credited', 'quota', 'attainmentPercent', 'target'] as const).every(
      (figure) => was?.[figure] === is?.[figure],
    );
    if (same) return [];
    const delta = decimal(is?.amount ?? '0').minus(decimal(was?.amount ?? '0'));
    return [
      {
        participantId: payee.participantId,
        participantName: payee.participantName,
        componentId,
        componentName: was?.componentName ?? name,
        kind: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed',
        before: was?.amount ?? null,
        after: is?.amount ?? null,
        delta: moneyText(delta, plan.currency),
        say: is?.say ?? null,
      },
    ];
  });
}

/** As the calculation reads deals: what few of them have is left out where it is not there. */
function dealOf(id: string, stated: StatedDeal): Deal {
  const { overlays, approvedOn, termMonths, reversesId, ...deal } = stated;
  return {
    id,
    ...deal,
    ...(overlays.length > 0 && { overlays }),
    ...(approvedOn !== null && { approvedOn }),
    ...(termMonths !== null && { termMonths }),
    ...(reversesId !== null && { reversesId }),
  };
}

/** A deal on the wire. */
function jsonOf(deal: Deal | null): Recalculation['before'] {
  return deal === null ? null : { ...deal };
}
