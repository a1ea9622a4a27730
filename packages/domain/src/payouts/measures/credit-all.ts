import type { Problem } from '../../base/result.ts';
import {
  type CreditingTerms,
  type CreditShare,
  creditDeal,
  dealDayFault,
} from '../../crediting/credit-deal.ts';
import { exchangeTable } from '../../crediting/exchange.ts';
import { exchangeFinder } from '../../crediting/exchange-policy.ts';
import { hierarchyOf } from '../../crediting/hierarchy.ts';
import { rolledUp } from '../../crediting/roll-up.ts';
import { isEnrolledOn } from '../../quotas/attendance.ts';
import { isOfTeam, type PaySetting } from '../pay-setting.ts';
import type { CalculationInput, PayoutLine } from '../payout.ts';

/** How far a calculation is; between two of these it may be abandoned, and nothing has happened. */
export interface CalculationProgress {
  readonly stage: 'crediting' | 'paying';
  readonly done: number;
  readonly of: number;
  /** The lines finished since the last report, in their final order; empty while crediting. */
  readonly lines: readonly PayoutLine[];
}

/** After so many problems reading stops: nobody mends more at once, and a wrong column makes one for every row. */
export const MAX_PROBLEMS = 10_000;
const DEALS_A_REPORT = 2_000;

/** The credits of the days that are measured by participant, in no particular order yet. */
export function* creditAll(
  input: CalculationInput,
  setting: PaySetting,
  problems: Problem[],
): Generator<CalculationProgress, Map<string, CreditShare[]>, void> {
  const terms = creditingTerms(input, setting, problems);
  const payees = new Set(input.payeeIds ?? input.participants.map(({ id }) => id));
  const hierarchy = setting.rules.some(isOfTeam) ? hierarchyOf(input.reportingLines ?? []) : null;
  const byParticipant = new Map<string, CreditShare[]>();
  const ids = new Set<string>();
  const { from, to } = setting.measured;
  for (const [i, deal] of input.deals.entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    if (i % DEALS_A_REPORT === DEALS_A_REPORT - 1) {
      yield { stage: 'crediting', done: i + 1, of: input.deals.length, lines: [] };
    }
    const dayFault = dealDayFault(deal);
    if (dayFault !== null) problems.push(dayFault);
    if (dayFault !== null || deal.date < from || deal.date > to) continue;
    if (ids.has(deal.id)) problems.push(duplicate(deal.id));
    ids.add(deal.id);
    // What no component counts is not this plan's concern, whatever else may be wrong with it.
    if (!setting.rules.some(({ counts }) => counts(deal))) continue;
    const own = creditDeal(deal, terms, problems);
    for (const share of hierarchy === null ? own : [...own, ...rolledUp(own, hierarchy)]) {
      if (!payees.has(share.participantId)) continue;
      if (!isEnrolledOn(setting.attendance(share.participantId), deal.date)) continue;
      const list = byParticipant.get(share.participantId);
      if (list === undefined) byParticipant.set(share.participantId, [share]);
      else list.push(share);
    }
  }
  return byParticipant;
}

/** The surroundings in which the deals of a calculation are credited; problems are added for rates that cannot be read. */
export function creditingTerms(
  { plan, period, exchangeRates, participants }: CalculationInput,
  setting: PaySetting,
  problems: Problem[],
): CreditingTerms {
  const rates = exchangeTable(exchangeRates, plan.currency);
  for (const problem of rates.problems) problems.push(problem);
  const known = new Set(participants.map(({ id }) => id));
  const sums = setting.rules.filter(({ component }) => component.measure.of === 'amount');
  return {
    currency: plan.currency,
    exchanges: exchangeFinder(rates, { policy: plan.exchange, calendar: plan.calendar, period }),
    isKnown: (id) => known.has(id),
    asksAmount: (deal) => sums.some(({ counts }) => counts(deal)),
  };
}

function duplicate(id: string): Problem {
  const message = `Two deals have the ID "${id}". Keep one, or give the other its own ID.`;
  return { rule: 'CREDIT-9', path: `deals[${id}]`, message };
}
