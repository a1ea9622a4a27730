import { decimal, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { creditedBy } from '@attain/domain/crediting/credited-by';
import type { Deal, ExchangeRate } from '@attain/domain/crediting/deal';
import { calculateQuickly } from '@attain/domain/payouts/kernel/lines/calculate-quickly';
import type { CalculationInput, PayoutLine } from '@attain/domain/payouts/payout';
import type { Participant } from '@attain/domain/quotas/participant';
import {
  type ChangedInput,
  changedInputs,
  type PayeeRecords,
} from '@attain/domain/simulations/changed-inputs';
import { hashOf } from '../../../audit/canonical.ts';
import { must } from '../../../base/api-error.ts';
import { convertedOf, partnersOf, ratesFor } from '../payee-inputs.ts';
import type { LineFigures, PaidRun, PayeeThen } from './recalculation-store.ts';

/** A deal that became another, with the rates of all money around it. */
export interface DealChange {
  readonly dealId: string;
  readonly after: Deal | null;
  readonly rates: readonly ExchangeRate[];
}

/** A payee whose inputs are others after the change, paid again. */
export interface ChangedPayee {
  readonly participantId: string;
  readonly participantName: string;
  /** Of the inputs as they are now; null: not paid any more. */
  readonly inputHash: string | null;
  readonly total: string;
  readonly lines: readonly PayoutLine[];
  /** Stored lines of the run. */
  readonly stored: readonly LineFigures[];
  readonly changes: readonly ChangedInput[];
}

/**
 * Recalculates a payee on the inputs a run would read after the change; null if they are unchanged. Throws
 * NOT_CALCULABLE with every problem if the changed deal can't be paid.
 */
export function changedPayee(run: PaidRun, then: PayeeThen, change: DealChange): ChangedPayee | null {
  const { participant } = then;
  const input = inputAfter(run, then, change);
  const inputHash = hashOf(input);
  if (inputHash === then.inputHash) return null;
  return payeePaidAgain(run, then, { participant, input, inputHash });
}

/**
 * A payee paid on other inputs than the run stored; `then` null: the run did not pay them. Throws NOT_CALCULABLE, as
 * the calculation would.
 */
export function payeePaidAgain(
  setting: Pick<PaidRun, 'plan' | 'period'>,
  then: PayeeThen | null,
  now: { readonly participant: Participant; readonly input: CalculationInput; readonly inputHash: string },
): ChangedPayee {
  const { participant, input, inputHash } = now;
  const paid = must(calculateQuickly(input), 'NOT_CALCULABLE', 'Pay can’t be calculated with these records.');
  return {
    participantId: participant.id,
    participantName: participant.name,
    inputHash,
    total: moneyText(sum(paid.lines.map(({ amount }) => decimal(amount))), setting.plan.currency),
    lines: paid.lines,
    stored: then?.lines ?? [],
    changes: changedInputs(setting, then && recordsThen(then), recordsOf(input, participant)),
  };
}

/** A payee of the run who would no longer be paid. */
export function payeeNoLongerPaid(setting: Pick<PaidRun, 'plan' | 'period'>, then: PayeeThen): ChangedPayee {
  const { participant, lines } = then;
  return {
    participantId: participant.id,
    participantName: participant.name,
    inputHash: null,
    total: '0',
    lines: [],
    stored: lines,
    changes: changedInputs(setting, recordsThen(then), null),
  };
}

function recordsThen({ participant, quotas, deals, exchangeRates, further }: PayeeThen): PayeeRecords {
  return recordsOf({ quotas, deals, exchangeRates, ...further }, participant);
}

/** The server settles funds over all payees and gives each their part, never `settle-here`. */
function recordsOf(
  { fundLeft, ...records }: Omit<CalculationInput, 'plan' | 'period' | 'participants'>,
  participant: Participant,
): PayeeRecords {
  return { ...records, participant, ...(typeof fundLeft === 'object' && { fundLeft }) };
}

function inputAfter(run: PaidRun, then: PayeeThen, { dealId, after, rates }: DealChange): CalculationInput {
  const { plan, period } = run;
  const { participant, quotas } = then;
  const kept = then.deals.filter(({ id }) => id !== dealId);
  const deals = after !== null && isRead(run, then, after) ? [...kept, after].sort(byDateAndId) : kept;
  const known = new Set(then.exchangeRates.map(rateKey));
  const all = [...then.exchangeRates, ...rates.filter((rate) => !known.has(rateKey(rate)))].sort(
    asRead(plan.currency),
  );
  const converted = convertedOf(
    run,
    deals.filter(({ unit }) => unit === '$'),
    quotas,
  );
  return {
    plan,
    period,
    participants: [participant, ...partnersOf(participant.id, deals)],
    payeeIds: [participant.id],
    quotas,
    deals,
    exchangeRates: ratesFor(plan, inUse(all, converted, plan.currency), converted),
    ...then.further,
  };
}

/**
 * True if a run reads the deal for this payee: it credits them or their team, on a measured day on which they are in
 * the plan.
 */
function isRead({ period }: PaidRun, then: PayeeThen, deal: Deal): boolean {
  const from = then.further?.completeFrom ?? period.from;
  if (deal.date < from || deal.date > period.to) return false;
  if (!then.enrolled.some((days) => days.from <= deal.date && (days.to === null || days.to >= deal.date)))
    return false;
  const reached = new Set([then.participant.id]);
  for (const line of then.further?.reportingLines ?? [])
    if (line.from <= deal.date && (line.to === null || line.to >= deal.date)) reached.add(line.participantId);
  return creditedBy(deal).some((id) => reached.has(id));
}

function inUse(
  rates: readonly ExchangeRate[],
  converted: readonly Pick<Deal, 'currency'>[],
  into: string,
): readonly ExchangeRate[] {
  const foreign = new Set(converted.map(({ currency }) => currency).filter((currency) => currency !== into));
  return rates.filter(({ from, to }) => foreign.has(from === into ? to : from));
}

const rateKey = ({ from, to, date }: ExchangeRate) => `${from} ${to} ${date}`;
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byDateAndId = (a: Deal, b: Deal) => order(a.date, b.date) || order(a.id, b.id);

/** As a run reads them: by the foreign currency, then by pair and day. */
function asRead(into: string): (a: ExchangeRate, b: ExchangeRate) => number {
  const foreign = ({ from, to }: ExchangeRate) => (from === into ? to : from);
  return (a, b) =>
    order(foreign(a), foreign(b)) || order(a.from, b.from) || order(a.to, b.to) || order(a.date, b.date);
}
