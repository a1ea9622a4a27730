import { type Decimal, decimal, HUNDREDTH } from '../../base/decimal.ts';
import type { Period } from '../../base/period.ts';
import { ok, type Problem, type Result, rejected } from '../../base/result.ts';
import { type History, periodsWithin } from '../../findings/pay-history.ts';
import { byPayee, checkInput, ordered, payeesOf } from '../../payouts/calculate.ts';
import { decimalsOf, type Fraction, fractionOf } from '../../payouts/kernel/lines/fraction.ts';
import { isPlainPlan, plainCredits } from '../../payouts/kernel/lines/plain-credits.ts';
import type { ExactLine } from '../../payouts/kernel/lines/shape-pay.ts';
import { refined } from '../../payouts/kernel/lines/small-amount.ts';
import { partTerms, standing } from '../../payouts/measures/component-status.ts';
import { creditAll } from '../../payouts/measures/credit-all.ts';
import { checkGiven } from '../../payouts/measures/given.ts';
import { type PaySetting, type PlanSetting, planSetting, settingFor } from '../../payouts/pay-setting.ts';
import type { CalculationInput } from '../../payouts/payout.ts';
import { isPart } from '../../payouts/rates/split-rounding.ts';
import type { Plan } from '../../plans/plan.ts';
import { isFor } from '../../plans/terms.ts';
import { takesPartIn } from '../../quotas/attendance.ts';
import { readingOf } from '../../quotas/dated-target.ts';
import type { Participant } from '../../quotas/participant.ts';
import { targetFor } from '../../quotas/target.ts';

/** What one payee measures on one component in one period, however it is paid. */
export interface MeasuredLine extends ExactLine {
  /** Index of the component in the plan. */
  readonly component: number;
  /** False: the component is in force, and pays others only. */
  readonly isTheirs: boolean;
  readonly hasCredits: boolean;
  /** Whether a credit is a part of a split deal. */
  readonly hasParts: boolean;
  /** Whether there is a quota, or target, that cannot be used. */
  readonly quotaFault: boolean;
  readonly targetFault: boolean;
}

/** Reads payees of one crediting plan and span. */
export interface LineReader {
  readonly periods: readonly Period[];
  /** The payee's lines by period; empty where the payee has none. Refused with what makes any pay impossible. */
  read(history: History): Result<readonly (readonly MeasuredLine[])[]>;
}

/** A reader of what a plan's payees measure; `plan` says how they are credited (`creditingPlan`). */
export function lineReader(plan: Plan, span: Period, completeFrom = span.from): LineReader {
  const periods = periodsWithin(plan, span);
  const settings = periods.map((period) => planSetting({ plan, period, completeFrom }, true));
  const days = new Set<string>();
  return {
    periods,
    read: (history) => {
      const lines: (readonly MeasuredLine[])[] = [];
      const problems: Problem[] = [];
      for (const setting of settings) {
        const found = readPeriod(inputOf(history, setting, completeFrom), setting, days);
        if (found.ok) lines.push(found.value);
        else problems.push(...found.problems);
      }
      return problems.length > 0 ? rejected(problems) : ok(lines);
    },
  };
}

function inputOf(
  { span: _, ...records }: History,
  { plan, period, measured }: PlanSetting,
  completeFrom: string,
): CalculationInput {
  const deals = records.deals.filter(({ date }) => date >= measured.from && date <= measured.to);
  return { ...records, deals, plan, period, completeFrom, earlier: [] };
}

function readPeriod(
  input: CalculationInput,
  read: PlanSetting,
  days: Set<string>,
): Result<readonly MeasuredLine[]> {
  const setting = settingFor(read, input);
  const problems: Problem[] = [...checkInput(input), ...read.problems, ...checkGiven(input, setting)];
  const [payee] = payeesOf(input);
  if (problems.length > 0 || payee === undefined) return rejected(problems);
  const credits = plainly(input, read, { setting, days }) ?? credited(input, setting, { payee, problems });
  if (problems.length > 0) return rejected(problems);
  const theirs = credits.filter((_, i) => isFor(setting.rules[i]!.component, payee.id));
  const takesPart = takesPartIn(payee, setting.attendance(payee.id), setting.period);
  if (!takesPart && theirs.every(({ hasCredits }) => !hasCredits)) return ok([]);
  const quotas = byPayee(input.quotas).get(payee.id) ?? [];
  return ok(
    setting.rules.map((rules, i) => {
      const { quota, unusable } = standing(setting, rules, payee, { shares: [], quotas }, []);
      const target = targetFor(rules.measured.asked.periods, {
        ...partTerms(setting, rules, payee),
        currency: setting.plan.currency,
        component: rules.component,
        payTerms: readingOf(setting.plan),
      });
      const { total, ...facts } = credits[i]!;
      const amount = target.ok ? (target.value?.amount ?? null) : null;
      return {
        ...facts,
        ...inUnits(total, quota?.amount ?? null),
        component: setting.plan.components.indexOf(rules.component),
        isTheirs: isFor(rules.component, payee.id),
        target: amount === null ? null : fractionOf(amount),
        rate: rateOf(payee, setting),
        quotaFault: unusable,
        targetFault: !target.ok,
      };
    }),
  );
}

interface Credits {
  readonly total: Decimal;
  readonly hasCredits: boolean;
  readonly hasParts: boolean;
}

/** Where nothing is out of the ordinary, without an object for each credit. */
function plainly(
  input: CalculationInput,
  read: PlanSetting,
  { setting, days }: { readonly setting: PaySetting; readonly days: Set<string> },
): readonly Credits[] | null {
  const found = isPlainPlan(read) ? plainCredits(input, setting, days) : null;
  if (found === null) return null;
  const all: Credits[] = [];
  for (const { deals, units, decimals, shares } of found) {
    const finest = decimals.reduce((max, one) => Math.max(max, one), 0);
    let [total, size] = [0, 0];
    for (const [i, own] of units.entries()) {
      const finer = refined(own, decimals[i]!, finest) ?? Number.NaN;
      total += finer;
      size += Math.abs(finer);
    }
    if (!Number.isSafeInteger(size)) return null;
    const hasParts = deals.some((deal, i) => isPart({ role: shares?.[i]?.role ?? 'direct', deal }));
    all.push({ total: decimal(`${total}e-${finest}`), hasCredits: deals.length > 0, hasParts });
  }
  return all;
}

function credited(
  input: CalculationInput,
  setting: PaySetting,
  { payee, problems }: { readonly payee: Participant; readonly problems: Problem[] },
): readonly Credits[] {
  const crediting = creditAll(input, setting, problems);
  let step = crediting.next();
  while (!step.done) step = crediting.next();
  const shares = ordered(step.value.get(payee.id) ?? []);
  return setting.rules.map((rules) => {
    const reached = standing(setting, rules, payee, { shares, quotas: [] }, []);
    const hasCredits = reached.shares.length + reached.earlierShares.length > 0;
    return { total: reached.credited, hasCredits, hasParts: reached.shares.some(isPart) };
  });
}

/** Credit and quota in whole units of the same size. */
function inUnits(total: Decimal, quota: Decimal | null): Pick<ExactLine, 'total' | 'quota' | 'unit'> {
  const decimals = Math.max(decimalsOf(total), quota === null ? 0 : decimalsOf(quota));
  const whole = (value: Decimal) => BigInt(value.toFixed(decimals).replace('.', ''));
  return {
    total: whole(total),
    quota: quota === null ? null : whole(quota),
    unit: 10n ** BigInt(decimals),
  };
}

/** Null where there is none, or pay terms may change it (QUOTA-23). */
function rateOf({ id, commissionRatePercent }: Participant, setting: PaySetting): Fraction | null {
  if (setting.attendance(id).payTerms?.length) return null;
  return commissionRatePercent === null ? null : fractionOf(decimal(commissionRatePercent).times(HUNDREDTH));
}
