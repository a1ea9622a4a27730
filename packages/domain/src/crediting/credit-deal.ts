import { dayProblem, parseDay } from '../base/day.ts';
import { type Decimal, decimal, decimalProblem, HUNDREDTH, isDecimal, ONE, ZERO } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';
import { type Condition, type ConditionFacts, conditionMatcher } from '../plans/condition.ts';
import { lacksAmount } from '../plans/own-fields.ts';
import type { Component } from '../plans/plan.ts';
import type { Deal, Split } from './deal.ts';
import { type Exchange, exchanged } from './exchange.ts';
import type { ExchangeFinder } from './exchange-policy.ts';
import { shareFaults } from './share-faults.ts';

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
  readonly role: CreditRole;
  /** Whose credit it was, where it rolled up; null: the participant's own. */
  readonly through: string | null;
  /** How far above that person the participant stands; 0: own credit. */
  readonly level: number;
  /** Whether it is, or rolled up from, a credit on top of the deal. */
  readonly overlay: boolean;
  /** By what a component has factored `amount` and `count` (CREDIT-17). Left out: they count in full. */
  readonly factor?: AppliedFactor;
}

/** The factor by which a credit counts (CREDIT-17), where that is not all of it. */
export interface AppliedFactor {
  /** Of the credit, plain. */
  readonly percent: string;
  /** What was credited before it, in the measure's unit, exact. */
  readonly of: string;
  /** Which deals it is for: `kind renewal`, `all other deals`. */
  readonly where: string;
}

/** Why somebody is credited: the whole deal or a split of it, on top of it (overlay), or for somebody below (roll-up). */
export type CreditRole = 'direct' | 'split' | 'overlay' | 'roll-up';

/** What crediting needs to know about the surroundings of a deal. */
export interface CreditingTerms {
  readonly currency: string;
  readonly exchanges: ExchangeFinder;
  isKnown(participantId: string): boolean;
  /** Whether any component asks for the deal's amount; where deals are only counted, no rate is needed. */
  asksAmount(deal: Deal): boolean;
}

/**
 * Who is credited with how much of a deal (CREDIT-1). Problems are added for a deal that cannot be read (CREDIT-9),
 * unknown people (CREDIT-7), shares that do not sum to 100 (CREDIT-2) or overlays that cannot be read (CREDIT-12), and money without a rate (CREDIT-6); such a deal
 * credits nobody. The shares of a deal, without overlays, always sum to the deal.
 */
export function creditDeal(deal: Deal, terms: CreditingTerms, problems: Problem[]): readonly CreditShare[] {
  if (isOrdinary(deal, terms)) return [wholeCredit(deal)];
  const path = `deals[${deal.id}]`;
  const found = [...dealFaults(deal, path), ...shareFaults(deal, path), ...peopleFaults(deal, path, terms)];
  const money = deal.unit === '$' && deal.currency !== terms.currency && terms.asksAmount(deal);
  const exchange = money && deal.currency !== null ? terms.exchanges.find(deal.currency, deal.date) : null;
  if (money && deal.currency !== null && exchange === null && parseDay(deal.date) !== null) {
    const message = `There is no exchange rate from ${deal.currency} to ${terms.currency} ${terms.exchanges.when(deal.date)}. Import one.`;
    found.push({ rule: 'CREDIT-6', path: `${path}.currency`, message });
  }
  if (found.length > 0) {
    for (const problem of found) problems.push(problem);
    return [];
  }
  const stated = decimal(deal.amount);
  const amount = exchanged(stated, exchange);
  const count = countOf(stated);
  const whole = { deal, exchange, through: null, level: 0 };
  const part = (split: Split, role: CreditRole): CreditShare => {
    const share = decimal(split.sharePercent).times(HUNDREDTH);
    const { participantId, sharePercent } = split;
    const overlay = role === 'overlay';
    return {
      ...whole,
      participantId,
      sharePercent,
      role,
      overlay,
      amount: amount.times(share),
      count: count.times(share),
    };
  };
  const { participantId } = deal;
  const own: readonly CreditShare[] =
    deal.splits.length === 0
      ? [{ ...whole, participantId, sharePercent: '100', role: 'direct', overlay: false, amount, count }]
      : deal.splits.map((split) => part(split, 'split'));
  const overlays = deal.overlays ?? [];
  return overlays.length === 0 ? own : [...own, ...overlays.map((split) => part(split, 'overlay'))];
}

const MINUS_ONE = ONE.neg();

/** Whether a deal is one of the many of which nothing needs to be said: readable, of somebody known, undivided, in the plan's currency. */
function isOrdinary(deal: Deal, terms: CreditingTerms): boolean {
  return (
    deal.splits.length === 0 &&
    (deal.overlays === undefined || deal.overlays.length === 0) &&
    (deal.approvedOn === undefined || deal.approvedOn === null) &&
    (deal.unit !== '$' || deal.currency === terms.currency) &&
    deal.id !== '' &&
    isDecimal(deal.amount) &&
    terms.isKnown(deal.participantId)
  );
}

/** All of a deal, credited to its owner. */
function wholeCredit(deal: Deal): CreditShare {
  const amount = decimal(deal.amount);
  const { participantId } = deal;
  return {
    deal,
    participantId,
    sharePercent: '100',
    amount,
    count: countOf(amount),
    exchange: null,
    role: 'direct',
    through: null,
    level: 0,
    overlay: false,
  };
}

/** A return takes one deal back, a deal of nothing counts nothing (CREDIT-8). */
export function countOf(amount: Decimal): Decimal {
  return amount.eq(ZERO) ? ZERO : amount.lt(ZERO) ? MINUS_ONE : ONE;
}

/**
 * Whether a component counts a deal: the unit is its own, every condition of its filter holds (CREDIT-3), and the deal has the
 * amount that is added (CREDIT-20).
 */
export function dealMatcher(component: Component): (deal: ConditionFacts) => boolean {
  const { measure } = component;
  const meets = conditionsMatcher(component.filter);
  return (deal) => deal.unit === measure.unit && meets(deal) && !lacksAmount(measure, deal);
}

/** Whether every condition holds for a deal (CREDIT-18). */
export function conditionsMatcher(where: readonly Condition[]): (deal: ConditionFacts) => boolean {
  const matchers = where.map(conditionMatcher);
  return (deal) => matchers.every((holds) => holds(deal));
}

function dealFaults(deal: Deal, path: string): Problem[] {
  const problems: Problem[] = [];
  if (deal.id === '') problems.push({ rule: 'CREDIT-9', path, message: 'A deal has no ID. Add one.' });
  if (!isDecimal(deal.amount)) {
    problems.push({ ...decimalProblem(deal.amount, `${path}.amount`), rule: 'CREDIT-9' });
  }
  const { approvedOn = null } = deal;
  if (approvedOn !== null && parseDay(approvedOn) === null) {
    problems.push({ ...dayProblem(approvedOn, `${path}.approvedOn`), rule: 'CREDIT-11' });
  }
  if (deal.unit === '$' && deal.currency === null) {
    const message = 'The deal’s amount has no currency. Add one, like "USD".';
    problems.push({ rule: 'CREDIT-6', path: `${path}.currency`, message });
  }
  return problems;
}

/** CREDIT-9: a deal whose day cannot be read belongs to no period; null when it can. */
export function dealDayFault(deal: Deal): Problem | null {
  if (parseDay(deal.date) !== null) return null;
  return { ...dayProblem(deal.date, `deals[${deal.id}].date`), rule: 'CREDIT-9' };
}

function peopleFaults(deal: Deal, path: string, terms: CreditingTerms): readonly Problem[] {
  const own =
    deal.splits.length === 0
      ? [{ id: deal.participantId, at: `${path}.participantId` }]
      : deal.splits.map((split) => ({
          id: split.participantId,
          at: `${path}.splits[${split.participantId}]`,
        }));
  const overlays = deal.overlays ?? [];
  const named = [...own, ...overlays.map(({ participantId: id }) => ({ id, at: `${path}.overlays[${id}]` }))];
  return named
    .filter(({ id }) => !terms.isKnown(id))
    .map(({ id, at }) => {
      const message = `Participant "${id}" not found. Import the participant or correct the deal.`;
      return { rule: 'CREDIT-7', path: at, message };
    });
}
