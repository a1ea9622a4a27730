import { attainmentOf, attainmentPercent } from '../attainment/attainment.ts';
import { type Decimal, decimal, plain, ZERO } from '../base/decimal.ts';
import { money, percent } from '../base/figures.ts';
import { compareRatios, type Ratio, scale } from '../base/ratio.ts';
import { capText } from '../plans/cap.ts';
import { closesAll, type LineTerms, measured, type Tally } from './line-terms.ts';
import { limitText, modifiedPay, weightOf } from './modifiers.ts';
import { icrWords } from './rates/icr.ts';
import { slidingPercent } from './rates/sliding-rate.ts';
import { rateWords } from './rates/table-steps.ts';
import { percentOfTarget, speedWords } from './rates/target-pay.ts';
import { bandOf } from './tier-table.ts';
import { windowNote } from './windows/window-steps.ts';

/** What a line was computed from, for its sentence. */
export interface LineFacts {
  readonly amount: Decimal;
  readonly base: Ratio;
  readonly tally: Tally;
  /** What of the tally lies before the period. */
  readonly before: Tally;
  readonly deals: number;
  readonly carriedIn?: string | undefined;
  readonly carriedOut?: string | undefined;
}

/** The one sentence of a line: what is paid and why, readable in ten seconds. */
export function lineSays(terms: LineTerms, facts: LineFacts): string {
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
  if (closesAll(terms)) return alone(closedGate(terms));
  return `${component.name} ${verb}: ${reason(terms, facts)}${notes(terms, facts)}.`;
}

function reason(terms: LineTerms, facts: LineFacts): string {
  const { rate, component, plan } = terms;
  const { total } = facts.tally;
  const paidOn = terms.window?.settle === 'rate-only' ? total.minus(facts.before.total) : total;
  const credited = `${measured(component, plan, paidOn)} credited`;
  const eachDeal = `${facts.deals} ${facts.deals === 1 ? 'deal' : 'deals'} with ${credited}, each paid by the table on its own`;
  switch (rate.kind) {
    case 'rate':
      return `${credited} at ${rateWords(terms, decimal(rate.ratePercent))}${eachAtMost(terms)}`;
    case 'icr':
      return `${credited} at ${icrWords(terms, rate)}${eachAtMost(terms)}`;
    case 'table': {
      const whole =
        rate.table.kind === 'marginal'
          ? "each part at its own tier's rate"
          : 'everything at the rate reached';
      if (rate.per === 'deal') return `${eachDeal}${eachAtMost(terms)}`;
      const reached = rateWords(terms, decimal(bandOf(rate.table, total).ratePercent));
      return `${credited}, ${whole}; the tier reached pays ${reached}`;
    }
    case 'bands':
      return rate.per === 'deal'
        ? `${eachDeal}${eachAtMost(terms)}`
        : `${credited}, paid by bands of amounts and the part of the band reached`;
    case 'sliding':
      return `${credited}, everything at the rate reached, ${rateWords(terms, slidingPercent(rate.steps, total))}`;
    case 'target': {
      const attained = attainmentOf(total, rate.quota);
      const of = money(scale(rate.target, weightOf(terms)), plan.currency);
      const share = rate.target.over.eq(ZERO) ? ZERO : percentOfTarget(facts.base, rate.target);
      const stands = attained === null ? 'undefined' : attainmentPercent(attained);
      const by =
        rate.share.of === 'attainment'
          ? ''
          : rate.share.of === 'curve'
            ? ' by the pay curve'
            : besides(terms);
      const of100 = terms.window?.settle === 'rate-only' ? "the period's part of " : '';
      return `${of100}${stands}% of quota${by} is worth ${plain(share.round(4, 1))}% of the ${of} target${speedWords(terms, rate, total)}`;
    }
    case 'undefined':
      return lowered(rate.why);
  }
}

function besides({ rate }: LineTerms): string {
  if (rate.kind !== 'target' || rate.share.of !== 'matrix') return '';
  const { other, otherAttained } = rate.share;
  return `, with ${percent(otherAttained)} on ${other.component.name},`;
}

function eachAtMost({ limits, plan }: LineTerms): string {
  return limits.deal === null ? '' : `, each at most ${money(limits.deal, plan.currency)}`;
}

/** What else had a say: a multiplier, a gate that closes the higher rates, limits that hold, what was carried. */
function notes(terms: LineTerms, facts: LineFacts): string {
  const { multiplier, gate } = terms;
  const found: string[] = [];
  if (multiplier !== null) found.push(`times ${percent(multiplier.factor)} for ${multiplier.component.name}`);
  if (gate !== null && !gate.open) found.push(`without the higher rates: ${closedGate(terms)}`);
  const held = [
    ...(terms.cap !== null && matters(terms, { ...terms, cap: null }, facts.base)
      ? [`the cap of ${capText(terms.cap)} the target`]
      : []),
    ...terms.limits.lost.flatMap((limit) => {
      const lost = terms.limits.lost.filter((one) => one !== limit);
      const without = { ...terms, limits: { ...terms.limits, lost } };
      return matters(terms, without, facts.base) ? [`the limit of ${limitText(terms, limit)}`] : [];
    }),
  ];
  if (held.length > 0) found.push(`limited by ${held.join(' and ')}`);
  return [...found.map((text) => `, ${text}`), windowNote(terms), carriedNote(terms, facts)].join('');
}

/** Whether a limit changes the pay. */
function matters(terms: LineTerms, without: LineTerms, base: Ratio): boolean {
  return compareRatios(modifiedPay(terms, base, null), modifiedPay(without, base, null)) !== 0;
}

function carriedNote(terms: LineTerms, { carriedIn = '0', carriedOut = '0' }: LineFacts): string {
  const shown = (amount: string) => `${money(decimal(amount), terms.plan.currency)} ${terms.plan.currency}`;
  const came = decimal(carriedIn).eq(ZERO) ? '' : `, with ${shown(carriedIn)} carried here from before`;
  const goes = decimal(carriedOut).eq(ZERO)
    ? ''
    : `; ${shown(carriedOut)} over the limit goes on to the next period`;
  return `${came}${goes}`;
}

function closedGate(terms: LineTerms): string {
  const { gate } = terms;
  if (gate === null) return '';
  const attained = attainmentOf(gate.credited, gate.quota);
  const stands =
    attained === null ? 'has no quota to be measured by' : `stands at ${attainmentPercent(attained)}%`;
  return `its gate needs ${percent(gate.atLeastPercent)} on ${gate.component.name}, which ${stands}`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
