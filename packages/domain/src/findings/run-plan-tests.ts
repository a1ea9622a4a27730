import { decimal, plain } from '../base/decimal.ts';
import { type Period, parsePeriod } from '../base/period.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';
import type { Deal } from '../crediting/deal.ts';
import { calculate } from '../payouts/calculate.ts';
import type { Calculation, CalculationInput, PayoutLine, Step } from '../payouts/payout.ts';
import type { Plan } from '../plans/plan.ts';
import type { Participant } from '../quotas/participant.ts';
import type { PlanTest, TestDeal } from './plan-test.ts';

/** One expectation that did not hold, with the arithmetic that led elsewhere. */
export interface TestDifference {
  /** `total`, `refused`, or the component's id. */
  readonly of: string;
  readonly expected: string;
  readonly actual: string;
  /** Actual minus expected; null where they are no amounts. */
  readonly delta: string | null;
  readonly message: string;
  /** The steps of the line that paid otherwise (TEST-5). */
  readonly steps: readonly Step[];
}

/** How one golden case came out. */
export interface TestResult {
  readonly name: string;
  readonly passed: boolean;
  /** What the case paid by component, whether expected or not; empty when it was refused. */
  readonly amounts: Readonly<Record<string, string>>;
  readonly total: string | null;
  readonly differences: readonly TestDifference[];
  /** Why the case could not be paid; expected ones are here too. */
  readonly problems: readonly Problem[];
}

const PAYEE = 'payee';
const COLLEAGUE = 'colleague';

/** Runs golden cases on a plan, by the very calculation that pays; the same plan and cases give the same results. */
export function runPlanTests(plan: Plan, cases: readonly PlanTest[]): readonly TestResult[] {
  return cases.map((one) => runOne(plan, one));
}

/** The failing cases as problems that stop a plan from being activated (TEST-6); none when all pass. */
export function testProblems(results: readonly TestResult[]): readonly Problem[] {
  return results
    .filter(({ passed }) => !passed)
    .map(({ name, differences }) => ({
      rule: 'TEST-6',
      path: `tests[${name}]`,
      message: `The plan test “${name}” fails: ${differences.map(({ message }) => message).join(' ')} Fix the plan, or update the test.`,
    }));
}

function runOne(plan: Plan, given: PlanTest): TestResult {
  const input = inputOf(plan, given);
  const paid = input.ok ? calculate(input.value) : input;
  const differences = paid.ok
    ? payDifferences(paid.value, given)
    : rejectionDifferences(paid.problems, given);
  const lines = paid.ok ? paid.value.lines.filter(({ participantId }) => participantId === PAYEE) : [];
  return {
    name: given.name,
    passed: differences.length === 0,
    amounts: Object.fromEntries(lines.map(({ componentId, amount }) => [componentId, amount])),
    total: paid.ok ? paid.value.total : null,
    differences,
    problems: paid.ok ? [] : paid.problems,
  };
}

/** TEST-2: the records of a case, with what was left out filled in. */
function inputOf(plan: Plan, given: PlanTest): Result<CalculationInput> {
  const period = parsePeriod(given.period, plan.calendar);
  if (!period.ok) return rejected(period.problems);
  return ok({
    plan,
    period: period.value,
    participants: [person(PAYEE, given.payee), person(COLLEAGUE, {})],
    payeeIds: [PAYEE],
    quotas: given.quotas.map(({ componentId = null, unit = '$', from, to, amount, currency }) => ({
      participantId: PAYEE,
      componentId,
      unit,
      from: from ?? period.value.from,
      to: to ?? period.value.to,
      amount,
      ...(currency !== undefined && { currency }),
    })),
    deals: given.deals.map((deal, i) => dealOf(deal, i, { plan, period: period.value })),
    exchangeRates: given.exchangeRates,
  });
}

function person(id: string, wanted: Partial<Participant>): Participant {
  return {
    id,
    name: id === PAYEE ? 'The payee' : 'A colleague',
    hiredOn: null,
    leftOn: null,
    targetVariableAnnual: null,
    commissionRatePercent: null,
    ...wanted,
  };
}

function dealOf(deal: TestDeal, i: number, { plan, period }: { plan: Plan; period: Period }): Deal {
  const { sharePercent = '100', unit = '$', currency, ...rest } = deal;
  const colleague = decimal('100').minus(decimal(sharePercent)).toFixed();
  return {
    date: period.from,
    kind: 'sale',
    product: null,
    territory: null,
    customer: null,
    ...rest,
    // ids sort as the deals are written, so that equal days keep their order
    id: `deal-${String(i + 1).padStart(4, '0')}`,
    unit,
    currency: unit === '$' ? (currency ?? plan.currency) : null,
    participantId: PAYEE,
    splits: decimal(sharePercent).eq(100)
      ? []
      : [
          { participantId: PAYEE, sharePercent },
          { participantId: COLLEAGUE, sharePercent: colleague },
        ],
  };
}

/** TEST-3, TEST-4: what was paid otherwise than expected, component by component, then in total. */
function payDifferences(paid: Calculation, { expect }: PlanTest): readonly TestDifference[] {
  if (expect.rejected !== undefined) {
    const message = `Expected refusal by ${expect.rejected.join(', ')}, but it pays ${paid.total} ${paid.currency}.`;
    const expected = expect.rejected.join(', ');
    return [{ of: 'refused', expected, actual: paid.total, delta: null, message, steps: [] }];
  }
  const lines = new Map(paid.lines.map((line) => [line.componentId, line]));
  const differences = (expect.amounts ?? []).flatMap(({ componentId: id, amount: expected }) => {
    const line = lines.get(id);
    if (line !== undefined)
      return amountDifference(id, { expected, actual: line.amount, line }, paid.currency);
    const message = `The plan has no active component "${id}", so it pays nothing for it. Choose another ID.`;
    return [{ of: id, expected, actual: 'nothing', delta: null, message, steps: [] }];
  });
  if (expect.total === undefined) return differences;
  const total = { expected: expect.total, actual: paid.total };
  return [...differences, ...amountDifference('total', total, paid.currency)];
}

function amountDifference(
  of: string,
  { expected, actual, line }: { expected: string; actual: string; line?: PayoutLine },
  currency: string,
): readonly TestDifference[] {
  const delta = decimal(actual).minus(decimal(expected));
  if (delta.eq(0)) return [];
  const why = line === undefined ? '' : ` ${line.message}`;
  const message = `${of}: expected ${expected}, pays ${actual} ${currency}.${why}`;
  return [{ of, expected, actual, delta: plain(delta), message, steps: line?.steps ?? [] }];
}

function rejectionDifferences(problems: readonly Problem[], { expect }: PlanTest): readonly TestDifference[] {
  const actual = [...new Set(problems.map(({ rule }) => rule))].sort();
  const missing = (expect.rejected ?? []).filter((rule) => !actual.includes(rule));
  if (expect.rejected !== undefined && missing.length === 0) return [];
  const expected = expect.rejected?.join(', ') ?? 'pay';
  const first = problems[0]?.message ?? '';
  const message = `Expected ${expect.rejected === undefined ? 'pay' : `a refusal by ${expected}`}, but it was refused by ${actual.join(', ')}: ${first}`;
  return [{ of: 'refused', expected, actual: actual.join(', '), delta: null, message, steps: [] }];
}
