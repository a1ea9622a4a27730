import { attainmentOf, reaches } from '../../attainment/attainment.ts';
import { decimal, sum } from '../../base/decimal.ts';
import { moneyText, roundMoney } from '../../base/money.ts';
import type { CreditShare } from '../../crediting/credit-deal.ts';
import { byPayee, checkInput, ordered, payeesOf } from '../../payouts/calculate.ts';
import { dealsProgram, lineProgram } from '../../payouts/kernel/lines/line-program.ts';
import { TotalPay } from '../../payouts/kernel/lines/total-pay.ts';
import type { LineTerms } from '../../payouts/line-terms.ts';
import { creditAll } from '../../payouts/measures/credit-all.ts';
import { checkGiven } from '../../payouts/measures/given.ts';
import { type Standing, standing } from '../../payouts/measures/standing.ts';
import { linesToPay } from '../../payouts/pay-participant.ts';
import { type PaySetting, paySetting } from '../../payouts/pay-setting.ts';
import type { CalculationInput } from '../../payouts/payout.ts';
import { dealPay, paysEachDeal } from '../../payouts/rate-pay.ts';
import { creditOf } from '../../payouts/windows/window-pay.ts';
import { dependencies } from '../../plans/dependencies.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { checkPlan } from '../../plans/soundness.ts';
import { isEnrolledIn } from '../../quotas/attendance.ts';
import type { Participant, Quota } from '../../quotas/participant.ts';
import { isEmployedIn } from '../../quotas/payees.ts';
import { minorUnits } from '../statistics.ts';
import { CreditTable } from './credit-table.ts';
import type { DealMonths } from './redraw.ts';

/** One period of one payee that is paid on whichever months are drawn for it. */
export interface PeriodInColumns {
  /** What the months, one for each slot, pay in minor units; null: only the calculation itself can say. */
  pay(drawn: readonly number[]): bigint | null;
}

/** One component: what each month credits on it, and how a total of that is paid, by how the others stand. */
interface Column {
  readonly component: Component;
  readonly credits: CreditTable;
  readonly looks: readonly Look[];
  /** By month and slot, what the component counts. */
  readonly shares: readonly (readonly CreditShare[])[];
  readonly programs: Map<string, Program>;
}

/** What a component must know of another one, by the totals of all: how far it stands, or only whether that is enough. */
type Look = (totals: readonly Total[]) => string;

/** How a component is paid: what of each month is added up, and what that pays. */
interface Program {
  readonly units: CreditTable;
  readonly pay: TotalPay;
}

/** Whole units of a column's credit. */
type Total = number | bigint;

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
 * credit (SIM-10), and keeping what the lines sum to within the plan's cap (PAY-34). Null where pay depends on more than these
 * totals, where a fund is shared, and where anything at all is wrong: then the calculation is asked, and says what.
 */
export function periodInColumns(
  input: CalculationInput,
  cut: DealMonths,
  slots: readonly number[],
): PeriodInColumns | null {
  const { plan } = input;
  const [payee, another] = payeesOf(input);
  const alone = plan.components.every(({ spiff }) => spiff?.fund == null);
  if (payee === undefined || another !== undefined || !alone || checkPlan(plan).length > 0) return null;
  const laid = slots.flatMap((slot) => cut.months.map((_, month) => cut.lay([slot], [month])));
  const problems = [...checkInput(input)];
  const setting = paySetting(input, true, problems);
  problems.push(...checkGiven(input, setting));
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
  const cells = laid.map((deals) => deals.flatMap(({ id }) => byDeal.get(id) ?? []));
  const quotas = byPayee(input.quotas).get(payee.id) ?? [];
  return payerOf({ setting, payee, quotas, cells, months: cut.months.length });
}

function payerOf(laid: Laid): PeriodInColumns | null {
  const { setting, payee, cells, months } = laid;
  const standings = setting.rules.map((rules) =>
    cells.map((shares) => standing(setting, rules, payee, { shares, quotas: [] }, [])),
  );
  const columns = columnsOf(standings, laid);
  if (columns.some(({ component }) => looksAtDeals(component, payee))) return null;
  const takesPart =
    isEmployedIn(payee, setting.period) && isEnrolledIn(setting.attendance(payee.id), setting.period);
  const idle = cells.map((_, cell) => standings.every((each) => each[cell]?.shares.length === 0));
  const most = capOf(setting.plan);
  let beyond = false;
  return {
    pay: (drawn) => {
      if (beyond) return null;
      if (!takesPart && drawn.every((month, slot) => idle[slot * months + month])) return 0n;
      const totals = columns.map(({ credits }) => credits.total(drawn));
      let [cost, spiffs] = [0n, 0n];
      for (const [i, column] of columns.entries()) {
        const key = column.looks.length === 0 ? '' : column.looks.map((look) => look(totals)).join();
        const program = column.programs.get(key) ?? learnt(laid, column, drawn);
        beyond = program === null;
        if (program === null) return null;
        column.programs.set(key, program);
        const paid = program.pay.on(
          program.units === column.credits ? (totals[i] ?? 0) : program.units.total(drawn),
        );
        if (column.component.spiff === undefined) cost += paid;
        else spiffs += paid;
      }
      return within(cost, most) + spiffs;
    },
  };
}

/** The plan's cap over all lines in minor units (PAY-34); null: none. */
function capOf({ planCap, currency, rounding }: Plan): bigint | null {
  return planCap === undefined
    ? null
    : minorUnits(moneyText(roundMoney(decimal(planCap), currency, rounding.mode), currency));
}

/** A total that is more, or takes back more, than the cap comes to the cap to the cent, however the lines share it. */
function within(total: bigint, most: bigint | null): bigint {
  if (most === null) return total;
  return total > most ? most : total < -most ? -most : total;
}

/** How a component is paid as the others stand in a scenario; null where the kernel does not take the line. */
function learnt(laid: Laid, column: Column, drawn: readonly number[]): Program | null {
  const { component } = column;
  const { setting, payee, quotas, cells, months } = laid;
  const shares = drawn.flatMap((month, slot) => cells[slot * months + month] ?? []);
  const lines = linesToPay(setting, payee, { shares: ordered(shares), quotas });
  const line = lines.ok ? lines.value.find(({ terms }) => terms.component === component) : undefined;
  if (line === undefined) return null;
  const units = paysEachDeal(line.terms) ? dealsPaid(line.terms, column, months) : column.credits;
  const taken =
    units === column.credits
      ? lineProgram(line.terms, units.decimals)
      : dealsProgram(line.terms, units.decimals);
  return typeof taken === 'string' ? null : { units, pay: new TotalPay(taken, setting.plan.rounding.mode) };
}

/** What the deals of each month pay on each slot, each by itself (PAY-5, PAY-32). */
function dealsPaid(terms: LineTerms, { shares }: Column, months: number): CreditTable {
  const paid = shares.map((cell) => sum(cell.map((share) => dealPay(terms, creditOf(terms, share)))));
  return new CreditTable(paid, months);
}

/** Who has no rate of his own may sell nothing and is refused for more; a matrix is looked up, not straight. */
function looksAtDeals({ rate }: Component, { commissionRatePercent }: Participant): boolean {
  return rate.kind === 'matrix' || (rate.kind === 'individual' && commissionRatePercent === null);
}

/** The columns of all components in force, in their order. */
function columnsOf(standings: readonly (readonly Standing[])[], laid: Laid): readonly Column[] {
  const tables = standings.map((each) => {
    const credits = each.map(({ credited }) => credited);
    return new CreditTable(credits, laid.months);
  });
  return laid.setting.rules.map(({ component }, i) => ({
    component,
    credits: tables[i]!,
    shares: standings[i]!.map(({ shares }) => shares),
    looks: looksOf(component, laid, tables),
    programs: new Map(),
  }));
}

function looksOf(component: Component, laid: Laid, tables: readonly CreditTable[]): readonly Look[] {
  const { setting, payee, quotas } = laid;
  return dependencies(component).flatMap(({ by, on }) => {
    const at = setting.rules.findIndex((rules) => rules.component.id === on);
    const other = setting.rules[at];
    if (other === undefined) return [];
    if (by !== 'gate') return [(totals: readonly Total[]) => String(totals[at])];
    const quota = standing(setting, other, payee, { shares: [], quotas }, []).quota?.amount ?? null;
    const atLeast = decimal(component.gate?.atLeastPercent ?? '0');
    const unit = decimal(`1e-${tables[at]!.decimals}`);
    const known = new Map<Total, string>();
    return [
      (totals: readonly Total[]) => {
        const total = totals[at] ?? 0;
        const before = known.get(total);
        if (before !== undefined) return before;
        const attained = attainmentOf(unit.times(String(total)), quota);
        const stands = attained !== null && reaches(attained, atLeast) ? 'open' : 'closed';
        known.set(total, stands);
        return stands;
      },
    ];
  });
}
