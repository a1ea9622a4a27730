import type { CostOverview, Optimization, RoiMetric } from '@attain/contract/costs';
import { dayBefore, monthStart, plusDays } from '@attain/domain/base/day';
import { type Decimal, decimal, plain, sum, ZERO } from '@attain/domain/base/decimal';
import { type CostCategory, costCategories } from '@attain/domain/costs/budget';
import { changeOf, costEach, returnRatio, sharePercent } from '@attain/domain/costs/cost-figures';
import { type DayCost, eachDay, forecastCost, unusualDays } from '@attain/domain/costs/day-costs';
import { focusCsv } from '@attain/domain/costs/focus-row';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { ASSISTANT } from '../../runs/engine/usage-store.ts';
import { converterFor } from '../records/cost-conversions.ts';
import { selectBudgets } from './budget-store.ts';
import { type MonthCosts, monthCosts } from './month-costs.ts';
import { selectCurrency } from './price-store.ts';
import { serviceRows, wasteRows } from './usage-rows.ts';
import { countUnpriced, type Span, selectCalls, selectSavings } from './usage-store.ts';

type Month = { month?: string | undefined };

/** The rows that one export holds at most. */
const MAX_EXPORTED = 100_000;

/** The days of a month, by default the current one, and the days it is compared with: of a month that lasts, the same days. */
function spanOf(ctx: AppContext, { month = ctx.clock.today().slice(0, 7) }: Month) {
  const today = ctx.clock.today();
  const [year, number] = month.split('-').map(Number) as [number, number];
  const span = { from: `${month}-01`, before: monthStart(year, number, 1) };
  const isOver = today >= span.before;
  const from = monthStart(year, number, -1);
  const sameDays = plusDays(from, Number(today.slice(8)));
  const before = isOver || sameDays > span.from ? span.from : sameDays;
  return { month, span, isOver, before: { from, before } };
}

/** The costs of a month by day, category and agent, with a forecast while it lasts. */
export function readOverview(ctx: AppContext, actor: Actor, input: Month): Promise<CostOverview> {
  mustAllow(actor, 'read:costs');
  const { month, span, isOver, before } = spanOf(ctx, input);
  const today = ctx.clock.today();
  return ctx.read(actor, async (tx) => {
    const currency = await selectCurrency(tx);
    // eight weeks before the month, for what is usual on a weekday
    const wide = { from: plusDays(before.from, -35), before: span.before };
    const all = await monthCosts(tx, wide, { currency, today });
    const [now, earlier] = [all.within(span), all.within(before)];
    const savings = await savingsOf(tx, span);
    const saved = sum(savings.map((one) => decimal(one.savings ?? '0')));
    const history = all.days.map(({ day, total }) => ({ day, cost: Number(plain(total)) }));
    const future = month === today.slice(0, 7) ? forecast(history, now, span, today) : null;
    const expected = new Map(future?.days.map(({ day, cost }) => [day, cost]));
    return {
      month,
      isOver,
      currency,
      spent: plain(now.total),
      ...changeOf(now.total, earlier.total),
      runs: now.runs,
      costPerOperation: costEach(now.total, now.runs, 2),
      efficiency: sharePercent(now.completed, now.total),
      savings: plain(saved),
      roi: returnRatio(saved, now.total),
      forecast: future && { total: future.total, low: future.low, high: future.high },
      categories: await categories(tx, { now, earlier, currency, today }),
      days: eachDay(span.from, dayBefore(span.before)).map((day) => ({
        day,
        ...now.shown(day),
        expected: expected.get(day) ?? null,
      })),
      unusual: unusualDays(known(history))
        .filter(({ day }) => day >= span.from)
        .map(({ day, usual }) => ({ day, usual, cost: history.find((one) => one.day === day)?.cost ?? 0 })),
      agents: agentRows(now, savings),
      idle: plain(now.idle),
      unpriced: await countUnpriced(tx, span),
      ...now.conversions,
    };
  });
}

/** The history from its first cost on: days before that are no experience. */
function known(history: readonly DayCost[]): readonly DayCost[] {
  const first = history.findIndex(({ cost }) => cost > 0);
  return first < 0 ? [] : history.slice(first);
}

function forecast(history: readonly DayCost[], now: MonthCosts, span: Span, today: string) {
  // today is not over
  const past = known(history.filter(({ day }) => day < today));
  const remaining = eachDay(plusDays(today, 1), dayBefore(span.before));
  return forecastCost(past, { spent: Number(plain(now.total)), remaining });
}

async function categories(
  tx: TenantTx,
  of: { now: MonthCosts; earlier: MonthCosts; currency: string; today: string },
) {
  const { now, earlier, currency, today } = of;
  const monthly = (await selectBudgets(tx)).filter(({ period }) => period === 'monthly');
  const limits = monthly.map((one) => ({ ...one, day: today, amount: decimal(one.limit) }));
  const converter = await converterFor(tx, limits, currency);
  return costCategories.map((category: CostCategory) => {
    const own = limits.filter(({ scopeId }) => scopeId === category);
    const budget = own.find((one) => one.currency === currency) ?? own[0];
    const limit = budget ? converter.of(budget) : null;
    const [current, past] = [now.category(category), earlier.category(category)];
    return {
      category,
      current: plain(current),
      budget: limit && plain(limit),
      ...changeOf(current, past),
    };
  });
}

type Savings = { agentId: string; name: string; savings: string | null };
const savingsOf = (tx: TenantTx, span: Span): Promise<Savings[]> => selectSavings(tx, span);

function agentRows(now: MonthCosts, savings: readonly Savings[]): CostOverview['agents'] {
  const rows = [...savings, { agentId: null, name: null, savings: null }].map((agent) => {
    const { runs, cost } = now.agent(agent.agentId);
    const saved = agent.savings === null ? null : plain(decimal(agent.savings));
    return {
      agentId: agent.agentId,
      name: agent.name,
      runs,
      cost,
      share: sharePercent(cost, now.total),
      perRun: costEach(cost, runs),
      savings: saved,
      roi: returnRatio(decimal(saved ?? '0'), cost),
    };
  });
  return rows
    .filter(({ agentId, cost, runs }) => agentId !== null || cost.gt(ZERO) || runs > 0)
    .sort((a, b) => b.cost.cmp(a.cost))
    .map((row) => ({ ...row, cost: plain(row.cost) }));
}

/** Calls of a month by connection and model. */
export function readUsage(ctx: AppContext, actor: Actor, input: Month) {
  mustAllow(actor, 'read:costs');
  const { month, span } = spanOf(ctx, input);
  return ctx.read(actor, async (tx) => {
    const currency = await selectCurrency(tx);
    const { rows, conversions } = await serviceRows(tx, span, currency);
    return { month, currency, rows, ...conversions };
  });
}

/** The calls of a month as FOCUS 1.2. Throws TOO_LARGE above 100,000 calls. */
export function exportUsage(ctx: AppContext, actor: Actor, input: Month) {
  mustAllow(actor, 'read:costs');
  const { month, span } = spanOf(ctx, input);
  return ctx.read(actor, async (tx) => {
    const calls = await selectCalls(tx, span, MAX_EXPORTED + 1);
    if (calls.length > MAX_EXPORTED)
      throw new ApiError('TOO_LARGE', 'This month has more than 100,000 calls. Read them from the database.');
    const charges = calls.map(({ tokens, ...call }) => ({
      ...call,
      // no run and no workflow; the ID is that of its request
      ...(call.workflow === ASSISTANT ? { run: null, workflow: 'Assistant' } : {}),
      ...(tokens === null
        ? { quantity: 1, unit: 'Requests' as const }
        : { quantity: tokens, unit: 'Tokens' as const }),
    }));
    const account = { id: tx.tenantId, from: `${span.from}T00:00:00Z`, to: `${span.before}T00:00:00Z` };
    const text = focusCsv(charges, account);
    return { fileName: `attain-usage-${month}.csv`, mediaType: 'text/csv', text, calls: calls.length };
  });
}

/** What a month’s costs brought nothing for, largest first. */
export function readOptimization(ctx: AppContext, actor: Actor, input: Month) {
  mustAllow(actor, 'read:costs');
  const { span } = spanOf(ctx, input);
  return ctx.read(actor, async (tx) => {
    const currency = await selectCurrency(tx);
    const { failedRuns, unusable, unpriced } = await wasteRows(tx, span, currency);
    const now = (await monthCosts(tx, span, { currency, today: ctx.clock.today() })).within(span);
    const idle = {
      kind: 'idle-infrastructure',
      subject: '',
      amount: plain(now.idle),
      count: now.idleDays,
    } as const;
    const rows: Optimization[] = [
      ...failedRuns.map((one) => ({ kind: 'failed-runs' as const, ...one })),
      ...unusable.map((one) => ({ kind: 'unusable-answers' as const, ...one })),
      ...(now.idle.gt(ZERO) ? [idle] : []),
    ];
    rows.sort((a, b) => decimal(b.amount ?? '0').cmp(decimal(a.amount ?? '0')));
    const unknown = unpriced.map((one) => ({ kind: 'unpriced-calls' as const, amount: null, ...one }));
    return { currency, rows: [...rows, ...unknown], ...now.conversions };
  });
}

/** The return of agents in a month, against the days it is compared with. */
export function readRoi(ctx: AppContext, actor: Actor, input: Month) {
  mustAllow(actor, 'read:costs');
  const { month, span, before } = spanOf(ctx, input);
  return ctx.read(actor, async (tx) => {
    const currency = await selectCurrency(tx);
    const wide = { from: before.from, before: span.before };
    const all = await monthCosts(tx, wide, { currency, today: ctx.clock.today() });
    const saved = async (of: Span) =>
      sum((await savingsOf(tx, of)).map((one) => decimal(one.savings ?? '0')));
    const now = { costs: all.within(span), saved: await saved(span) };
    const past = { costs: all.within(before), saved: await saved(before) };
    return { currency, rows: roiMetrics(now, past, month), ...now.costs.conversions };
  });
}

type Returned = { costs: MonthCosts; saved: Decimal };

function roiMetrics(now: Returned, past: Returned, timeframe: string): RoiMetric[] {
  const metric = (name: RoiMetric['metric'], value: string | null, of: (one: Returned) => Decimal) => ({
    metric: name,
    value,
    trend: changeOf(of(now), of(past)).trend,
    timeframe,
    description: descriptions[name],
  });
  const each = ({ costs }: Returned) =>
    costs.runs === 0 ? ZERO : costs.total.div(decimal(String(costs.runs)));
  const over = ({ costs, saved }: Returned) => (costs.total.gt(ZERO) ? saved.div(costs.total) : ZERO);
  const net = ({ costs, saved }: Returned) => saved.minus(costs.total);
  const payback = ({ costs, saved }: Returned) =>
    saved.gt(ZERO) ? costs.total.times(decimal('30')).div(saved) : ZERO;
  return [
    metric('roi', returnRatio(now.saved, now.costs.total), over),
    metric('savings', plain(now.saved), ({ saved }) => saved),
    metric('cost', plain(now.costs.total), ({ costs }) => costs.total),
    metric('net', plain(net(now)), net),
    metric('cost-per-operation', costEach(now.costs.total, now.costs.runs, 2), each),
    metric('payback-days', now.saved.gt(ZERO) ? payback(now).toFixed(1, 1) : null, payback),
  ];
}

const descriptions: Readonly<Record<RoiMetric['metric'], string>> = {
  roi: 'Savings ÷ cost, cut to a whole number.',
  savings: 'Savings that the latest completed run of each agent reports.',
  cost: 'Priced calls and infrastructure.',
  net: 'Savings − cost.',
  'cost-per-operation': 'Cost ÷ ended runs.',
  'payback-days': 'Cost ÷ savings × 30 days.',
};
