import { decimal, decimalProblem, HUNDRED, isDecimal, plain, sum } from '../../base/decimal.ts';
import type { Problem } from '../../base/result.ts';
import { gatePath, partPath } from '../dependencies.ts';
import { type AverageGate, asksAverage, type EachGate, gateConditions } from '../gate.ts';
import type { Component } from '../plan.ts';

/** PLAN-8: what is wrong with the figures of a component's gate, and with whom it asks for; `path` is the component's place. */
export function gateFaults({ gate }: Component, path: string): readonly Problem[] {
  if (gate === null) return [];
  return asksAverage(gate) ? averageFaults(gate, path) : eachFaults(gate, path);
}

function eachFaults(gate: EachGate, path: string): readonly Problem[] {
  const conditions = gateConditions(gate);
  const ids = conditions.map(({ componentId }) => componentId);
  return conditions.flatMap(({ atLeastPercent }, i) => {
    const at = `${path}.${gatePath(i)}`;
    return [
      ...duplicateFaults(ids, i, { path: at, fix: 'Keep the higher percent.' }),
      ...percentFaults(atLeastPercent, `${at}.atLeastPercent`),
    ];
  });
}

/** Each component once, weights above zero that sum to 100, and a percent that can be reached. */
function averageFaults(gate: AverageGate, path: string): readonly Problem[] {
  const { average, atLeastPercent, countAtMostPercent } = gate;
  const ids = average.map(({ componentId }) => componentId);
  const parts = average.flatMap(({ weightPercent }, i) => {
    const at = `${path}.${partPath(i)}`;
    return [
      ...duplicateFaults(ids, i, { path: at, fix: 'Add their weights up.' }),
      ...weightFaults(weightPercent, `${at}.weightPercent`),
    ];
  });
  const percents = percentFaults(atLeastPercent, `${path}.gate.atLeastPercent`);
  const max = maxFaults(gate, `${path}.gate.countAtMostPercent`);
  if (parts.length > 0 || percents.length > 0) return [...parts, ...percents, ...max];
  const all = sum(average.map(({ weightPercent }) => decimal(weightPercent)));
  const uneven = `The weights of the gate's average sum to ${plain(all)}, not to 100. Change one of them.`;
  const sums = all.eq(HUNDRED) ? [] : [{ rule: 'PLAN-8', path: `${path}.gate.average`, message: uneven }];
  if (countAtMostPercent === undefined || max.length > 0) return [...sums, ...max];
  if (decimal(countAtMostPercent).gte(decimal(atLeastPercent))) return sums;
  const never = `Where each attainment counts at most ${countAtMostPercent}%, no average reaches ${atLeastPercent}%. Let more of it count, or ask for less.`;
  return [...sums, { rule: 'PLAN-8', path: `${path}.gate.countAtMostPercent`, message: never }];
}

function duplicateFaults(
  ids: readonly string[],
  at: number,
  { path, fix }: { readonly path: string; readonly fix: string },
): readonly Problem[] {
  const id = ids[at] ?? '';
  if (ids.indexOf(id) === at) return [];
  return [
    { rule: 'PLAN-8', path: `${path}.componentId`, message: `The gate asks for "${id}" twice. ${fix}` },
  ];
}

function weightFaults(weightPercent: string, path: string): readonly Problem[] {
  if (!isDecimal(weightPercent)) return [{ ...decimalProblem(weightPercent, path), rule: 'PLAN-8' }];
  if (decimal(weightPercent).gt(0)) return [];
  const message = `A weight of ${weightPercent}% counts nothing. Write one above zero, or leave the component out of the average.`;
  return [{ rule: 'PLAN-8', path, message }];
}

function maxFaults({ countAtMostPercent: max }: AverageGate, path: string): readonly Problem[] {
  return max === undefined || isDecimal(max) ? [] : [{ ...decimalProblem(max, path), rule: 'PLAN-8' }];
}

function percentFaults(atLeastPercent: string, path: string): readonly Problem[] {
  if (!isDecimal(atLeastPercent)) return [{ ...decimalProblem(atLeastPercent, path), rule: 'PLAN-8' }];
  if (/[1-9]/.test(atLeastPercent) && !atLeastPercent.startsWith('-')) return [];
  const message = `A gate at ${atLeastPercent}% is always open. Write a percent above zero, or remove the gate.`;
  return [{ rule: 'PLAN-8', path, message }];
}
