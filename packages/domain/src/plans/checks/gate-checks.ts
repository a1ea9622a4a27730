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
      ...duplicateFaults(ids, i, { path: at, fix: 'Keep the higher percentage.' }),
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
      ...duplicateFaults(ids, i, { path: at, fix: 'Combine their weights.' }),
      ...weightFaults(weightPercent, `${at}.weightPercent`),
    ];
  });
  const percents = percentFaults(atLeastPercent, `${path}.gate.atLeastPercent`);
  const max = maxFaults(gate, `${path}.gate.countAtMostPercent`);
  if (parts.length > 0 || percents.length > 0) return [...parts, ...percents, ...max];
  const all = sum(average.map(({ weightPercent }) => decimal(weightPercent)));
  const uneven = `The weights of the gate's average total ${plain(all)} instead of 100. Change one of them.`;
  const sums = all.eq(HUNDRED) ? [] : [{ rule: 'PLAN-8', path: `${path}.gate.average`, message: uneven }];
  if (countAtMostPercent === undefined || max.length > 0) return [...sums, ...max];
  if (decimal(countAtMostPercent).gte(decimal(atLeastPercent))) return sums;
  const never = `With each attainment limited to ${countAtMostPercent}%, no average reaches ${atLeastPercent}%. Raise the limit, or lower the required average.`;
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
    { rule: 'PLAN-8', path: `${path}.componentId`, message: `The gate refers to "${id}" twice. ${fix}` },
  ];
}

function weightFaults(weightPercent: string, path: string): readonly Problem[] {
  if (!isDecimal(weightPercent)) return [{ ...decimalProblem(weightPercent, path), rule: 'PLAN-8' }];
  if (decimal(weightPercent).gt(0)) return [];
  const message = `A weight of ${weightPercent}% has no effect. Enter a weight above zero, or remove the component from the average.`;
  return [{ rule: 'PLAN-8', path, message }];
}

function maxFaults({ countAtMostPercent: max }: AverageGate, path: string): readonly Problem[] {
  return max === undefined || isDecimal(max) ? [] : [{ ...decimalProblem(max, path), rule: 'PLAN-8' }];
}

function percentFaults(atLeastPercent: string, path: string): readonly Problem[] {
  if (!isDecimal(atLeastPercent)) return [{ ...decimalProblem(atLeastPercent, path), rule: 'PLAN-8' }];
  if (/[1-9]/.test(atLeastPercent) && !atLeastPercent.startsWith('-')) return [];
  const message = `A gate at ${atLeastPercent}% is always open. Enter a percentage above zero, or remove the gate.`;
  return [{ rule: 'PLAN-8', path, message }];
}
