import { dayProblem, parseDay } from '../../base/day.ts';
import { decimal, decimalProblem, isDecimal } from '../../base/decimal.ts';
import type { Problem } from '../../base/result.ts';
import type { Condition, DateWithin, NumberWithin } from '../condition.ts';
import type { Component } from '../plan.ts';

const RULE = 'TERM-11';

/** TERM-11: every number and day of a component's conditions can be read, and some deal can lie between them. */
export function checkConditions({ filter, creditFactors = [] }: Component, path: string): readonly Problem[] {
  return [
    ...filter.flatMap((one, i) => conditionFaults(one, `${path}.filter[${i}]`)),
    ...creditFactors.flatMap(({ where }, f) =>
      where.flatMap((one, i) => conditionFaults(one, `${path}.creditFactors[${f}].where[${i}]`)),
    ),
  ];
}

function conditionFaults(condition: Condition, path: string): readonly Problem[] {
  if ('number' in condition) return numberFaults(condition, `${path}.number`);
  return 'days' in condition ? dayFaults(condition, `${path}.days`) : [];
}

function numberFaults({ number }: NumberWithin, path: string): readonly Problem[] {
  const bounds = Object.entries(number);
  if (bounds.length === 0) {
    const message = 'The condition has no bound. Add at least one, such as "atLeast".';
    return [{ rule: RULE, path, message }];
  }
  const unreadable = bounds.flatMap(([name, text]) =>
    isDecimal(text) ? [] : [{ ...decimalProblem(text, `${path}.${name}`), rule: RULE }],
  );
  if (unreadable.length > 0) return unreadable;
  const { atLeast, moreThan, atMost, lessThan } = number;
  const impossible = [atLeast, moreThan].some((low) =>
    [atMost, lessThan].some(
      (high) => low !== undefined && high !== undefined && decimal(low).gt(decimal(high)),
    ),
  );
  const message = 'No number is between these bounds. Put the lower one first.';
  return impossible ? [{ rule: RULE, path, message }] : [];
}

function dayFaults({ days: { from, to } }: DateWithin, path: string): readonly Problem[] {
  if (from === undefined && to === undefined) {
    const message = 'The condition has no date. Add a start date, an end date or both.';
    return [{ rule: RULE, path, message }];
  }
  const unreadable = [
    ['from', from],
    ['to', to],
  ].flatMap(([name, text]) =>
    text === undefined || parseDay(text) !== null
      ? []
      : [{ ...dayProblem(text, `${path}.${name}`), rule: RULE }],
  );
  if (unreadable.length > 0 || from === undefined || to === undefined || from <= to) return unreadable;
  const message = `The end date ${to} is before the start date ${from}. Swap the dates.`;
  return [{ rule: RULE, path, message }];
}
