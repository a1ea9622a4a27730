import { decimal, plain, ZERO } from '../../base/decimal.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Deal } from '../../crediting/deal.ts';
import { claimsOnFunds } from '../calculate.ts';
import type { CalculationInput, EarlierPay } from '../payout.ts';
import { type FundClaim, fundedComponents, fundsLeft } from './fund.ts';

/**
 * What everybody but one payee asks of the funds of SPIFFs and was paid from them before, without saying who: claims that follow
 * one another on a day, with no turn of the payee between, are one.
 */
export interface FundUse {
  readonly claims: readonly FundClaim[];
  readonly earlier: readonly EarlierPay[];
}

/** Sorts behind the very id it is added to, and before every other. */
const BEHIND = '\u0001';
const NO_PAYEE = '';

/** A payee and the deals that credit them: between the turns of these everybody else is told as one. */
interface OneOfMany {
  readonly id: string;
  readonly deals: readonly Pick<Deal, 'id' | 'date'>[];
}

/** The use of the funds by everybody else, from the claims of all and what earlier periods have paid to all. */
export function fundUseBeside(
  payee: OneOfMany,
  claims: readonly FundClaim[],
  earlier: readonly EarlierPay[],
): FundUse {
  const together = new Map<string, FundClaim>();
  for (const claim of claims) {
    if (claim.participantId === payee.id) continue;
    const { componentId, date } = claim;
    const dealId = placeAmong(payee, claim);
    const key = JSON.stringify([componentId, date, dealId, signOf(claim.amount)]);
    const amount = added(together.get(key)?.amount, claim.amount);
    together.set(key, { componentId, participantId: NO_PAYEE, dealId, date, amount });
  }
  const paid = new Map<string, EarlierPay>();
  for (const one of earlier) {
    if (one.participantId === payee.id) continue;
    const key = JSON.stringify([one.componentId, one.from, one.to, signOf(one.amount)]);
    const amount = added(paid.get(key)?.amount, one.amount);
    paid.set(key, { ...one, participantId: NO_PAYEE, amount, carried: '0' });
  }
  return { claims: [...together.values()], earlier: [...paid.values()] };
}

/** Returns are settled apart from sales, in every period (PAY-36). */
function signOf(amount: string): '-' | '+' {
  return decimal(amount).lt(ZERO) ? '-' : '+';
}

function added(before: string | undefined, amount: string): string {
  return plain(decimal(before ?? '0').plus(decimal(amount)));
}

/** A payee's inputs with what the funds leave at each turn, beside the use of everybody else; problems of the inputs refuse it. */
export function withFundsLeft(input: CalculationInput, beside: FundUse): Result<CalculationInput> {
  if (fundedComponents(input.plan).length === 0) return ok(input);
  const own = claimsOnFunds(input);
  if (!own.ok) return own;
  const left = fundsLeft(
    input.plan,
    [...own.value, ...beside.claims],
    [...(input.earlier ?? []), ...beside.earlier],
  );
  return ok({ ...input, fundLeft: left.filter(({ participantId }) => participantId !== NO_PAYEE) });
}

/** Behind which of the payee's deals of the day a claim has its turn; before all of them: the empty text. */
function placeAmong(payee: OneOfMany, claim: FundClaim): string {
  let last = '';
  for (const { id, date } of payee.deals) {
    if (date !== claim.date || `${id}${BEHIND}` < last) continue;
    if (id < claim.dealId || (id === claim.dealId && payee.id < claim.participantId)) last = `${id}${BEHIND}`;
  }
  return last;
}
