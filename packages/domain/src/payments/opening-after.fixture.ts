import { type Decimal, decimal, plain, ZERO } from '../base/decimal.ts';
import { daysOf } from '../base/period.ts';
import type { HeldForReceipt, Opening, Payment } from './payment.ts';
import { periodOf } from './sample-payment.fixture.ts';

/** What a payment leaves to the next one: balances by draw and by hold, read off its ledger. */
export function openingAfter(opening: Opening, payment: Payment): Opening {
  const draws = new Map(opening.draws.map(({ drawId, ...one }) => [drawId, toDecimals(one)]));
  const held = new Map(
    opening.held.map(({ amount, ...key }) => [
      JSON.stringify([key.holdId, key.componentId]),
      decimal(amount),
    ]),
  );
  for (const { kind, amount, references } of payment.ledger) {
    const { drawId, holdId, componentId } = references;
    if (drawId !== undefined && kind !== 'draw-guaranteed') {
      const before = draws.get(drawId) ?? { advanced: ZERO, recovered: ZERO };
      draws.set(drawId, added(before, decimal(amount)));
    }
    if (holdId === undefined || componentId === undefined) continue;
    const key = JSON.stringify([holdId, componentId]);
    held.set(key, (held.get(key) ?? ZERO).minus(decimal(amount)));
  }
  return {
    carried: payment.closing.carried,
    carriedFrom: { paymentRunId: `payments of ${payment.periodKey}`, periodKey: payment.periodKey },
    draws: [...draws].map(([drawId, { advanced, recovered }]) => ({
      drawId,
      advanced: plain(advanced),
      recovered: plain(recovered),
    })),
    held: [...held].map(([key, amount]) => {
      const [holdId = '', componentId = ''] = JSON.parse(key) as string[];
      return { holdId, componentId, amount: plain(amount) };
    }),
    ...onReceiptAfter(opening, payment),
  };
}

/** Deals that wait for their customers: the last line of each. */
function onReceiptAfter(opening: Opening, { ledger }: Payment): Pick<Opening, 'onReceipt'> {
  const name = (one: HeldForReceipt) => JSON.stringify([one.planId, one.componentId, one.days, one.dealId]);
  const all = new Map((opening.onReceipt ?? []).map((one) => [name(one), one]));
  for (const { references: of } of ledger) {
    if (of.dealEarned === undefined) continue;
    const one: HeldForReceipt = {
      ...{
        runId: of.runId!,
        planId: of.planId!,
        componentId: of.componentId!,
        componentName: of.componentName!,
      },
      ...{ periodKey: of.periodKey!, days: daysOf(periodOf(of.periodKey!)), dealId: of.dealId! },
      ...{ earned: of.dealEarned, held: of.dealHeld!, clawedBack: of.dealClawedBack! },
      ...{ dealAmount: of.dealAmount!, dealCurrency: of.dealCurrency!, reverses: of.reverses ?? null },
    };
    all.set(name(one), one);
  }
  return all.size === 0 ? {} : { onReceipt: [...all.values()] };
}

function toDecimals(one: { readonly advanced: string; readonly recovered: string }) {
  return { advanced: decimal(one.advanced), recovered: decimal(one.recovered) };
}

/** A draw line above zero was advanced, one below zero recovered. */
function added(before: { advanced: Decimal; recovered: Decimal }, amount: Decimal) {
  return amount.gt(ZERO)
    ? { ...before, advanced: before.advanced.plus(amount) }
    : { ...before, recovered: before.recovered.minus(amount) };
}
