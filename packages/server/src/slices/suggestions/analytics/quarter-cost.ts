import type { QuarterCost } from '@attain/contract/analytics';
import { smallGroupSentence } from '@attain/domain/access/small-groups';
import { minorDigits } from '@attain/domain/base/money';
import { forecastSeries } from '@attain/domain/forecasts/forecast';
import { daysAfter, type PeriodTotal, withoutGap } from '@attain/domain/forecasts/periods';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { selectRunsInOrder } from '../../calculations/recalculations/runs-in-order.ts';
import { tooSmall } from '../../simulations/too-small.ts';
import { readWorkspaceFacts } from '../assistant-store.ts';
import { selectQuarterPay } from './analytics-store.ts';

/** The fewest quarters that are carried on by one (FC-1). */
const fewestQuarters = 2;

/**
 * The pay of a month's quarter as calculated so far, what it costs at target, and what the quarters before forecast for it (FC-8). Pay of
 * few payees is left out for users who do not see individual pay.
 */
export function readQuarterCost(ctx: AppContext, actor: Actor, month: string): Promise<QuarterCost> {
  mustAllow(actor, 'read:simulations');
  const quarter = `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`;
  const { from, to } = daysAfter(quarter, 0);
  return ctx.read(actor, async (tx) => {
    const { currency } = await readWorkspaceFacts(tx);
    const all = (await selectRunsInOrder(tx, null)).filter((run) => run.to <= to);
    const own = all.filter((run) => run.to >= from);
    const ids = all.filter((run) => run.currency === currency).map(({ id }) => id);
    const paid = ids.length === 0 ? [] : await selectQuarterPay(tx, ids);
    const isSmall = tooSmall(actor);
    const shown = paid.filter(({ payees }) => !isSmall(payees));
    const now = shown.find((one) => one.quarter === quarter);
    const before = historyOf(
      shown.map((one) => ({ key: one.quarter, value: one.pay })),
      quarter,
    );
    const found = forecastSeries({
      series: before.map(({ value }) => Number(value)),
      cycle: 4,
      steps: 1,
      withSeasons: true,
    });
    const money = (value: number) => value.toFixed(minorDigits(currency));
    const calculations = own.filter((run) => run.currency === currency).length;
    return {
      ...{ quarter, to, currency, calculations, isOver: to < ctx.today(actor) },
      ...{ pay: now?.pay ?? null, payOnTarget: now?.payOnTarget ?? null, target: now?.target ?? null },
      leftOut: own.length - calculations,
      forecast: found && {
        value: money(found.value),
        interval: found.interval && { low: money(found.interval.low), high: money(found.interval.high) },
        missingForInterval: found.missingForInterval,
        method: found.method,
      },
      missing: found === null ? Math.max(1, fewestQuarters - before.length) : 0,
      withheld: shown.length < paid.length ? smallGroupSentence : null,
    };
  });
}

/** The quarters without a gap up to the one before `quarter`; none if that one has no pay. */
function historyOf(totals: readonly PeriodTotal[], quarter: string): readonly PeriodTotal[] {
  const isBefore = ({ key }: PeriodTotal) => key < quarter;
  const joined = withoutGap([...totals.filter(isBefore), { key: quarter, value: '0' }]);
  return joined.filter(isBefore);
}
