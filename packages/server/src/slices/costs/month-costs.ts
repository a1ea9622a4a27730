import { dayBefore } from '@attain/domain/base/day';
import { type Decimal, decimal, plain, sum, ZERO } from '@attain/domain/base/decimal';
import type { CostCategory } from '@attain/domain/costs/budget';
import type { Conversions, DatedCost } from '@attain/domain/costs/conversion';
import { eachDay, entriesCost, type MonthlyEntry } from '@attain/domain/costs/day-costs';
import type { TenantTx } from '../../db/database.ts';
import { converterFor } from '../records/cost-conversions.ts';
import { selectEntries } from './price-store.ts';
import { countRuns, type Span, sumByDay } from './usage-store.ts';

/** The costs of some days. Infrastructure is shared by the runs of its day; days without a run are idle. */
export interface MonthCosts {
  readonly total: Decimal;
  /** The part of completed runs. */
  readonly completed: Decimal;
  readonly idle: Decimal;
  readonly idleDays: number;
  readonly runs: number;
  category(category: CostCategory): Decimal;
  agent(agentId: string | null): { readonly runs: number; readonly cost: Decimal };
  /** Costs of other currencies. */
  readonly conversions: Conversions;
  shown(day: string): { languageModels: string; connections: string; infrastructure: string };
}

/** Reads what the days of a span cost up to today, in one currency at the rates of the days (FIN-13). */
export async function monthCosts(
  tx: TenantTx,
  span: Span,
  { currency, today }: { currency: string; today: string },
) {
  const stored = (await sumByDay(tx, span)).map((one) => ({ ...one, amount: decimal(one.cost) }));
  const runs = await countRuns(tx, span);
  const last = dayBefore(span.before);
  const days = eachDay(span.from, last < today ? last : today);
  const entries = entriesByDay(await selectEntries(tx), days);
  const all: readonly DatedCost[] = [...stored, ...entries];
  const converter = await converterFor(tx, all, currency);
  const calls = stored.flatMap(({ amount, ...one }) => {
    const cost = converter.of({ ...one, amount });
    return cost === null ? [] : [{ ...one, cost }];
  });
  const costs = days.map((day) => {
    const infrastructure = sum(
      entries.filter((one) => one.day === day).map((one) => converter.of(one) ?? ZERO),
    );
    const ofDay = calls.filter((one) => one.day === day);
    return { day, infrastructure, total: sum([infrastructure, ...ofDay.map(({ cost }) => cost)]) };
  });
  const within = (part: Span) => {
    const inside = ({ day }: { day: string }) => day >= part.from && day < part.before;
    const conversions = converter.tell(all.filter(inside));
    return {
      ...partCosts(calls.filter(inside), runs.filter(inside), costs.filter(inside)),
      conversions,
    };
  };
  return { days: costs, within };
}

/** What monthly costs are on each day, by currency. */
export function entriesByDay(
  entries: readonly (MonthlyEntry & { readonly currency: string })[],
  days: readonly string[],
): DatedCost[] {
  return [...new Set(entries.map(({ currency }) => currency))].flatMap((currency) => {
    const own = entries.filter((one) => one.currency === currency);
    return days.map((day) => ({ currency, day, amount: entriesCost(own, day) }));
  });
}

type Calls = { day: string; isModel: boolean; isCompleted: boolean; agentId: string | null; cost: Decimal };
type Runs = { day: string; agentId: string | null; ended: number; completed: number };
type Days = { day: string; infrastructure: Decimal; total: Decimal };

function partCosts(
  calls: readonly Calls[],
  runs: readonly Runs[],
  days: readonly Days[],
): Omit<MonthCosts, 'conversions'> {
  const cost = (some: readonly Calls[]) => sum(some.map((one) => one.cost));
  const perDay = new Map<string, number>();
  for (const { day, ended } of runs) perDay.set(day, (perDay.get(day) ?? 0) + ended);
  const idleDays = days.filter(({ day, infrastructure }) => !perDay.has(day) && infrastructure.gt(ZERO));
  /** The share of some runs of a day in its infrastructure. */
  const share = ({ day }: Runs, count: number) => {
    const of = days.find((one) => one.day === day)?.infrastructure ?? ZERO;
    return of.times(decimal(String(count))).div(decimal(String(perDay.get(day) ?? 1)));
  };
  const shares = (some: readonly Runs[]) => sum(some.map((one) => share(one, one.ended)));
  return {
    total: sum(days.map(({ total }) => total)),
    completed: cost(calls.filter((one) => one.isCompleted)).plus(
      sum(runs.map((one) => share(one, one.completed))),
    ),
    idle: sum(idleDays.map(({ infrastructure }) => infrastructure)),
    idleDays: idleDays.length,
    runs: runs.reduce((all, { ended }) => all + ended, 0),
    category: (category) =>
      category === 'infrastructure'
        ? sum(days.map(({ infrastructure }) => infrastructure))
        : cost(calls.filter(({ isModel }) => isModel === (category === 'language-models'))),
    agent: (agentId) => {
      const own = runs.filter((one) => one.agentId === agentId);
      return {
        runs: own.reduce((all, { ended }) => all + ended, 0),
        cost: cost(calls.filter((one) => one.agentId === agentId))
          .plus(shares(own))
          .round(6, 1),
      };
    },
    shown: (day) => {
      const ofDay = calls.filter((one) => one.day === day);
      return {
        languageModels: plain(cost(ofDay.filter(({ isModel }) => isModel))),
        connections: plain(cost(ofDay.filter(({ isModel }) => !isModel))),
        infrastructure: plain(days.find((one) => one.day === day)?.infrastructure ?? ZERO),
      };
    },
  };
}
