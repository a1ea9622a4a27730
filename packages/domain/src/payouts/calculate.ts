import { type Decimal, decimal, sum } from '../base/decimal.ts';
import { moneyText } from '../base/money.ts';
import { checkPeriod } from '../base/period.ts';
import { ok, type Problem, type Result, refused } from '../base/result.ts';
import { type CreditShare, creditDeal, dealDayFault } from '../crediting/credit-deal.ts';
import type { Deal } from '../crediting/deal.ts';
import { exchangeTable } from '../crediting/exchange.ts';
import { checkPlan } from '../plans/soundness.ts';
import type { Participant, Quota } from '../quotas/participant.ts';
import { checkParticipants, checkQuotaDays } from '../quotas/payees.ts';
import { type PaySetting, payParticipant, paySetting } from './pay-participant.ts';
import type { Calculation, CalculationInput, PayoutLine } from './payout.ts';

/** Version of the rules by which this engine pays; it changes whenever any amount could change. */
export const ENGINE_VERSION = '1.0.0';

/** How far a calculation is; between two of these it may be abandoned, and nothing has happened. */
export interface CalculationProgress {
  readonly stage: 'crediting' | 'paying';
  readonly done: number;
  readonly of: number;
  /** The lines finished since the last report, in their final order; empty while crediting. */
  readonly lines: readonly PayoutLine[];
}

/** After so many problems reading stops: nobody mends more at once, and a wrong column makes one for every row. */
export const MAX_PROBLEMS = 10_000;
const DEALS_A_REPORT = 2_000;

/**
 * Pays a period by a plan, exactly: the same input gives the same bytes, whatever the order of its lists (PAY-16).
 * Refused as a whole, with every problem of the input, when any of it cannot be paid (PAY-20).
 */
export function calculate(input: CalculationInput): Result<Calculation> {
  const course = calculateEach(input);
  for (;;) {
    const next = course.next();
    if (next.done) return next.value;
  }
}

/** The same calculation in small portions, for progress and cancelling: yields after some deals, then after each payee. */
export function* calculateEach(
  input: CalculationInput,
): Generator<CalculationProgress, Result<Calculation>, void> {
  const problems: Problem[] = [...checkInput(input)];
  const datesHold = checkPeriod(input.period).length === 0;
  const setting = paySetting(input.plan, input.period);
  const shares = datesHold ? yield* creditAll(input, setting, problems) : new Map<string, CreditShare[]>();
  if (problems.length > 0) return refused(limited(problems));
  const payees = payeesOf(input);
  const quotas = groupQuotas(input.quotas);
  const lines: PayoutLine[] = [];
  for (const [i, payee] of payees.entries()) {
    const own = { shares: ordered(shares.get(payee.id) ?? []), quotas: quotas.get(payee.id) ?? [] };
    // What has been paid is not needed any more; on large runs this keeps the memory down.
    shares.delete(payee.id);
    const paid = payParticipant(setting, payee, own);
    if (paid.ok) lines.push(...paid.value);
    else problems.push(...paid.problems);
    if (problems.length >= MAX_PROBLEMS) break;
    yield { stage: 'paying', done: i + 1, of: payees.length, lines: paid.ok ? paid.value : [] };
  }
  if (problems.length > 0) return refused(limited(problems));
  return ok(assemble(lines, input.plan.currency));
}

function assemble(lines: readonly PayoutLine[], currency: string): Calculation {
  const total: Decimal = sum(lines.map((line) => decimal(line.amount)));
  return { engineVersion: ENGINE_VERSION, lines, total: moneyText(total, currency), currency };
}

function checkInput(input: CalculationInput): readonly Problem[] {
  const known = new Set(input.participants.map((participant) => participant.id));
  const strangers = (input.payeeIds ?? []).filter((id) => !known.has(id));
  return [
    ...checkPlan(input.plan).map((problem) => ({ ...problem, path: `plan.${problem.path}` })),
    ...checkPeriod(input.period),
    ...checkParticipants(input.participants),
    ...strangers.map((id) => {
      const say = `"${id}" is to be paid but is not among the participants. Import the participant.`;
      return { rule: 'QUOTA-6', path: `payeeIds[${id}]`, say };
    }),
    ...checkQuotaDays(input.quotas),
  ];
}

/** The credits of the period by participant, in no particular order yet. */
function* creditAll(
  input: CalculationInput,
  setting: PaySetting,
  problems: Problem[],
): Generator<CalculationProgress, Map<string, CreditShare[]>, void> {
  const exchanges = exchangeTable(input.exchangeRates, input.plan.currency);
  problems.push(...exchanges.problems);
  const known = new Set(input.participants.map((participant) => participant.id));
  const isKnown = (id: string) => known.has(id);
  const sums = setting.rules.filter(({ component }) => component.measure.of === 'amount');
  const asksAmount = (deal: Deal) => sums.some(({ counts }) => counts(deal));
  const terms = { currency: input.plan.currency, exchanges, isKnown, asksAmount };
  const payees = new Set(input.payeeIds ?? known);
  const byParticipant = new Map<string, CreditShare[]>();
  const ids = new Set<string>();
  const { from, to } = input.period;
  for (const [i, deal] of input.deals.entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    if (i % DEALS_A_REPORT === DEALS_A_REPORT - 1) {
      yield { stage: 'crediting', done: i + 1, of: input.deals.length, lines: [] };
    }
    const dayFault = dealDayFault(deal);
    if (dayFault !== null) problems.push(dayFault);
    if (dayFault !== null || deal.date < from || deal.date > to) continue;
    if (ids.has(deal.id)) problems.push(duplicate(deal.id));
    ids.add(deal.id);
    // What no component counts is not this plan's concern, whatever else may be wrong with it.
    if (!setting.rules.some(({ counts }) => counts(deal))) continue;
    for (const share of creditDeal(deal, terms, problems)) {
      if (!payees.has(share.participantId)) continue;
      const list = byParticipant.get(share.participantId);
      if (list === undefined) byParticipant.set(share.participantId, [share]);
      else list.push(share);
    }
  }
  return byParticipant;
}

function duplicate(id: string): Problem {
  const say = `Two deals have the id "${id}". Keep one, or give the other its own id.`;
  return { rule: 'CREDIT-9', path: `deals[${id}]`, say };
}

/** By date, then deal id (CREDIT-10); compared by code units, so that no locale can change an amount. */
function ordered(shares: CreditShare[]): readonly CreditShare[] {
  return shares.sort((a, b) => before(a.deal.date, b.deal.date) || before(a.deal.id, b.deal.id));
}

function payeesOf(input: CalculationInput): readonly Participant[] {
  const chosen = input.payeeIds === undefined ? null : new Set(input.payeeIds);
  return input.participants
    .filter((participant) => chosen === null || chosen.has(participant.id))
    .sort((a, b) => before(a.id, b.id));
}

function groupQuotas(quotas: readonly Quota[]): ReadonlyMap<string, readonly Quota[]> {
  const groups = new Map<string, Quota[]>();
  for (const quota of quotas) {
    const group = groups.get(quota.participantId);
    if (group === undefined) groups.set(quota.participantId, [quota]);
    else group.push(quota);
  }
  return groups;
}

function before(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Each problem once, however many lines it stops, and no more than anybody can mend. */
function limited(all: readonly Problem[]): readonly Problem[] {
  const problems = [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
  if (all.length < MAX_PROBLEMS) return problems;
  const say = `There are ${MAX_PROBLEMS} problems or more; the rest was not read. Mend these first.`;
  return [...problems.slice(0, MAX_PROBLEMS), { rule: 'PAY-20', path: '', say }];
}
