import { type Decimal, decimal, HUNDRED, ZERO } from '../base/decimal.ts';
import { money, percent } from '../base/figures.ts';
import type { Ratio } from '../base/ratio.ts';
import { closedGate } from './gates/gate-words.ts';
import { endWords } from './limits/carried.ts';
import { orderNotes } from './limits/limit-notes.ts';
import { closesAll, type LineTerms, measuredInShort, type Tally } from './line-terms.ts';
import { type FactorTotal, factorNote } from './measures/factor-totals.ts';
import { datedRateWords } from './rates/dated-rate.ts';
import { icrWords } from './rates/icr.ts';
import { countedTotal } from './rates/rate-pay.ts';
import { slidingPercent } from './rates/sliding-rate.ts';
import { rateWords } from './rates/table-steps.ts';
import { targetText } from './rates/target-words.ts';
import { bandOf } from './tier-table.ts';
import { windowNote } from './windows/window-steps.ts';

/** What a line was computed from, for its sentence. */
export interface LineFacts {
  readonly amount: Decimal;
  readonly base: Ratio;
  readonly tally: Tally;
  /** What of the tally lies before the period. */
  readonly before: Tally;
  /** How many deals, and how many credits of them: parts of a split deal may come together in one line. */
  readonly deals: number;
  readonly credits: number;
  /** By what factors its credits count (CREDIT-17). */
  readonly factors: readonly FactorTotal[];
  readonly carriedIn?: string | undefined;
  readonly carriedOut?: string | undefined;
}

/** The one sentence of a line: what is paid and why, readable in ten seconds. */
export function lineText(terms: LineTerms, facts: LineFacts): string {
  const { component, plan, period } = terms;
  const paid = money(facts.amount.abs(), plan.currency);
  const verb = facts.amount.lt(ZERO)
    ? `takes back ${paid} ${plan.currency}`
    : `pays ${paid} ${plan.currency}`;
  const nothing = facts.amount.eq(ZERO) ? 'pays nothing' : verb;
  const alone = (why: string) => `${component.name} ${nothing}: ${why}${carriedNote(terms, facts)}.`;
  if (terms.rate.kind === 'undefined') return alone(lowered(terms.rate.why));
  if (facts.deals === 0)
    return alone(
      `no deal was credited in ${period.key}${terms.window?.settle === 'deduct' ? windowNote(terms) : ''}`,
    );
  if (terms.gate !== null && closesAll(terms)) return alone(closedGate(terms.gate));
  return `${component.name} ${verb}: ${reason(terms, facts)}${notes(terms, facts)}.`;
}

function reason(terms: LineTerms, facts: LineFacts): string {
  const { rate } = terms;
  const { total } = facts.tally;
  const counted = countedTotal(terms, total, null);
  const credited = creditedWords(terms, facts, counted);
  const at = counted.eq(total) ? ' at' : ', at';
  switch (rate.kind) {
    case 'rate':
      return `${credited}${at} ${rateWords(terms, decimal(rate.ratePercent))}${eachAtMost(terms)}`;
    case 'dated-rate':
      return `${credited}${at} ${datedRateWords(rate)}${eachAtMost(terms)}`;
    case 'icr':
      return `${credited}${at} ${icrWords(terms, rate)}${eachAtMost(terms)}`;
    case 'table': {
      const whole =
        rate.table.kind === 'marginal'
          ? "each part at its own tier's rate"
          : 'everything at the rate reached';
      if (rate.per === 'deal') return `${eachDeal(facts, credited)}${eachAtMost(terms)}`;
      const reached = rateWords(terms, decimal(bandOf(rate.table, counted).ratePercent));
      return `${credited}, ${whole}; the tier reached pays ${reached}`;
    }
    case 'bands':
      return rate.per === 'deal'
        ? `${eachDeal(facts, credited)}${eachAtMost(terms)}`
        : `${credited}, paid by bands of amounts and the part of the band reached`;
    case 'sliding':
      return `${credited}, everything at the rate reached, ${rateWords(terms, slidingPercent(rate.steps, counted))}`;
    case 'target':
      return targetText(terms, rate, { total, counted, base: facts.base });
    case 'undefined':
      return lowered(rate.why);
  }
}

/** The credit a line is paid on: `150,000.00 credited`, and what of it counts where a limit on attainment holds. */
function creditedWords(terms: LineTerms, { tally, before }: LineFacts, counted: Decimal): string {
  const { component, plan, limits, window } = terms;
  const paidOn = window?.settle === 'rate-only' ? tally.total.minus(before.total) : tally.total;
  const { own } = component.measure;
  const what = own === undefined ? '' : ` of ${own}`;
  const credited = `${measuredInShort(component, plan, paidOn)}${what} credited`;
  if (limits.attainment === null || counted.eq(tally.total)) return credited;
  const max = percent(limits.attainment.times(HUNDRED));
  return `${credited}, ${measuredInShort(component, plan, counted)} of it counted (at most ${max} of quota)`;
}

/** `6 deals with 9,700.00 credited`; where parts of one deal count by themselves, how many parts of how many deals. */
function eachDeal({ deals, credits }: LineFacts, credited: string): string {
  const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  const counted = deals === credits ? many(deals, 'deal') : `${credits} parts of ${many(deals, 'deal')}`;
  return `${counted} with ${credited}, each paid by the table on its own`;
}

function eachAtMost({ limits, plan }: LineTerms): string {
  return limits.deal === null ? '' : `, each at most ${money(limits.deal, plan.currency)}`;
}

/** What else had a say: a multiplier, a gate that closes the higher rates, limits that hold, what was carried. */
function notes(terms: LineTerms, facts: LineFacts): string {
  const { gate } = terms;
  const found: string[] = [];
  if (gate !== null && !gate.open) found.push(`without the higher rates: ${closedGate(gate)}`);
  found.push(...orderNotes(terms, facts.base));
  const factored = factorNote(terms, facts.factors);
  return [...found.map((text) => `, ${text}`), factored, windowNote(terms), carriedNote(terms, facts)].join(
    '',
  );
}

function carriedNote(terms: LineTerms, { carriedIn = '0', carriedOut = '0' }: LineFacts): string {
  const shown = (amount: string) => `${money(decimal(amount), terms.plan.currency)} ${terms.plan.currency}`;
  const came = decimal(carriedIn).eq(ZERO) ? '' : `, with ${shown(carriedIn)} carried here from before`;
  const goes = decimal(carriedOut).eq(ZERO)
    ? ''
    : `; ${shown(carriedOut)} over the limit ${endWords(terms) ?? 'goes on to the next period'}`;
  return `${came}${goes}`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
