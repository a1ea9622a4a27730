import { deductedFrom } from '../../attainment/window.ts';
import { dayProblem, parseDay } from '../../base/day.ts';
import { decimalProblem, isDecimal } from '../../base/decimal.ts';
import type { Problem } from '../../base/result.ts';
import { checkReportingLines } from '../../crediting/hierarchy.ts';
import { activeComponents } from '../../plans/plan-checks.ts';
import { isInForceIn } from '../../plans/terms.ts';
import { isOfTeam, type PaySetting } from '../pay-setting.ts';
import type { CalculationInput, EarlierPay } from '../payout.ts';

/**
 * Whether everything a plan's terms depend on was given: what is left out must not be taken as nothing where that would change
 * pay. Told as problems: since when no day (MEASURE-3), no component in force (MEASURE-7), a hierarchy (CREDIT-15), enrolments (QUOTA-9), or what earlier
 * periods have paid (MEASURE-5), or carried (PAY-33).
 */
export function checkGiven(input: CalculationInput, setting: PaySetting): readonly Problem[] {
  const problems: Problem[] = [];
  const message = (rule: string, path: string, text: string) => problems.push({ rule, path, message: text });
  const { completeFrom } = input;
  if (completeFrom !== undefined && parseDay(completeFrom) === null)
    problems.push({ ...dayProblem(completeFrom, 'completeFrom'), rule: 'MEASURE-3' });
  const active = activeComponents(setting.plan);
  if (active.length > 0 && !active.some(({ effective }) => isInForceIn(effective, input.period))) {
    const { key, from, to } = input.period;
    message(
      'MEASURE-7',
      'period',
      `No component of the plan is in force in ${key} (${from} to ${to}). Choose another period.`,
    );
  }
  if (setting.rules.some(isOfTeam)) {
    if (input.reportingLines === undefined) {
      message(
        'CREDIT-15',
        'reportingLines',
        'A component uses team credit, but the hierarchy is missing. Provide reporting lines, or an empty list if there are none.',
      );
    } else problems.push(...checkReportingLines(input.reportingLines, setting.measured));
  }
  if (input.plan.proration !== undefined && input.enrolments === undefined) {
    message(
      'QUOTA-9',
      'enrolments',
      'The plan prorates by participation, but enrollments are missing. Provide the dates of each participant in the plan.',
    );
  }
  const deducting = setting.rules.filter(
    ({ measured }) => measured.window?.settle === 'deduct' && measured.periods.length > 1,
  );
  if (deducting.length > 0 && input.earlier === undefined) {
    message(
      'MEASURE-5',
      'earlier',
      'A component deducts what earlier periods paid. Provide those payments, or an empty list if there were none.',
    );
  }
  problems.push(...carryingFaults(input, setting));
  const unreadable = (input.earlier ?? []).flatMap(unreadableFault);
  if (unreadable.length > 0) return [...problems, ...unreadable];
  for (const { component, measured } of deducting) {
    const own = (input.earlier ?? []).filter(({ componentId }) => componentId === component.id);
    problems.push(...earlierFaults(own, { from: deductedFrom(measured), before: input.period.from }));
  }
  return problems;
}

/** PAY-33, PAY-36: what earlier periods carried, and what they paid from a fund, must be known where it can be something. */
function carryingFaults(input: CalculationInput, { rules, period }: PaySetting): readonly Problem[] {
  if (input.earlier !== undefined) {
    return input.earlier.flatMap((one) =>
      (['amount', 'carried'] as const).flatMap((field) => {
        const path = `earlier[${one.participantId}, ${one.componentId}, ${one.from}].${field}`;
        return isDecimal(one[field]) ? [] : [{ ...decimalProblem(one[field], path), rule: 'PAY-33' }];
      }),
    );
  }
  const problems: Problem[] = [];
  if (rules.some(({ limits }) => limits.carried.length > 0)) {
    const message =
      'A component carries its excess, but the amounts carried from earlier periods are missing. Provide them, or an empty list if there are none.';
    problems.push({ rule: 'PAY-33', path: 'earlier', message });
  }
  const { from } = period;
  if (
    (input.fundLeft === undefined || input.fundLeft === 'settle-here') &&
    rules.some(({ component: { spiff } }) => spiff?.fund && spiff.from < from)
  ) {
    const message =
      'A SPIFF with a fund began before the period, but its earlier payments are missing. Provide them, or an empty list if there are none.';
    problems.push({ rule: 'PAY-36', path: 'earlier', message });
  }
  return problems;
}

/** MEASURE-5: the days of what was paid are days, in order. */
function unreadableFault(one: EarlierPay): readonly Problem[] {
  const path = `earlier[${one.participantId}, ${one.componentId}, ${one.from}]`;
  const days = (['from', 'to'] as const).flatMap((field) =>
    parseDay(one[field]) === null
      ? [{ ...dayProblem(one[field], `${path}.${field}`), rule: 'MEASURE-5' }]
      : [],
  );
  if (days.length > 0 || one.from <= one.to) return days;
  const message = `It ends on ${one.to}, before it starts on ${one.from}. Swap the dates.`;
  return [{ rule: 'MEASURE-5', path: `${path}.to`, message }];
}

/** MEASURE-5: what was paid lies inside the window and before the period, and no day was paid twice. */
function earlierFaults(
  earlier: readonly EarlierPay[],
  window: { readonly from: string; readonly before: string },
): readonly Problem[] {
  const problems: Problem[] = [];
  const inWindow = earlier.filter((one) => one.to >= window.from && one.from < window.before);
  const sorted = inWindow.toSorted(
    (a, b) => before(a.participantId, b.participantId) || before(a.from, b.from),
  );
  for (const [i, one] of sorted.entries()) {
    const path = `earlier[${one.participantId}, ${one.componentId}, ${one.from}]`;
    if (one.from < window.from || one.to >= window.before) {
      const message = `${one.from} to ${one.to} is not fully inside the deducted dates, ${window.from} to the day before ${window.before}. Provide the pay of each period.`;
      problems.push({ rule: 'MEASURE-5', path, message });
    }
    const last = sorted[i - 1];
    if (last?.participantId === one.participantId && last.to >= one.from) {
      const message = `The pay for ${last.from} to ${last.to} and for ${one.from} to ${one.to} overlaps. Keep one of them.`;
      problems.push({ rule: 'MEASURE-5', path, message });
    }
  }
  return problems;
}

function before(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
