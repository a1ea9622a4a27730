import { dayProblem, parseDay } from '../base/day.ts';
import {
  type Decimal,
  decimal,
  decimalProblem,
  HUNDRED,
  HUNDREDTH,
  isDecimal,
  ONE,
  ZERO,
} from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';
import type { Component } from '../plans/plan.ts';
import type { Deal } from './deal.ts';
import type { Exchange, ExchangeTable } from './exchange.ts';

/** The part of one deal that is credited to one participant, exact. */
export interface CreditShare {
  readonly deal: Deal;
  readonly participantId: string;
  readonly sharePercent: string;
  /** Amount × share, money in the plan's currency. Nothing is rounded. */
  readonly amount: Decimal;
  /** ±share of one deal: −1 for a return, 0 for a deal of nothing (CREDIT-8). */
  readonly count: Decimal;
  readonly exchange: Exchange | null;
}

/** What crediting needs to know about the surroundings of a deal. */
export interface CreditingTerms {
  readonly currency: string;
  readonly exchanges: ExchangeTable;
  isKnown(participantId: string): boolean;
  /** Whether any component asks for the deal's amount; where deals are only counted, no rate is needed. */
  asksAmount(deal: Deal): boolean;
}

/**
 * Who is credited with how much of a deal (CREDIT-1). Problems are added for a deal that cannot be read (CREDIT-9),
 * unknown people (CREDIT-7), shares that do not sum to 100 (CREDIT-2) and money without a rate (CREDIT-6); such a deal
 * credits nobody. The shares of a deal always sum to the deal.
 */
export function creditDeal(deal: Deal, terms: CreditingTerms, problems: Problem[]): readonly CreditShare[] {
  const path = `deals[${deal.id}]`;
  const found = [...dealFaults(deal, path), ...splitFaults(deal, path), ...peopleFaults(deal, path, terms)];
  const money = deal.unit === '$' && deal.currency !== terms.currency && terms.asksAmount(deal);
  const exchange = money && deal.currency !== null ? terms.exchanges.find(deal.currency, deal.date) : null;
  if (money && deal.currency !== null && exchange === null && parseDay(deal.date) !== null) {
    const say = `There is no rate from ${deal.currency} to ${terms.currency} on or before ${deal.date}. Import one.`;
    found.push({ rule: 'CREDIT-6', path: `${path}.currency`, say });
  }
  if (found.length > 0) {
    for (const problem of found) problems.push(problem);
    return [];
  }
  const stated = decimal(deal.amount);
  const amount = exchange === null ? stated : stated.times(exchange.rate);
  const count = stated.eq(ZERO) ? ZERO : stated.lt(ZERO) ? MINUS_ONE : ONE;
  if (deal.splits.length === 0) {
    return [{ deal, participantId: deal.participantId, sharePercent: '100', amount, count, exchange }];
  }
  return deal.splits.map((split) => {
    const share = decimal(split.sharePercent).times(HUNDREDTH);
    const { participantId, sharePercent } = split;
    return {
      deal,
      participantId,
      sharePercent,
      amount: amount.times(share),
      count: count.times(share),
      exchange,
    };
  });
}

const MINUS_ONE = ONE.neg();

/** Whether a component counts a deal: the unit is its own, and every condition of its filter holds (CREDIT-3). */
export function dealMatcher(component: Component): (deal: Deal) => boolean {
  const { unit } = component.measure;
  const conditions = component.filter.map(({ field, in: values }) => ({ field, values: new Set(values) }));
  return (deal) =>
    deal.unit === unit &&
    conditions.every(({ field, values }) => deal[field] !== null && values.has(deal[field]));
}

function dealFaults(deal: Deal, path: string): Problem[] {
  const problems: Problem[] = [];
  if (deal.id === '') problems.push({ rule: 'CREDIT-9', path, say: 'A deal has no id. Give it one.' });
  if (!isDecimal(deal.amount)) {
    problems.push({ ...decimalProblem(deal.amount, `${path}.amount`), rule: 'CREDIT-9' });
  }
  if (deal.unit === '$' && deal.currency === null) {
    const say = 'The deal is money but names no currency. Give it one, like "USD".';
    problems.push({ rule: 'CREDIT-6', path: `${path}.currency`, say });
  }
  return problems;
}

/** CREDIT-9: a deal whose day cannot be read belongs to no period; null when it can. */
export function dealDayFault(deal: Deal): Problem | null {
  if (parseDay(deal.date) !== null) return null;
  return { ...dayProblem(deal.date, `deals[${deal.id}].date`), rule: 'CREDIT-9' };
}

function splitFaults(deal: Deal, path: string): readonly Problem[] {
  if (deal.splits.length === 0) return [];
  const problems: Problem[] = [];
  const names = new Set<string>();
  let total = ZERO;
  for (const split of deal.splits) {
    const at = `${path}.splits[${split.participantId}]`;
    if (names.has(split.participantId)) {
      problems.push({
        rule: 'CREDIT-2',
        path: at,
        say: `"${split.participantId}" has two shares. Add them up into one.`,
      });
    }
    names.add(split.participantId);
    if (!isDecimal(split.sharePercent)) {
      problems.push({ ...decimalProblem(split.sharePercent, at), rule: 'CREDIT-2' });
      continue;
    }
    const share = decimal(split.sharePercent);
    if (share.lte(ZERO)) {
      problems.push({
        rule: 'CREDIT-2',
        path: at,
        say: `A share of ${split.sharePercent}% is not above zero. Leave it out.`,
      });
    }
    total = total.plus(share);
  }
  if (problems.length === 0 && !total.eq(HUNDRED)) {
    const say = `The shares sum to ${total.toFixed()}%, not 100%. Correct them.`;
    problems.push({ rule: 'CREDIT-2', path: `${path}.splits`, say });
  }
  return problems;
}

function peopleFaults(deal: Deal, path: string, terms: CreditingTerms): readonly Problem[] {
  const named =
    deal.splits.length === 0
      ? [{ id: deal.participantId, at: `${path}.participantId` }]
      : deal.splits.map((split) => ({
          id: split.participantId,
          at: `${path}.splits[${split.participantId}]`,
        }));
  return named
    .filter(({ id }) => !terms.isKnown(id))
    .map(({ id, at }) => {
      const say = `Nobody with the id "${id}" is among the participants. Import the participant or correct the deal.`;
      return { rule: 'CREDIT-7', path: at, say };
    });
}
