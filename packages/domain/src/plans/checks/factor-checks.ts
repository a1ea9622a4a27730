import type { Problem } from '../../base/result.ts';
import { type Condition, type ConditionField, fieldWords, foldCase } from '../condition.ts';
import type { Component } from '../plan.ts';
import { figureFaults } from './figure-faults.ts';

/** What a deal's fields may be, where conditions list it; upper and lower case are the same here. */
type Values = ReadonlyMap<ConditionField, ReadonlySet<string>>;

/**
 * TERM-10: every credit factor is a percent that can be used and decides about some deal: its conditions can hold together with
 * the component's filter, and no factor before it takes every deal it is for. `path` is where the list stands.
 */
export function checkCreditFactors(
  { creditFactors = [], filter }: Component,
  path: string,
): readonly Problem[] {
  const rule = 'TERM-10';
  const problems: Problem[] = [];
  const asked = valuesOf(filter);
  const deals = creditFactors.map(({ where }) => narrowed(asked, where));
  const takes = creditFactors.map(({ where }) => {
    const listed = where.flatMap(listedValues);
    // another kind of condition may hold for some of the deals only
    if (listed.length < where.length) return null;
    // what names few values is the quickest to say no
    return listed.sort((a, b) => a.values.size - b.values.size);
  });
  for (const [i, { percent, where }] of creditFactors.entries()) {
    const at = `${path}[${i}]`;
    problems.push(...figureFaults(percent, { rule, path: `${at}.percent`, what: 'percent', from: 'zero' }));
    const own = deals[i] ?? asked;
    const impossible = where.findIndex(({ field }) => own.get(field)?.size === 0);
    const never = where[impossible];
    if (never !== undefined) {
      const message = `No deal of the component has such a ${fieldWords(never.field)}, because its filter or another condition excludes it. Remove the factor, or use values that count.`;
      problems.push({ rule, path: `${at}.where[${impossible}]`, message });
      continue;
    }
    const taken = takes.findIndex(
      (before, k) => k < i && before !== null && before.every((one) => covers(one, own)),
    );
    if (taken < 0) continue;
    const by = creditFactors[taken]?.where.length === 0 ? 'applies to every deal' : 'takes all of its deals';
    const message = `This factor is never reached: factor ${taken + 1} before it ${by}. Move it above that one, or remove it.`;
    problems.push({ rule, path: `${at}.where`, message });
  }
  return problems;
}

interface Listed {
  readonly field: ConditionField;
  readonly values: ReadonlySet<string>;
}

/** The values of a condition that lists them and takes each in upper and lower case. */
function listedValues(condition: Condition): readonly Listed[] {
  if (!('in' in condition) || condition.matchCase) return [];
  return [{ field: condition.field, values: new Set(condition.in.map(foldCase)) }];
}

/** Whether a condition holds for every deal whose fields are so. */
function covers({ field, values }: Listed, deals: Values): boolean {
  const own = deals.get(field);
  if (own === undefined || own.size > values.size) return false;
  for (const value of own) if (!values.has(value)) return false;
  return true;
}

function narrowed(asked: Values, where: readonly Condition[]): Values {
  const all = new Map(asked);
  for (const condition of where) {
    if (!('in' in condition)) continue;
    const before = all.get(condition.field);
    const values = condition.in.map(foldCase);
    all.set(
      condition.field,
      new Set(before === undefined ? values : values.filter((value) => before.has(value))),
    );
  }
  return all;
}

function valuesOf(filter: readonly Condition[]): Values {
  return narrowed(new Map(), filter);
}
