import { laterDay } from '../../base/day.ts';
import type { Period } from '../../base/period.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Deal } from '../../crediting/deal.ts';
import { calculateFigures } from '../../payouts/kernel/lines/calculate-figures.ts';
import { withoutFunds } from '../../payouts/limits/fund.ts';
import { planSetting } from '../../payouts/pay-setting.ts';
import type { CalculationInput } from '../../payouts/payout.ts';
import { drawsOf } from '../scenarios/draws.ts';
import { periodInColumns } from '../scenarios/period-in-columns.ts';
import { type DealMonths, onto } from '../scenarios/redraw.ts';
import { RememberedPay } from '../scenarios/remembered-pay.ts';
import { minorUnits } from '../statistics.ts';
import type { RestOfPeriod } from './rest-of-period.ts';

/** What one payee is paid in each scenario, in minor units. */
export interface RestCosts {
  readonly costs: readonly bigint[];
  /** What the deals known so far pay. */
  readonly soFar: bigint;
  /** Earlier months that were drawn from; with none, only the known deals are paid. */
  readonly months: number;
}

/** Calculations between two chances to leave off. */
const PORTION = 8;

/**
 * What a payee's period pays in each scenario (SIM-14): the known deals, and on each day after them the deals of the same day of the month
 * drawn for it. `input` is one payee's, with the deals of the earlier months and the rates of all days. Yields between portions of
 * work. Fails where a scenario can't be paid.
 */
export function* restCosts(
  input: CalculationInput,
  of: RestOfPeriod,
  scenarios: readonly (readonly number[])[],
): Generator<void, Result<RestCosts>, void> {
  const plan = withoutFunds(input.plan);
  const { from } = planSetting({ ...input, plan }, true).measured;
  const known = input.deals.filter(({ date }) => date >= from && date <= of.asOf);
  const own = ownMonths(input, of);
  const cut = cutOf(known, input, of);
  const slots = Array.from({ length: of.rest.length + 1 }, (_, slot) => slot);
  const payer = payerOf({ ...input, plan, deals: [] }, cut, slots);
  const paid = new Map<string, Result<bigint>>();
  let waiting = 0;
  function* pay(drawn: readonly number[]): Generator<void, Result<bigint>, void> {
    const key = drawn.join(' ');
    const before = paid.get(key);
    if (before !== undefined) return before;
    const cost = payer(drawn);
    paid.set(key, cost);
    waiting += 1;
    if (waiting % PORTION === 0) yield;
    return cost;
  }
  const soFar = yield* pay(slots.map(() => 0));
  if (!soFar.ok) return soFar;
  const draws = drawsOf('own months', input.participants[0]?.id ?? '');
  const costs: bigint[] = [];
  for (const [scenario, months] of scenarios.entries()) {
    const drawn = months.map((month, slot) =>
      own.length === 0
        ? 0
        : 1 + (own.includes(month) ? month : own[draws.index(scenario, slot, own.length)]!),
    );
    const cost = yield* pay([0, ...drawn]);
    if (!cost.ok) return cost;
    costs.push(cost.value);
  }
  return ok({ costs, soFar: soFar.value, months: own.length });
}

/** The months since the payee was hired and joined the plan, or else from the first with a deal on; places in `months`. */
function ownMonths(
  { deals, enrolments = [], participants }: CalculationInput,
  { months }: RestOfPeriod,
): readonly number[] {
  const joined = enrolments.map(({ from }) => from).sort()[0] ?? null;
  const hired = participants[0]?.hiredOn ?? null;
  const since = joined !== null && hired !== null ? laterDay(joined, hired) : (joined ?? hired);
  const first = deals.map(({ date }) => date).sort()[0] ?? null;
  const isOwn = ({ from, to }: Period) => (since !== null ? from >= since : first !== null && to >= first);
  return months.flatMap((month, at) => (isOwn(month) ? [at] : []));
}

type Cut = Pick<DealMonths, 'months' | 'lay'>;

/** Slot 0 are the known deals, the others the months of the rest; source 0 adds nothing to these, the others are earlier months. */
function cutOf(
  known: readonly Deal[],
  { deals }: CalculationInput,
  { months, period, rest }: RestOfPeriod,
): Cut {
  const byMonth = months.map(({ from, to }) => deals.filter(({ date }) => date >= from && date <= to));
  const moved = (slot: number, source: number): readonly Deal[] => {
    const days = rest[slot - 1];
    if (days === undefined) return source === 0 ? known : [];
    return (byMonth[source - 1] ?? [])
      .map((deal) => onto(deal, { key: '', ...days }, slot))
      .filter(({ date }) => date >= days.from && date <= days.to);
  };
  return {
    months: [period, ...months],
    lay: (slots, sources) => slots.flatMap((slot, i) => moved(slot, sources[i] ?? 0)),
  };
}

/**
 * By the sums of months where the period can be paid so (SIM-10), on what was paid and carried before it, else by the calculation.
 */
function payerOf(
  input: CalculationInput,
  cut: Cut,
  slots: readonly number[],
): (drawn: readonly number[]) => Result<bigint> {
  const columns = periodInColumns(input, cut, slots);
  const before = RememberedPay.of(input.earlier ?? [], input.plan.currency);
  return (drawn) => {
    const quick = columns?.pay(drawn, before.copy()) ?? null;
    if (quick !== null) return ok(quick);
    const paid = calculateFigures({ ...input, deals: cut.lay(slots, drawn) });
    return paid.ok ? ok(minorUnits(paid.value.total)) : paid;
  };
}
