import { decimal } from '../../base/decimal.ts';
import { minorDigits } from '../../base/money.ts';
import type { History } from '../../findings/pay-history.ts';
import type { Plan } from '../../plans/plan.ts';
import { type PayeePay, type PeriodFigures, payOf } from '../../simulations/payee-pay.ts';
import { payeeOf } from '../../simulations/performance-point.ts';
import { minorUnits } from '../../simulations/statistics.ts';

/**
 * One line as triggers read it. Numbers only decide whether an analyser fires; every figure that is shown comes from the
 * replay, which is exact. They are made and compared by + − × ÷ and square roots alone, so they are the same on every machine.
 */
export interface LineFacts {
  readonly componentId: string;
  readonly period: string;
  readonly from: string;
  readonly to: string;
  /** Minor units of the plan's currency. */
  readonly pay: number;
  readonly target: number | null;
  /** Percent of quota. */
  readonly attainment: number | null;
  /** In the unit of the measure. */
  readonly credited: number;
  readonly quota: number | null;
}

/** One payee as triggers read them. */
export interface PayeeFacts {
  readonly participantId: string;
  readonly lines: readonly LineFacts[];
  readonly pay: PayeePay;
  readonly deals: number;
  readonly hiredOn: string | null;
  /** Hired within the span. */
  readonly isNew: boolean;
  /** Ramps or leaves are recorded for the payee. */
  readonly eased: boolean;
}

/** Reads what triggers need from a payee's paid history. */
export function payeeFacts(plan: Plan, history: History, pays: readonly PeriodFigures[]): PayeeFacts {
  const participantId = payeeOf(history);
  const unit = 10 ** minorDigits(plan.currency);
  const lines = pays.flatMap(({ period, lines: paid }) =>
    paid.map((line): LineFacts => {
      const { componentId, target, attainmentPercent, quota } = line;
      return {
        componentId,
        period: period.key,
        from: period.from,
        to: period.to,
        pay: Number(minorUnits(line.amount)),
        target: target === null ? null : decimal(target).times(String(unit)).toNumber(),
        attainment: attainmentPercent === null ? null : Number(attainmentPercent),
        credited: Number(line.window?.credited ?? line.credited),
        quota: quota === null ? null : Number(quota),
      };
    }),
  );
  const hiredOn = history.participants.find(({ id }) => id === participantId)?.hiredOn ?? null;
  return {
    participantId,
    lines,
    pay: payOf(pays),
    deals: history.deals.length,
    hiredOn,
    isNew: hiredOn !== null && hiredOn > history.span.from,
    eased: (history.leaves?.length ?? 0) > 0 || (history.ramps?.length ?? 0) > 0,
  };
}
