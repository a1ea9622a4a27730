import { attainmentOf, inPercent, reaches } from '../../attainment/attainment.ts';
import { weightedAverage } from '../../attainment/weighted-average.ts';
import { decimal } from '../../base/decimal.ts';
import type { Ratio } from '../../base/ratio.ts';
import { standing } from '../../payouts/measures/component-status.ts';
import type { PaySetting } from '../../payouts/pay-setting.ts';
import { lastReached } from '../../payouts/rates/curve-table.ts';
import { type Dependency, dependencies } from '../../plans/dependencies.ts';
import { asksAverage, gateConditions } from '../../plans/gate.ts';
import type { Component } from '../../plans/plan.ts';
import type { Participant, Quota } from '../../quotas/participant.ts';
import type { CreditTable, Total } from './credit-table.ts';

/** What a component must know of others, by the totals of all: how far they stand, or only whether that is enough. */
export type Look = (totals: readonly Total[]) => string;

/** Who is paid under what. */
interface Payee {
  readonly setting: PaySetting;
  readonly payee: Participant;
  readonly quotas: readonly Quota[];
}

/** Everything a component must know of others: two totals of them that look alike are paid alike. */
export function looksOf(component: Component, laid: Payee, tables: readonly CreditTable[]): readonly Look[] {
  const { setting, payee, quotas } = laid;
  const looks = dependencies(component).flatMap(({ by, on }) => {
    if (by === 'average') return [];
    const at = setting.rules.findIndex((rules) => rules.component.id === on);
    const other = setting.rules[at];
    if (other === undefined) return [];
    const measured = placeOf(component, { by, on });
    if (measured === null) return [(totals: readonly Total[]) => String(totals[at])];
    const quota = standing(setting, other, payee, { shares: [], quotas }, []).quota?.amount ?? null;
    const known = new Map<Total, string>();
    return [
      (totals: readonly Total[]) => {
        const total = totals[at] ?? 0;
        const before = known.get(total);
        if (before !== undefined) return before;
        const attained = attainmentOf(tables[at]!.amount(total), quota);
        const place = attained === null ? 'undefined' : measured(attained);
        known.set(total, place);
        return place;
      },
    ];
  });
  const average = averageLook(component, laid, tables);
  return average === null ? looks : [...looks, average];
}

/** Whether the average that a component's gate asks for is reached; null where it asks for none. */
function averageLook({ gate }: Component, laid: Payee, tables: readonly CreditTable[]): Look | null {
  if (gate === null || !asksAverage(gate)) return null;
  const { setting, payee, quotas } = laid;
  const parts = gate.average.flatMap(({ componentId, weightPercent }) => {
    const at = setting.rules.findIndex(({ component }) => component.id === componentId);
    const rules = setting.rules[at];
    if (rules === undefined) return [];
    const quota = standing(setting, rules, payee, { shares: [], quotas }, []).quota?.amount ?? null;
    return [{ at, quota, weightPercent: decimal(weightPercent) }];
  });
  const max = gate.countAtMostPercent === undefined ? null : decimal(gate.countAtMostPercent);
  const atLeast = decimal(gate.atLeastPercent);
  const known = new Map<string, string>();
  return (totals) => {
    const key = parts.map(({ at }) => totals[at] ?? 0).join();
    const before = known.get(key);
    if (before !== undefined) return before;
    const stand = weightedAverage(
      parts.map(({ at, quota, weightPercent }) => {
        return { attained: attainmentOf(tables[at]!.amount(totals[at] ?? 0), quota), weightPercent };
      }),
      max,
    );
    const place = stand === null ? 'undefined' : reaches(stand, atLeast) ? 'open' : 'closed';
    known.set(key, place);
    return place;
  };
}

/** All that pay depends on of another's attainment, where that is less than how far it stands exactly; null where it is not. */
function placeOf(
  { gate, rate }: Component,
  { by, on }: Pick<Dependency, 'by' | 'on'>,
): ((attained: Ratio) => string) | null {
  if (by === 'gate') {
    const asked = gate === null || asksAverage(gate) ? [] : gateConditions(gate);
    const condition = asked.find(({ componentId }) => componentId === on);
    const atLeast = decimal(condition?.atLeastPercent ?? '0');
    return (attained) => (reaches(attained, atLeast) ? 'open' : 'closed');
  }
  if (by !== 'matrix' || rate.kind !== 'matrix' || rate.shape !== 'stepped') return null;
  const columns = rate.columnsAtPercent.map(decimal);
  return (attained) => String(lastReached(columns, inPercent(attained)));
}
