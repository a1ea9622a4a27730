import { type History, periodsWithin } from '../../findings/pay-history.ts';
import { planSetting } from '../../payouts/pay-setting.ts';
import type { CalculationInput, EarlierPay } from '../../payouts/payout.ts';
import type { Plan } from '../../plans/plan.ts';
import { type PeriodInColumns, periodInColumns } from './period-in-columns.ts';
import type { DealMonths } from './redraw.ts';
import { RememberedPay } from './remembered-pay.ts';

/** All periods of a span, each knowing what those before have paid. */
export interface SpanInColumns {
  /** What the months drawn for all slots pay in minor units; null: only the calculation itself can say. */
  pay(drawn: readonly number[]): bigint | null;
}

interface ReadPeriod {
  readonly columns: PeriodInColumns;
  /** The months that it measures, its own and those of longer windows. */
  readonly slots: readonly number[];
}

/**
 * Reads every period of a plan that remembers, over all months that it measures, so that a scenario is paid period by period
 * from sums (SIM-10). Yields between periods. Null where one of them cannot be read so, and where there is none.
 */
export function* spanInColumns(
  plan: Plan,
  history: History,
  cut: DealMonths,
): Generator<void, SpanInColumns | null, void> {
  const { span, ...records } = history;
  const given = { ...records, completeFrom: history.completeFrom ?? span.from };
  const periods = periodsWithin(plan, span);
  if (periods.length === 0) return null;
  const read: ReadPeriod[] = [];
  const earlier: EarlierPay[] = [];
  for (const period of periods) {
    const { exchangeRates } = cut;
    const input: CalculationInput = {
      ...given,
      plan,
      period,
      deals: [],
      exchangeRates,
      earlier: [...earlier],
    };
    const { from } = planSetting(input, true).measured;
    const slots = cut.months.flatMap((month, i) => (month.to >= from && month.from <= period.to ? [i] : []));
    const columns = periodInColumns(input, cut, slots);
    if (columns === null) return null;
    read.push({ columns, slots });
    earlier.push(...paidNothing(input));
    yield;
  }
  return {
    pay: (drawn) => {
      const remembered = new RememberedPay();
      let cost = 0n;
      for (const { columns, slots } of read) {
        const own = slots.map((slot) => drawn[slot] ?? 0);
        const paid = columns.pay(own, remembered);
        if (paid === null) return null;
        cost += paid;
      }
      return cost;
    },
  };
}

/** That a period was paid, for whoever checks that nothing was forgotten; how much is known by each scenario. */
function paidNothing({ plan, period, payeeIds, participants }: CalculationInput): readonly EarlierPay[] {
  const { from, to } = period;
  return (payeeIds ?? participants.map(({ id }) => id)).flatMap((participantId) =>
    plan.components.map(({ id }) => ({
      participantId,
      componentId: id,
      from,
      to,
      amount: '0',
      carried: '0',
    })),
  );
}
