import type { PredictiveInsights } from '@attain/contract/analytics';
import { smallGroupSentence } from '@attain/domain/access/small-groups';
import { monthStart } from '@attain/domain/base/day';
import { decimal, HUNDRED, plain } from '@attain/domain/base/decimal';
import { minorDigits } from '@attain/domain/base/money';
import { forecastSeries } from '@attain/domain/forecasts/forecast';
import { daysAfter, type PeriodTotal, wholeQuarters, withoutGap } from '@attain/domain/forecasts/periods';
import { apart, carriedBy, type StageForecast } from '@attain/domain/forecasts/stage-forecast';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import type { TenantTx } from '../../../db/database.ts';
import { selectRunsInOrder } from '../../calculations/recalculations/runs-in-order.ts';
import { tooSmall } from '../../simulations/too-small.ts';
import { readWorkspaceFacts } from '../assistant-store.ts';
import { type QuarterPay, selectBookings, selectQuarterPay } from './analytics-store.ts';
import { stagesAhead } from './stages-ahead.ts';

/** What is forecast: the periods that are read, how many make a year, and how many ahead. */
const ranges = {
  monthly: { of: 'month', cycle: 12, steps: 1 },
  quarterly: { of: 'quarter', cycle: 4, steps: 1 },
  yearly: { of: 'quarter', cycle: 4, steps: 4 },
} as const;

interface Asked {
  readonly range: PredictiveInsights['range'];
  readonly withSeasons: boolean;
  /** Percent of the budget. */
  readonly alertThreshold: number;
}

type Forecast = PredictiveInsights['forecasts'][number];

const moneyOf = (currency: string) => (value: number) => value.toFixed(minorDigits(currency));

/** Forecasts bookings and pay over everyone (FC-1 to FC-5). Pay of few payees is left out for users who do not see individual pay. */
export function readPredictiveInsights(
  ctx: AppContext,
  actor: Actor,
  asked: Asked,
): Promise<PredictiveInsights> {
  mustAllow(actor, 'read:simulations');
  return ctx.read(actor, async (tx) => {
    const { currency } = await readWorkspaceFacts(tx);
    const today = ctx.today(actor);
    const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
    const before = monthStart(year, month);
    const quarter = monthStart(year, month, -((month - 1) % 3));
    const booked = (await selectBookings(tx, { currency, before })).map(({ month, amount }) => ({
      key: month,
      value: amount,
    }));
    const { of, cycle, steps } = ranges[asked.range];
    const bookings = of === 'month' ? booked : wholeQuarters(booked);
    const missing = Math.max(0, 2 * cycle - bookings.length);
    const pay = of === 'month' ? null : await payForecast(tx, { actor, currency, before: quarter }, asked);
    const runRate = forecastOf('bookings', { totals: bookings, currency, targeted: null }, asked);
    const now = of === 'month' ? today.slice(0, 7) : `${year}-Q${Math.ceil(month / 3)}`;
    const ahead = runRate.forecast ?? { from: daysAfter(now, 0).from, to: daysAfter(now, steps - 1).to };
    const stages = await stagesAhead(tx, {
      currency,
      today,
      from: ahead.from,
      to: ahead.to,
      monthsApart: 12 / cycle,
    });
    return {
      asOf: ctx.clock.now().toISOString(),
      range: asked.range,
      seasons: { isPossible: missing === 0, missing },
      withheld: pay?.withheld ?? null,
      forecasts: [withStages(runRate, stages, ahead), ...(pay === null ? [] : [pay.forecast])],
    };
  });
}

/** Pay is read by the quarter: plans pay by month, quarter or year, and a quarter has all of them but the last. */
async function payForecast(
  tx: TenantTx,
  { actor, currency, before }: { actor: Actor; currency: string; before: string },
  asked: Asked,
): Promise<{ forecast: Forecast; withheld: string | null }> {
  const runs = (await selectRunsInOrder(tx, null)).filter(
    (run) => run.currency === currency && run.to < before,
  );
  const ids = runs.map(({ id }) => id);
  const paid = ids.length === 0 ? [] : await selectQuarterPay(tx, ids);
  const isSmall = tooSmall(actor);
  const shown = paid.filter(({ payees }) => !isSmall(payees));
  const totals = withoutGap(shown.map(({ quarter, pay }) => ({ key: quarter, value: pay })));
  return {
    forecast: forecastOf('pay-cost', { totals, currency, targeted: targetedPay(shown) }, asked),
    withheld: shown.length < paid.length ? smallGroupSentence : null,
  };
}

/** The forecast of bookings with what the open opportunities bring, and which of the two carries the figure (FC-10, FC-11). */
function withStages(
  runRate: Forecast,
  stages: StageForecast | null,
  { from, to }: { readonly from: string; readonly to: string },
): Forecast {
  const money = moneyOf(runRate.currency);
  const usual = runRate.forecast;
  const range = usual?.interval;
  const isApart =
    stages &&
    usual &&
    apart(
      {
        value: Number(usual.value),
        interval: range ? { low: Number(range.low), high: Number(range.high) } : null,
      },
      stages,
    );
  return {
    ...runRate,
    carriedBy: carriedBy(usual, stages),
    stages: stages && {
      ...stages,
      ...{ from, to },
      value: money(stages.value),
      soFar: money(stages.soFar),
      fromOpen: money(stages.fromOpen),
      unseen: stages.unseen === null ? null : money(stages.unseen),
      interval: stages.interval && { low: money(stages.interval.low), high: money(stages.interval.high) },
      apart: isApart,
    },
  };
}

interface Source {
  readonly totals: readonly PeriodTotal[];
  readonly currency: string;
  /** Pay of what has a target, by period, and that target in the newest: its cost at target is the budget. */
  readonly targeted: { readonly totals: readonly PeriodTotal[]; readonly target: string } | null;
}

function targetedPay(paid: readonly QuarterPay[]): Source['targeted'] {
  const target = paid.at(-1)?.target ?? null;
  if (target === null) return null;
  return {
    totals: withoutGap(paid.map(({ quarter, payOnTarget }) => ({ key: quarter, value: payOnTarget }))),
    target,
  };
}

function forecastOf(of: Forecast['of'], { totals, currency, targeted }: Source, asked: Asked): Forecast {
  const { cycle, steps } = ranges[asked.range];
  const ahead = (of: readonly PeriodTotal[]) =>
    forecastSeries({
      series: of.map(({ value }) => Number(value)),
      cycle,
      steps,
      withSeasons: asked.withSeasons,
    });
  const found = ahead(totals);
  const newest = totals.at(-1);
  const money = moneyOf(currency);
  return {
    of,
    stages: null,
    carriedBy: found === null ? null : 'run-rate',
    currency,
    until: newest === undefined ? null : daysAfter(newest.key, 0).to,
    missing: found === null ? steps + 1 - totals.length : 0,
    history: totals.slice(-3 * cycle).map(({ key, value }) => ({ key, value })),
    forecast:
      found === null || newest === undefined
        ? null
        : {
            ...daysAfter(newest.key, steps),
            value: money(found.value),
            interval:
              found.interval === null
                ? null
                : { low: money(found.interval.low), high: money(found.interval.high) },
            missingForInterval: found.missingForInterval,
            method: found.method,
            backtest: found.backtest,
            budget: budgetUse(targeted && ahead(targeted.totals), targeted?.target ?? null, asked),
          },
  };
}

/** How much of the cost at target the pay with a target will use, and whether that is at or above the threshold. */
function budgetUse(
  found: ReturnType<typeof forecastSeries>,
  target: string | null,
  { alertThreshold, range }: Asked,
) {
  if (found === null || target === null) return null;
  const budget = decimal(target).times(String(ranges[range].steps));
  if (budget.lte('0')) return null;
  const percent = decimal(found.value.toFixed(2)).times(HUNDRED).div(budget).round(1, 1);
  return { amount: plain(budget), percent: plain(percent), isOver: percent.gte(String(alertThreshold)) };
}
