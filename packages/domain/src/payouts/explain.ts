import { attainmentOf, attainmentPercent } from '../attainment/attainment.ts';
import { type Decimal, decimal, HUNDREDTH, plain, ZERO } from '../base/decimal.ts';
import { money, percent } from '../base/figures.ts';
import { compareRatios, type Ratio, scale } from '../base/ratio.ts';
import { capText } from '../plans/cap.ts';
import { isMoney, type LineTerms, measured, type Tally } from './line-terms.ts';
import { capLimit, weightOf } from './modifiers.ts';
import { percentOfTarget } from './rate-pay.ts';
import { bandOf } from './tier-table.ts';

/** What a line was computed from, for its sentence. */
export interface LineFacts {
  readonly amount: Decimal;
  readonly base: Ratio;
  readonly tally: Tally;
  readonly deals: number;
}

/** The one sentence of a line: what is paid and why, readable in ten seconds. */
export function lineSays(terms: LineTerms, facts: LineFacts): string {
  const { component, plan, period } = terms;
  const paid = money(facts.amount.abs(), plan.currency);
  const verb = facts.amount.lt(ZERO)
    ? `takes back ${paid} ${plan.currency}`
    : `pays ${paid} ${plan.currency}`;
  if (terms.rate.kind === 'undefined') return `${component.name} pays nothing: ${lowered(terms.rate.why)}.`;
  if (facts.deals === 0) return `${component.name} pays nothing: no deal was credited in ${period.key}.`;
  if (terms.gate !== null && !terms.gate.open) return `${component.name} pays nothing: ${closedGate(terms)}.`;
  return `${component.name} ${verb}: ${reason(terms, facts)}${capNote(terms, facts)}.`;
}

function reason(terms: LineTerms, facts: LineFacts): string {
  const { rate, component, plan } = terms;
  const { total } = facts.tally;
  const credited = `${measured(component, plan, total)} credited`;
  switch (rate.kind) {
    case 'rate':
      return `${credited} at ${rateText(terms, rate.ratePercent)}`;
    case 'table': {
      const whole =
        rate.table.kind === 'marginal'
          ? "each part at its own tier's rate"
          : 'everything at the rate reached';
      if (rate.per === 'deal') {
        return `${facts.deals} ${facts.deals === 1 ? 'deal' : 'deals'} with ${credited}, each paid by the table on its own`;
      }
      const reached = rateText(terms, bandOf(rate.table, total).ratePercent);
      return `${credited}, ${whole}; the tier reached pays ${reached}`;
    }
    case 'target': {
      const attained = attainmentOf(total, rate.quota);
      const of = money(scale(rate.target, weightOf(terms)), plan.currency);
      const share = rate.target.over.eq(ZERO) ? ZERO : percentOfTarget(facts.base, rate.target);
      const stands = attained === null ? 'undefined' : attainmentPercent(attained);
      return `${stands}% of quota is worth ${plain(share.round(4, 1))}% of the ${of} target`;
    }
    case 'undefined':
      return lowered(rate.why);
  }
}

function rateText(terms: LineTerms, ratePercent: string): string {
  if (isMoney(terms.component)) return percent(decimal(ratePercent));
  return `${money(decimal(ratePercent).times(HUNDREDTH), terms.plan.currency)} each`;
}

function closedGate(terms: LineTerms): string {
  const { gate } = terms;
  if (gate === null) return '';
  const attained = attainmentOf(gate.credited, gate.quota);
  const stands =
    attained === null ? 'has no quota to be measured by' : `stands at ${attainmentPercent(attained)}%`;
  return `its gate needs ${percent(gate.atLeastPercent)} on ${gate.component.name}, which ${stands}`;
}

function capNote(terms: LineTerms, facts: LineFacts): string {
  const limit = capLimit(terms, false);
  if (limit === null || terms.cap === null) return '';
  const size = { over: facts.base.over.abs(), under: facts.base.under };
  return compareRatios(size, limit) > 0 ? `, limited by the cap of ${capText(terms.cap)} the target` : '';
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
