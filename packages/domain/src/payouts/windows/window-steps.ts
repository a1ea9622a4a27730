import { attainmentOf, attainmentWords } from '../../attainment/attainment.ts';
import type { Decimal } from '../../base/decimal.ts';
import { bracketed, money } from '../../base/figures.ts';
import { moneyText } from '../../base/money.ts';
import type { Ratio } from '../../base/ratio.ts';
import type { TargetPart } from '../../quotas/target.ts';
import { type LineTerms, measured, type Tally, type Trace } from '../line-terms.ts';
import type { PayoutLine, Step } from '../payout.ts';

/** The steps before the rate: what was credited, what waits or came before, what was asked for, how far that is. */
export function creditSteps(terms: LineTerms, deals: number, before: Tally, tally: Tally): Step[] {
  const { component, plan, period, window } = terms;
  const own = measured(component, plan, tally.total.minus(before.total));
  const shown = measured(component, plan, tally.total);
  const noun = deals === 1 ? 'credit' : 'credits';
  const { of: counted, own: field } = component.measure;
  const credited = field === undefined ? 'Credited in the period' : `${field} credited in the period`;
  const message = counted === 'deals' ? 'Deals counted in the period' : credited;
  const steps: Step[] = [{ rule: 'CREDIT-3', message, formula: `Σ of ${deals} ${noun}`, result: own }];
  if (terms.waiting > 0) steps.push(waitingStep(terms));
  if (window !== null) {
    const earlier = measured(component, plan, before.total);
    const { whole, periods } = terms.measured;
    const said =
      periods.length < 2
        ? `Measured over ${whole.key}, which begins with this period`
        : `Measured over ${whole.key}: ${earlier} before ${period.from}, and this period`;
    steps.push({
      rule: 'MEASURE-1',
      message: said,
      formula: `${earlier} + ${bracketed(own)}`,
      result: shown,
    });
  }
  steps.push(...quotaSteps(terms));
  const attained = attainmentOf(tally.total, terms.quota?.amount ?? null);
  if (terms.quota === null || attained === null) return steps;
  const asked = measured(component, plan, terms.quota.amount);
  const result = attainmentWords(attained);
  const rule = window === null ? 'ATT-1' : 'ATT-4';
  steps.push({ rule, message: 'Attainment is credit ÷ quota', formula: `${shown} ÷ ${asked}`, result });
  return steps;
}

function waitingStep({ waiting, component }: LineTerms): Step {
  const [one, more] =
    component.measure.unit === 'Score'
      ? ['score', 'scores']
      : component.measure.unit === '$'
        ? ['deal', 'deals']
        : ['result', 'results'];
  const count = `${waiting} ${waiting === 1 ? one : more}`;
  const message = `${count} ${waiting === 1 ? 'waits' : 'wait'} for approval and ${waiting === 1 ? 'does' : 'do'} not count yet`;
  return { rule: 'CREDIT-11', message, formula: `${count} not approved`, result: '0' };
}

function quotaSteps({ component, plan, quota, measured: span }: LineTerms): readonly Step[] {
  if (quota === null || quota.amount.lte('0')) return [];
  const asked = measured(component, plan, quota.amount);
  const from = quota.own ? "the component's own" : `for all that is measured in ${component.measure.unit}`;
  const parts = quota.steps.map(({ amount, ...step }) => ({
    ...step,
    result: measured(component, plan, amount),
  }));
  return [
    ...parts,
    {
      rule: quota.parts === 1 ? 'QUOTA-1' : 'QUOTA-2',
      message: `Quota for ${span.asked.whole.key}, ${from}`,
      formula: quota.parts === 1 ? asked : `Σ of ${quota.parts} quotas`,
      result: asked,
    },
  ];
}

/** How the target of what is measured comes about: one step a payable period, or for equal weeks in a row, and their sum (QUOTA-5, QUOTA-10 to QUOTA-14). */
export function targetSteps(
  { plan, targetParts, measured: span }: LineTerms,
  target: Ratio,
): readonly Step[] {
  const { currency } = plan;
  const weekly = plan.calendar.period === 'week';
  const groups: TargetPart[][] = [];
  for (const part of targetParts) {
    const last = groups.at(-1);
    // a year has 52 weeks: those that are worth the same are told together
    if (weekly && last?.[0]?.formula === part.formula) last.push(part);
    else groups.push([part]);
  }
  const steps = groups.map(([first, ...more]) => ({
    rule: first!.rule,
    message: `Target variable pay for ${periodsText(first!, more)}: the year's, by ${partsText(plan)}`,
    formula: first!.formula,
    result: money(first!.amount, currency),
  }));
  if (targetParts.length < 2) return steps;
  const sum = {
    rule: 'MEASURE-1',
    message: `Target variable pay for ${span.asked.whole.key}`,
    formula: `Σ of ${targetParts.length} periods`,
    result: money(target, currency),
  };
  return [...steps, sum];
}

function periodsText({ period }: TargetPart, more: readonly TargetPart[]): string {
  const last = more.at(-1)?.period;
  return last === undefined
    ? period.key
    : `each of the ${more.length + 1} weeks ${period.key} to ${last.key}`;
}

function partsText({ calendar }: LineTerms['plan']): string {
  if (calendar.period === 'week') return 'weeks';
  return calendar.weeks === undefined ? 'months' : 'periods';
}

/** The last step of a window that is settled by deduction (MEASURE-4). */
export function deductionStep(terms: LineTerms, amount: Decimal, trace: NonNullable<Trace>): void {
  const { window, plan } = terms;
  if (window?.settle !== 'deduct' || terms.measured.periods.length < 2) return;
  const paid = money(window.paid, plan.currency);
  trace.push({
    rule: 'MEASURE-4',
    message: `Less what earlier periods of ${terms.measured.whole.key} have paid`,
    formula: `${money(amount.plus(window.paid), plan.currency)} − ${bracketed(paid)}`,
    result: money(amount, plan.currency),
  });
}

/** What a line says of a window longer than the period; nothing for all other lines. */
export function windowFigures(
  { window, measured: span, plan }: LineTerms,
  tally: Tally,
  nothing: Decimal,
): Pick<PayoutLine, 'window'> {
  // In the first period of a window nothing came before, and the line is that of the period.
  if (window === null || span.periods.length < 2) return {};
  const deducts = window.settle === 'deduct';
  return {
    window: {
      from: span.from,
      to: span.to,
      credited: tally.total.toFixed(),
      paid: deducts ? moneyText(window.paid, plan.currency) : null,
      trueUp: deducts ? moneyText(nothing, plan.currency) : null,
    },
  };
}

/** What a window adds to the sentence of a line. */
export function windowNote({ window, measured: span, plan }: LineTerms): string {
  if (window === null) return '';
  if (window.settle === 'rate-only') {
    return `, at what ${span.whole.key} ${span.window?.kind === 'rolling' ? 'reach' : 'reaches'}`;
  }
  // the first period of a window is a period like any other
  if (span.periods.length < 2) return '';
  return `; measured over ${span.whole.key}, less the ${money(window.paid, plan.currency)} ${plan.currency} its earlier periods have paid`;
}
