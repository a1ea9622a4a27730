import { type Decimal, ZERO } from '../base/decimal.ts';
import { bracketed, money } from '../base/figures.ts';
import { moneyText } from '../base/money.ts';
import type { Event } from './ledger.ts';
import type { References } from './payment.ts';
import type { Standing, Target } from './receipt-targets.ts';

/** The line that holds all of a deal's new pay, before what the customer paid is released. */
export function heldWhole(one: Standing, currency: string): Event {
  return {
    kind: 'held',
    amount: one.earned.neg(),
    message: `Held back from ${nameOf(one)} until the customer pays`,
    formula: money(one.earned.neg(), currency),
    rule: 'PAYM-32',
    references: referencesOf(one, null, currency),
    moves: { balance: 'held', by: one.earned },
  };
}

/** The ledger line for a deal whose pay or held part changed; `one` is the deal after the change. */
export function heldChange(
  one: Standing,
  { before, target, currency }: { before: Decimal; target: Target; currency: string },
): Event {
  const by = one.held.minus(before);
  return {
    kind: by.gt(ZERO) ? 'held' : 'released',
    amount: by.neg(),
    message: messageOf(one, { by, target, currency }),
    formula: formulaOf(one, { before, target, currency }),
    rule: 'PAYM-32',
    references: referencesOf(one, target, currency),
    moves: { balance: 'held', by },
  };
}

/** The line that notes what clawbacks took of a deal so far; no money moves. */
export function clawedBack(one: Standing, target: Target, currency: string): Event {
  const shown = money(one.clawedBack, currency);
  return {
    kind: 'held',
    amount: ZERO,
    message: `Clawed back of ${nameOf(one)} so far: ${shown}. A refund does not take it again`,
    formula: money(ZERO, currency),
    rule: 'PAYM-32',
    references: referencesOf(one, target, currency),
  };
}

/** What a deal pays and of which amount, in short. */
export function stateOf({ earned, whole, currency, reverses }: Standing): string {
  return JSON.stringify([earned.toFixed(), whole.toFixed(), currency, reverses]);
}

function nameOf({ dealId, line }: Standing): string {
  return `deal ${dealId} in ${line.componentName}`;
}

function messageOf(
  one: Standing,
  { by, target, currency }: { by: Decimal; target: Target; currency: string },
): string {
  const of = nameOf(one);
  const shown = (amount: Decimal) => money(amount, currency);
  if (by.eq(ZERO)) return `Counted for ${of}: it pays ${shown(one.earned)}, and ${shown(one.held)} is held`;
  const why = one.earned.eq(ZERO) ? 'its line no longer waits for it' : customerWords(one, target);
  if (one.earned.lt(ZERO))
    return `${by.lt(ZERO) ? 'Not taken yet' : 'Taken'} for ${of}, a return of deal ${one.reverses}: ${why}`;
  const wasPaid = one.written?.earned.gt(ZERO) === true;
  return `${by.lt(ZERO) ? 'Released' : wasPaid ? 'Held again' : 'Held back'} for ${of}: ${why}`;
}

function customerWords({ currency }: Standing, { paid, whole }: Target): string {
  if (!whole.gt(ZERO)) return 'nothing is left for the customer to pay';
  return `the customer has paid ${money(paid, currency)} ${currency} of ${money(whole, currency)} ${currency}`;
}

/** Released by now less released before; where the deal's pay changed, held before less held now. */
function formulaOf(
  one: Standing,
  { before, target, currency }: { before: Decimal; target: Target; currency: string },
): string {
  const shown = (amount: Decimal) => bracketed(money(amount, currency));
  const released = target.formula ?? shown(one.earned.minus(one.held));
  if (one.written?.earned.eq(one.earned) !== true || !one.earned.gt(ZERO))
    return `${shown(before)} − (${shown(one.earned)} − ${released})`;
  const releasedBefore = one.earned.minus(before);
  return releasedBefore.eq(ZERO) ? released : `${released} − ${shown(releasedBefore)}`;
}

function referencesOf(one: Standing, target: Target | null, currency: string): References {
  const { runId, planId, componentId, componentName, periodKey } = one.line;
  return {
    ...{ runId, planId, componentId, componentName, periodKey, dealId: one.dealId },
    dealEarned: moneyText(one.earned, currency),
    dealHeld: moneyText(one.held, currency),
    dealClawedBack: moneyText(one.clawedBack, currency),
    dealAmount: moneyText(one.whole, one.currency),
    dealCurrency: one.currency,
    ...(one.reverses === null ? {} : { reverses: one.reverses }),
    ...(target === null ? {} : { customerPaid: moneyText(target.paid, one.currency) }),
  };
}
