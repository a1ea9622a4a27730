import { type Decimal, decimal, decimalProblem, isDecimal, sum, ZERO } from '../base/decimal.ts';
import { moneyText } from '../base/money.ts';
import { checkPeriod } from '../base/period.ts';
import { eachOnce, ok, type Problem, type Result, rejected } from '../base/result.ts';
import type { CreditShare } from '../crediting/credit-deal.ts';
import { checkPlan } from '../plans/plan-checks.ts';
import { checkAttendance } from '../quotas/attendance.ts';
import type { Participant } from '../quotas/participant.ts';
import { checkParticipants, checkQuotaDays } from '../quotas/payees.ts';
import {
  claimsOf,
  type FundClaim,
  fundedComponents,
  fundsLeft,
  withinFund,
  withoutFunds,
} from './limits/fund.ts';
import { type CalculationProgress, creditAll, MAX_PROBLEMS } from './measures/credit-all.ts';
import { checkGiven } from './measures/given.ts';
import type { Earnings } from './pay-line.ts';
import { payParticipant } from './pay-participant.ts';
import { paySetting } from './pay-setting.ts';
import type { Calculation, CalculationInput, FundLeft, PayoutLine } from './payout.ts';

/** Version of the rules by which this engine pays; it changes whenever any amount, or any word of a line, could change. */
export const ENGINE_VERSION = '1.6.0';

/** Versions whose inputs this engine pays with the same bytes. 1.6.0 added pay terms, which no input of 1.5.0 has. */
const SAME_AS_BEFORE: readonly string[] = ['1.5.0'];

/** Whether an input paid by that version of the rules is paid the same by this one. */
export function paysLike(engineVersion: string): boolean {
  return engineVersion === ENGINE_VERSION || SAME_AS_BEFORE.includes(engineVersion);
}

/**
 * Pays a period by a plan, exactly: the same input gives the same bytes, whatever the order of its lists (PAY-16), and whoever
 * says what each credit earned (`calculateQuickly` asks the kernel; left out, every credit is paid step by step). Refused as a whole, with every problem of the input, when any of it cannot be paid (PAY-20).
 */
export function calculate(input: CalculationInput, earnings?: Earnings): Result<Calculation> {
  const course = calculateEach(input, earnings);
  for (;;) {
    const next = course.next();
    if (next.done) return next.value;
  }
}

/** The same calculation in small portions, for progress and cancelling: yields after some deals, then after each payee. */
export function* calculateEach(
  input: CalculationInput,
  earnings?: Earnings,
): Generator<CalculationProgress, Result<Calculation>, void> {
  const invalid = checkPlan(input.plan).map((problem) => ({ ...problem, path: `plan.${problem.path}` }));
  const problems: Problem[] = [...invalid, ...checkInput(input)];
  if (checkPeriod(input.period).length > 0) return rejected(limited(problems));
  const setting = paySetting(input, invalid.length === 0, problems);
  const leftFor = problems.length > 0 ? null : settledFunds(input, problems);
  problems.push(...checkGiven(input, setting));
  const shares = yield* creditAll(input, setting, problems);
  if (problems.length > 0 || leftFor === null) return rejected(limited(problems));
  const payees = payeesOf(input);
  const components = new Map(setting.rules.map(({ component }) => [component.id, component]));
  const quotas = byPayee(input.quotas);
  const earlier = byPayee(input.earlier ?? []);
  const lines: PayoutLine[] = [];
  for (const [i, payee] of payees.entries()) {
    const own = {
      shares: ordered(shares.get(payee.id) ?? []),
      quotas: quotas.get(payee.id) ?? [],
      earlier: earlier.get(payee.id) ?? [],
    };
    // What has been paid is not needed any more; on large runs this keeps the memory down.
    shares.delete(payee.id);
    const paid = payParticipant(setting, payee, own, earnings);
    if (!paid.ok) problems.push(...paid.problems);
    const funded = (paid.ok ? paid.value : []).map((line) => {
      const component = components.get(line.componentId);
      return component === undefined ? line : withinFund(line, component, input.plan, leftFor);
    });
    lines.push(...funded);
    if (problems.length >= MAX_PROBLEMS) break;
    yield { stage: 'paying', done: i + 1, of: payees.length, lines: funded };
  }
  if (problems.length > 0) return rejected(limited(problems));
  return ok(assemble(lines, input.plan.currency));
}

/**
 * What the payees of a calculation ask of the funds of SPIFFs. Where payees are calculated one by one, the claims of all go to
 * `fundsLeft`, and what it says goes into each calculation as `fundLeft` (PAY-36).
 */
export function claimsOnFunds(input: CalculationInput): Result<readonly FundClaim[]> {
  const { fundLeft: _, ...rest } = input;
  const asked = calculate({ ...rest, plan: withoutFunds(input.plan) });
  if (!asked.ok) return asked;
  const funded = new Set(fundedComponents(input.plan).map(({ id }) => id));
  return ok(asked.value.lines.filter((line) => funded.has(line.componentId)).flatMap(claimsOf));
}

/** What was left of a fund at a claim's turn, as given or settled over everybody who is paid here. */
function settledFunds(input: CalculationInput, problems: Problem[]): (claim: FundClaim) => Decimal {
  if (fundedComponents(input.plan).length === 0) return () => ZERO;
  const { fundLeft } = input;
  const given: readonly FundLeft[] =
    fundLeft === undefined || fundLeft === 'settle-here' ? settleHere(input, problems) : fundLeft;
  const left = new Map<string, Decimal>();
  for (const turn of given) {
    const path = `fundLeft[${turn.participantId}, ${turn.dealId}].left`;
    if (isDecimal(turn.left)) left.set(turnOf(turn), decimal(turn.left));
    else problems.push({ ...decimalProblem(turn.left, path), rule: 'PAY-36' });
  }
  return (claim) => {
    const found = left.get(turnOf(claim));
    if (found !== undefined) return found;
    const message = `The rest of the fund of "${claim.componentId}" at deal "${claim.dealId}" is missing. Settle the fund over all payees.`;
    problems.push({ rule: 'PAY-36', path: `fundLeft[${claim.participantId}, ${claim.dealId}]`, message });
    return ZERO;
  };
}

function settleHere(input: CalculationInput, problems: Problem[]): readonly FundLeft[] {
  if (input.payeeIds !== undefined && input.fundLeft === undefined) {
    const message =
      'The plan has a SPIFF whose fund all payees share. Provide the rest of the fund, or "settle-here" if all payees are calculated.';
    problems.push({ rule: 'PAY-36', path: 'fundLeft', message });
    return [];
  }
  const claims = claimsOnFunds(input);
  if (!claims.ok) problems.push(...claims.problems);
  return claims.ok ? fundsLeft(input.plan, claims.value, input.earlier ?? []) : [];
}

function turnOf({ componentId, participantId, dealId }: Omit<FundLeft, 'left'>): string {
  return JSON.stringify([componentId, participantId, dealId]);
}

function assemble(lines: readonly PayoutLine[], currency: string): Calculation {
  const total: Decimal = sum(lines.map((line) => decimal(line.amount)));
  return { engineVersion: ENGINE_VERSION, lines, total: moneyText(total, currency), currency };
}

/** Every problem of the records that is one whatever the plan says. */
export function checkInput(input: CalculationInput): readonly Problem[] {
  const known = new Set(input.participants.map((participant) => participant.id));
  const strangers = (input.payeeIds ?? []).filter((id) => !known.has(id));
  return [
    ...checkPeriod(input.period),
    ...checkParticipants(input.participants),
    ...strangers.map((id) => {
      const message = `Participant "${id}" not found. Import the participant.`;
      return { rule: 'QUOTA-6', path: `payeeIds[${id}]`, message };
    }),
    ...checkQuotaDays(input.quotas),
    ...checkAttendance(input),
  ];
}

/** By date, then deal id, own credit before rolled-up (CREDIT-10); by code units, so that no locale can change an amount. */
export function ordered(shares: CreditShare[]): readonly CreditShare[] {
  return shares.sort(
    (a, b) =>
      before(a.deal.date, b.deal.date) ||
      before(a.deal.id, b.deal.id) ||
      a.level - b.level ||
      before(a.through ?? '', b.through ?? ''),
  );
}

/** Who is paid, by id. */
export function payeesOf(input: CalculationInput): readonly Participant[] {
  const chosen = input.payeeIds === undefined ? null : new Set(input.payeeIds);
  return input.participants
    .filter((participant) => chosen === null || chosen.has(participant.id))
    .sort((a, b) => before(a.id, b.id));
}

/** Records by whom they belong to. */
export function byPayee<T extends { readonly participantId: string }>(
  all: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(one.participantId);
    if (group === undefined) groups.set(one.participantId, [one]);
    else group.push(one);
  }
  return groups;
}

function before(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Each problem once, however many lines it stops, and no more than anybody can mend. */
function limited(all: readonly Problem[]): readonly Problem[] {
  const problems = eachOnce(all);
  if (all.length < MAX_PROBLEMS) return problems;
  const message = `There are ${MAX_PROBLEMS} problems or more; checking stopped. Fix these first.`;
  return [...problems.slice(0, MAX_PROBLEMS), { rule: 'PAY-20', path: '', message }];
}
