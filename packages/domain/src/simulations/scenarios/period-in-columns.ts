import { decimal } from '../../base/decimal.ts';
import { moneyText, roundMoney } from '../../base/money.ts';
import type { Period } from '../../base/period.ts';
import type { CreditShare } from '../../crediting/credit-deal.ts';
import type { Deal } from '../../crediting/deal.ts';
import { byPayee, checkInput, ordered, payeesOf } from '../../payouts/calculate.ts';
import { isPlainPlan } from '../../payouts/kernel/lines/plain-credits.ts';
import { type ComponentStatus, standing } from '../../payouts/measures/component-status.ts';
import { creditAll } from '../../payouts/measures/credit-all.ts';
import { checkGiven } from '../../payouts/measures/given.ts';
import { linesToPay } from '../../payouts/pay-participant.ts';
import { type PaySetting, paySetting } from '../../payouts/pay-setting.ts';
import type { CalculationInput } from '../../payouts/payout.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { checkPlan } from '../../plans/plan-checks.ts';
import { isFor, isUnderPlanCap } from '../../plans/terms.ts';
import { takesPartIn } from '../../quotas/attendance.ts';
import type { Participant, Quota } from '../../quotas/participant.ts';
import { remembers } from '../reading-components.ts';
import { minorUnits } from '../statistics.ts';
import { type Look, looksOf } from './component-looks.ts';
import { CreditTable, type Total } from './credit-table.ts';
import { type LineOnTotals, lineOnTotals, type Measured } from './line-on-totals.ts';
import type { DealMonths } from './redraw.ts';
import { RememberedPay, within } from './remembered-pay.ts';

/** One period of one payee that is paid on whichever months are drawn for it. */
export interface PeriodInColumns {
  /**
   * What the months, one for each slot, pay in minor units after what was paid before, and that is remembered with it; null:
   * only the calculation itself can say.
   */
  pay(drawn: readonly number[], before?: RememberedPay): bigint | null;
}

/** One component: what each month credits on it, and how a total of that is paid, by how the others stand. */
interface Column extends Measured {
  readonly component: Component;
  readonly looks: readonly Look[];
  readonly lines: Map<string, LineOnTotals>;
}

/** A payee's months laid on every slot of the period. */
interface Laid {
  readonly setting: PaySetting;
  readonly payee: Participant;
  readonly quotas: readonly Quota[];
  /** The credits of each month on each slot: slot × months + month. */
  readonly cells: readonly (readonly CreditShare[])[];
  readonly months: number;
}

/**
 * Reads a period once, crediting every month on every slot of it, so that a scenario is paid by adding up what its months
 * credit (SIM-10), and keeping what the lines sum to within the plan's cap (PAY-34). Slots before the period are those of longer
 * windows. Null where pay depends on more than these totals, where a fund is shared, where a cap on the plan changes what a line
 * carries or deducts, and where anything at all is wrong: then the calculation is asked, and says what.
 */
export function periodInColumns(
  input: CalculationInput,
  cut: Pick<DealMonths, 'months' | 'lay'>,
  slots: readonly number[],
): PeriodInColumns | null {
  const { plan } = input;
  const [payee, another] = payeesOf(input);
  const alone = plan.components.every(({ spiff }) => spiff?.fund == null);
  if (payee === undefined || another !== undefined || !alone || checkPlan(plan).length > 0) return null;
  const problems = [...checkInput(input)];
  const setting = paySetting(input, true, problems);
  problems.push(...checkGiven(input, setting));
  const layOn = (slot: number) => cut.months.map((_, month) => cut.lay([slot], [month]));
  const onFirst = layOn(slots[0] ?? 0);
  const areAlike =
    areDaysAlike(setting, payee) &&
    slots.every((slot) => isWithin(cut.months[slot], input.period)) &&
    onFirst.flat().every((deal) => isInCurrency(deal, plan));
  const laid = areAlike ? onFirst : slots.flatMap(layOn);
  const crediting = creditAll({ ...input, deals: laid.flat() }, setting, problems);
  let step = crediting.next();
  while (!step.done) step = crediting.next();
  if (problems.length > 0) return null;
  const byDeal = new Map<string, CreditShare[]>();
  for (const share of ordered(step.value.get(payee.id) ?? [])) {
    const list = byDeal.get(share.deal.id);
    if (list === undefined) byDeal.set(share.deal.id, [share]);
    else list.push(share);
  }
  const own = laid.map((deals) => deals.flatMap(({ id }) => byDeal.get(id) ?? []));
  const cells = areAlike ? slots.flatMap(() => own) : own;
  const quotas = byPayee(input.quotas).get(payee.id) ?? [];
  return payerOf({ setting, payee, quotas, cells, months: cut.months.length });
}

/** Whether a deal credits the same on each day of the period: nothing asks for its day, and the payee is in the plan on all of them. */
function areDaysAlike(setting: PaySetting, payee: Participant): boolean {
  const { period, rules } = setting;
  const { enrolments, payTerms = [] } = setting.attendance(payee.id);
  const isAlwaysIn =
    enrolments === null ||
    enrolments.some(({ from, to }) => from <= period.from && (to === null || to >= period.to));
  return (
    isAlwaysIn &&
    isPlainPlan(setting) &&
    rules.every(({ component: { rate, spiff, filter, creditFactors = [] }, measured }) => {
      const asked = [...filter, ...creditFactors.flatMap(({ where }) => where)];
      const isDated = rate.kind === 'individual' && payTerms.length > 0;
      const isWhole = measured.from <= period.from && measured.to >= period.to;
      return isWhole && !isDated && spiff === undefined && !asked.some((one) => 'days' in one);
    })
  );
}

function isWithin(month: Period | undefined, { from, to }: Period): boolean {
  return month !== undefined && month.from >= from && month.to <= to;
}

function isInCurrency({ unit, currency }: Deal, plan: Plan): boolean {
  return unit !== '$' || currency === plan.currency;
}

function payerOf(laid: Laid): PeriodInColumns | null {
  const { setting, payee, cells, months } = laid;
  const standings = setting.rules.map((rules) =>
    cells.map((shares) => standing(setting, rules, payee, { shares, quotas: [] }, [])),
  );
  const columns = columnsOf(standings, laid);
  const { plan, period } = setting;
  const max = capOf(plan);
  const together = max !== null && columns.some(({ component }) => remembers(component));
  if (together || columns.some(({ component }) => asksOwnRate(component, payee))) return null;
  const takesPart = takesPartIn(payee, setting.attendance(payee.id), period);
  const theirs = standings.filter((_, i) => isFor(columns[i]!.component, payee.id));
  const idle = cells.map((_, cell) => theirs.every((each) => each[cell]?.shares.length === 0));
  const ids = columns.map(({ component }) => component.id);
  let beyond = false;
  return {
    pay: (drawn, before = new RememberedPay()) => {
      if (beyond) return null;
      const nothing = !takesPart && drawn.every((month, slot) => idle[slot * months + month]);
      if (nothing && !before.owes(ids)) return 0n;
      const totals = columns.map(({ credits }) => credits.total(drawn));
      let [cost, spiffs] = [0n, 0n];
      for (const [i, column] of columns.entries()) {
        const { component } = column;
        if (!isFor(component, payee.id)) continue;
        const line = lineOf(laid, { column, columns }, { drawn, totals });
        beyond = line === null;
        if (line === null) return null;
        const worth = line.worth(drawn, totals[i] ?? 0);
        const paid = remembers(component) ? before.pay(component.id, period.from, { ...line, worth }) : worth;
        if (paid === null) return null;
        if (isUnderPlanCap(component)) cost += paid;
        else spiffs += paid;
      }
      return within(cost, max) + spiffs;
    },
  };
}

/** The plan's cap over all lines in minor units (PAY-34); null: none. */
export function capOf({ planCap, currency, rounding }: Plan): bigint | null {
  return planCap === undefined
    ? null
    : minorUnits(moneyText(roundMoney(decimal(planCap), currency, rounding.mode), currency));
}

/**
 * How a component is paid as the others stand in a scenario; null where the calculation pays no such line. One look at all lines
 * tells it of every component that looks at no other, so that many components are not looked up many times over.
 */
function lineOf(
  laid: Laid,
  { column, columns }: { readonly column: Column; readonly columns: readonly Column[] },
  { drawn, totals }: { readonly drawn: readonly number[]; readonly totals: readonly Total[] },
): LineOnTotals | null {
  const key = column.looks.length === 0 ? '' : column.looks.map((look) => look(totals)).join();
  const known = column.lines.get(key);
  if (known !== undefined) return known;
  const { setting, payee, quotas, cells, months } = laid;
  const shares = drawn.flatMap((month, slot) => cells[slot * months + month] ?? []);
  const lines = linesToPay(setting, payee, { shares: ordered(shares), quotas });
  if (!lines.ok) return null;
  const found = new Map(lines.value.map(({ terms }) => [terms.component, terms]));
  for (const one of columns) {
    const at = one === column ? key : one.looks.length === 0 ? '' : null;
    const terms = found.get(one.component);
    if (at !== null && terms !== undefined && !one.lines.has(at)) one.lines.set(at, lineOnTotals(terms, one));
  }
  return column.lines.get(key) ?? null;
}

/** Who has no rate of his own may sell nothing and is refused for more. */
function asksOwnRate({ rate }: Component, { commissionRatePercent }: Participant): boolean {
  return rate.kind === 'individual' && commissionRatePercent === null;
}

/** The columns of all components in force, in their order. */
function columnsOf(standings: readonly (readonly ComponentStatus[])[], laid: Laid): readonly Column[] {
  const tables = standings.map((each) => {
    const credits = each.map(({ credited }) => credited);
    return new CreditTable(credits, laid.months);
  });
  return laid.setting.rules.map(({ component }, i) => ({
    component,
    credits: tables[i]!,
    standings: standings[i]!,
    months: laid.months,
    looks: looksOf(component, laid, tables),
    lines: new Map(),
  }));
}
