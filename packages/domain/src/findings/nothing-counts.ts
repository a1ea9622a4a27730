import { parseDay } from '../base/day.ts';
import { decimal, isDecimal } from '../base/decimal.ts';
import { figure } from '../base/figures.ts';
import {
  type Condition,
  type ConditionFacts,
  conditionMatcher,
  conditionWords,
  fieldReader,
  fieldWords,
} from '../plans/condition.ts';
import { lacksAmount, ownNameOf } from '../plans/own-fields.ts';
import type { Component } from '../plans/plan.ts';

/** Why a component pays no one, and how to fix it. */
export interface PayWarning {
  readonly componentId: string;
  readonly message: string;
  readonly fix: string;
}

/** Looks at the deals of a component's days to say why none of them counts (LINT-14). */
export interface CountedDeals {
  /** One deal, or as many as are the same in every field its filter looks at. */
  add(deal: ConditionFacts, deals?: number): void;
  /** Null where deals count, and where there are none of its unit. */
  why(hasReportingLines: boolean): PayWarning | null;
  /** Null unless some of the deals that meet the filter lack the number that the component adds. */
  lacking(): PayWarning | null;
}

/** As many values are named; memory does not grow with the others. */
const NAMED = 5;
const KEPT = 1_000;

interface Tried {
  readonly condition: Condition;
  readonly holds: (deal: ConditionFacts) => boolean;
  readonly read: (deal: ConditionFacts) => string | null;
  readonly values: Map<string, number>;
  matched: number;
  filled: number;
}

/** Begins to count the deals that a component's filter takes. */
export function countedDeals(component: Component): CountedDeals {
  const tried = component.filter.map(
    (condition): Tried => ({
      condition,
      holds: conditionMatcher(condition),
      read: fieldReader(condition.field),
      values: new Map(),
      matched: 0,
      filled: 0,
    }),
  );
  const { own } = component.measure;
  let [all, matched, withAmount, lacking] = [0, 0, 0, 0];
  return {
    add: (deal, deals = 1) => {
      if (deal.unit !== component.measure.unit) return;
      all += deals;
      const hasAmount = !lacksAmount(component.measure, deal);
      if (hasAmount) withAmount += deals;
      let meetsAll = true;
      for (const one of tried) {
        if (one.holds(deal)) one.matched += deals;
        else meetsAll = false;
        note(one, deal, deals);
      }
      if (!meetsAll) return;
      matched += deals;
      if (!hasAmount) lacking += deals;
    },
    why: (hasReportingLines) => {
      const ofTeam = component.credit !== undefined && component.credit.of !== 'own';
      if (ofTeam && !hasReportingLines) return noTeam(component);
      if (own !== undefined && all > 0 && withAmount === 0) return noAmount(component, own, all);
      return all === 0 || matched > 0 ? null : noMatch(component, tried, all);
    },
    lacking: () =>
      own === undefined || lacking === 0 ? null : someLack(component, own, { lacking, matched }),
  };
}

function note(one: Tried, deal: ConditionFacts, deals: number): void {
  const text = one.read(deal);
  if (text === null) return;
  one.filled += deals;
  const known = one.values.get(text);
  if (known !== undefined || one.values.size < KEPT) one.values.set(text, (known ?? 0) + deals);
}

function noTeam({ id, name }: Component): PayWarning {
  return {
    componentId: id,
    message: `${name} counts team credit, but there are no reporting lines: no one leads anyone.`,
    fix: 'Import reporting lines, or use own credit.',
  };
}

function noAmount({ id, name }: Component, own: string, all: number): PayWarning {
  const message = `${name} measures ${own}, but none of ${deals(all)} has a number in that field.`;
  return { componentId: id, message, fix: `Import deals with ${own}, or choose another amount.` };
}

function someLack(
  { id, name }: Component,
  own: string,
  { lacking, matched }: { readonly lacking: number; readonly matched: number },
): PayWarning {
  const without = figure(decimal(`${lacking}`));
  const have =
    lacking === 1
      ? 'has no number in that field and doesn’t count'
      : 'have no number in that field and don’t count';
  const message = `${name} measures ${own}, but ${without} of ${deals(matched)} ${have}.`;
  return { componentId: id, message, fix: `Import these deals with ${own}, or exclude them by a filter.` };
}

/** `1 deal`, `4,238 deals`. */
const deals = (count: number) => `${figure(decimal(`${count}`))} ${count === 1 ? 'deal' : 'deals'}`;

function noMatch({ id, name }: Component, tried: readonly Tried[], all: number): PayWarning {
  const total = figure(decimal(`${all}`));
  const never = tried.find((one) => one.matched === 0);
  if (never === undefined) {
    const message = `The filter of ${name} matches 0 of ${total} deals: none meets all of its conditions.`;
    return { componentId: id, message, fix: 'Remove or change one of its conditions.' };
  }
  const field = fieldWords(never.condition.field);
  if (never.filled === 0) {
    const asked = conditionWords(never.condition);
    return {
      componentId: id,
      message: `The filter of ${name} matches 0 of ${total} deals: no deal has a value for ${field} (${asked}).`,
      fix: `Import deals with ${field}, or remove the condition.`,
    };
  }
  const message = `The filter of ${name} matches 0 of ${total} deals. ${foundWords(never)}`;
  return { componentId: id, message, fix: `Change the condition on ${field} to values that deals have.` };
}

/** `Values found: Won 4,238, Lost 2,473.`; for numbers and days, the range. */
function foundWords({ condition, values }: Tried): string {
  if ('number' in condition) {
    const numbers = [...values.keys()].filter(isDecimal).map((text) => decimal(text));
    const isOwn = ownNameOf(condition.field) !== null;
    const sizes = (isOwn ? numbers : numbers.map((one) => one.abs())).sort((a, b) => a.cmp(b));
    const [min, max] = [sizes[0], sizes.at(-1)];
    if (min !== undefined && max !== undefined) return `Values found: ${figure(min)} to ${figure(max)}.`;
  }
  if ('days' in condition) {
    const days = [...values.keys()].filter((text) => parseDay(text) !== null).sort();
    if (days.length > 0) return `Dates found: ${days[0]} to ${days.at(-1)}.`;
  }
  const byCount = [...values].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const named = byCount.slice(0, NAMED).map(([value, deals]) => `${value} ${figure(decimal(`${deals}`))}`);
  const more = byCount.length - named.length;
  return `Values found: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}
