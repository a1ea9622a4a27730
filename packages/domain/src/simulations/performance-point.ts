import { type Decimal, decimal, HUNDRED, plain, sum, ZERO } from '../base/decimal.ts';
import type { Period } from '../base/period.ts';
import { ratio, roundRatio } from '../base/ratio.ts';
import { sharedAmount } from '../crediting/exchange.ts';
import type { History } from '../findings/pay-history.ts';
import { type ColumnLine, type CreditOrigin, originOf } from '../payouts/kernel/lines/credit-columns.ts';
import type { Component, Plan } from '../plans/plan.ts';
import { attendanceBook } from '../quotas/attendance.ts';
import { partOfYear } from '../quotas/part-of-year.ts';
import { termOn } from '../quotas/pay-terms.ts';

/** One payee's year as a point: how far quota was reached, and what that paid in percent of target pay. 4 decimals each. */
export interface PerformancePoint {
  readonly participantId: string;
  readonly attainmentPercent: string;
  readonly payPercent: string;
}

/** What a plan pays one payee over a history, with what is needed to judge it. */
export interface PayeeCost {
  readonly pay: Decimal;
  /** Amounts of deals credited, before credit factors (CREDIT-17), each deal once however many components count it; in the plan's currency. */
  readonly revenue: Decimal;
  readonly point: PerformancePoint | null;
}

/** Lines of one of a plan's periods. */
interface PeriodLines {
  readonly period: Period;
  readonly lines: readonly ColumnLine[];
}

/** Sums up what a plan pays one payee (SIM-2, SIM-3, SIM-4). */
export function payeeCost(plan: Plan, history: History, pays: readonly PeriodLines[]): PayeeCost {
  const lines = pays.flatMap((one) => one.lines);
  const components = new Map(plan.components.map((component) => [component.id, component]));
  const pay = sum(lines.map((line) => decimal(line.amount)));
  return {
    pay,
    revenue: revenueOf(lines, components, history),
    point: pointOf(history, pays, { pay, components, plan }),
  };
}

/** Deals that only rolling windows measure: they are of the days before, and counted there. */
function dealsBefore({ span, deals, completeFrom = span.from }: History): readonly string[] {
  return completeFrom < span.from ? deals.filter(({ date }) => date < span.from).map(({ id }) => id) : [];
}

function revenueOf(
  lines: readonly ColumnLine[],
  components: ReadonlyMap<string, Component>,
  history: History,
): Decimal {
  const seen = new Set(dealsBefore(history));
  const money = lines.flatMap((line) => {
    const measure = components.get(line.componentId)?.measure;
    return measure?.unit === '$' && measure.of === 'amount' ? [{ line, own: measure.own }] : [];
  });
  const adding = money.filter(({ own }) => own !== undefined);
  const amounts = new Map(adding.length === 0 ? [] : history.deals.map(({ id, amount }) => [id, amount]));
  let revenue = ZERO;
  for (const { line, own } of [...money.filter((one) => one.own === undefined), ...adding])
    for (const [at, { id }] of line.credits.deals.entries()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const share = line.credits.shares?.[at] ?? null;
      const credited = decimal(share?.factor?.of ?? line.credits.credited[at]!);
      revenue = revenue.plus(own === undefined ? credited : shareOf(originOf(share), amounts.get(id) ?? '0'));
    }
  return revenue;
}

/** What a credit is of a deal's amount, whatever own amount was added. */
function shareOf({ sharePercent, exchange }: CreditOrigin, amount: string): Decimal {
  return sharedAmount(amount, {
    sharePercent,
    exchange: exchange && { rate: decimal(exchange.rate) },
  });
}

/** x = Σ weight × attainment ÷ Σ weight over all lines with a quota; y = pay ÷ target pay of the same periods. */
function pointOf(
  history: History,
  pays: readonly PeriodLines[],
  { pay, components, plan }: { pay: Decimal; components: ReadonlyMap<string, Component>; plan: Plan },
): PerformancePoint | null {
  const [from, to] = [pays[0]?.period.from, pays.at(-1)?.period.to];
  const participantId = payeeOf(history);
  const annual = to === undefined ? null : annualTarget(history, participantId, to);
  const part = from === undefined || to === undefined ? null : partOfYear({ from, to }, plan.calendar);
  if (annual === null || part === null || decimal(annual).lte(ZERO)) return null;
  let weights = ZERO;
  let reached = ZERO;
  for (const line of pays.flatMap((one) => one.lines)) {
    const weight = decimal(String(components.get(line.componentId)?.weight ?? 0));
    if (line.attainmentPercent === null) continue;
    weights = weights.plus(weight);
    reached = reached.plus(weight.times(decimal(line.attainmentPercent)));
  }
  if (weights.lte(ZERO)) return null;
  const target = ratio(pay.times(HUNDRED).times(part.under), decimal(annual).times(part.over));
  return {
    participantId,
    attainmentPercent: plain(roundRatio(ratio(reached, weights), 4, 'HALF_UP')),
    payPercent: plain(roundRatio(target, 4, 'HALF_UP')),
  };
}

/** Whose history it is: the one payee that is paid. */
export function payeeOf(history: History): string {
  return history.payeeIds?.[0] ?? history.participants[0]?.id ?? '';
}

/** The yearly target in force on a day. */
function annualTarget(
  { participants, payTerms }: History,
  participantId: string,
  day: string,
): string | null {
  const participant = participants.find(({ id }) => id === participantId);
  if (participant === undefined) return null;
  const terms = attendanceBook({ payTerms: payTerms ?? [] })(participantId).payTerms ?? [];
  return termOn(day, participant, terms)?.targetVariableAnnual ?? null;
}
