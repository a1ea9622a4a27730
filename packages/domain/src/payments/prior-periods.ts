import { decimal, ZERO } from '../base/decimal.ts';
import { bracketed, money } from '../base/figures.ts';
import { moneyText } from '../base/money.ts';
import type { Ledger } from './ledger.ts';
import type { PaymentInput, PriorPeriodDelta } from './payment.ts';

/** A line of one participant in a run of a closed period: the run that was paid, or its newer version. */
export interface ClosedLine {
  readonly componentId: string;
  readonly componentName: string;
  readonly amount: string;
}

/** Which closed period is looked at again, and by which two runs of it. */
export interface Recalculation {
  readonly periodKey: string;
  readonly planId: string;
  readonly currency: string;
  readonly originalRunId: string;
  readonly recalculatedRunId: string;
  readonly original: readonly ClosedLine[];
  readonly recalculated: readonly ClosedLine[];
}

/**
 * What a newer version of a closed period changes for one participant, line by line in the order of the newer one, lines
 * that fell away last (PAYM-13). A line that is the same is not there: a recalculation that changes nothing posts nothing.
 */
export function priorPeriodDeltas(recalculation: Recalculation): readonly PriorPeriodDelta[] {
  const { currency, original, recalculated, ...run } = recalculation;
  const now = new Map(recalculated.map((line) => [line.componentId, line]));
  const old = new Map(original.map((line) => [line.componentId, line]));
  const gone = original.filter((line) => !now.has(line.componentId));
  return [...recalculated, ...gone].flatMap(({ componentId, componentName }) => {
    const [before, after] = [old, now].map((lines) => decimal(lines.get(componentId)?.amount ?? '0'));
    if (before === undefined || after === undefined || after.eq(before)) return [];
    return [
      {
        periodKey: run.periodKey,
        planId: run.planId,
        componentId,
        componentName,
        originalRunId: run.originalRunId,
        recalculatedRunId: run.recalculatedRunId,
        original: moneyText(before, currency),
        recalculated: moneyText(after, currency),
        delta: moneyText(after.minus(before).plus(ZERO), currency),
      },
    ];
  });
}

/** Posts the deltas of closed periods into this payment, earliest period first (PAYM-13). */
export function postPriorPeriods(input: PaymentInput, ledger: Ledger): void {
  for (const one of [...input.priorPeriods].sort(byPeriod)) {
    const shown = (amount: string) => money(decimal(amount), input.currency);
    const { periodKey, planId, componentId, originalRunId, original, recalculated } = one;
    ledger.write({
      kind: 'prior-period',
      amount: decimal(one.delta),
      message: `${one.componentName} of ${periodKey} was recalculated: it was ${shown(one.original)} and is ${shown(one.recalculated)}`,
      formula: `${shown(one.recalculated)} − ${bracketed(shown(one.original))}`,
      rule: 'PAYM-13',
      references: {
        runId: one.recalculatedRunId,
        originalRunId,
        planId,
        componentId,
        periodKey,
        original,
        recalculated,
      },
    });
  }
}

function byPeriod(a: PriorPeriodDelta, b: PriorPeriodDelta): number {
  const [first, second] = [a, b].map(
    (one) => `${one.periodKey} ${one.planId} ${one.componentId} ${one.recalculatedRunId}`,
  );
  return (first ?? '') < (second ?? '') ? -1 : 1;
}
