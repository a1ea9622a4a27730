import { type Decimal, decimal, HUNDREDTH } from '../../base/decimal.ts';
import { percent } from '../../base/figures.ts';
import { type LineTerms, measured, type RateTerms } from '../line-terms.ts';
import { smallestStep } from './credit-units.ts';
import { rateWords } from './table-steps.ts';

/** A total of credit at which something changes, and what it is called. */
export interface Goal {
  readonly at: Decimal;
  readonly name: string;
}

/** The totals at which a line's rate changes for the better or worse, lowest first; none where the rate looks at each deal by itself. */
export function goals(terms: LineTerms): readonly Goal[] {
  const { rate, component, plan } = terms;
  const shown = (amount: Decimal) => measured(component, plan, amount);
  switch (rate.kind) {
    case 'table':
      if (rate.per === 'deal') return [];
      return rate.table.bands.slice(1).map((band) => {
        const paid = rateWords(terms, decimal(band.ratePercent));
        // On the bound itself the lower tier still holds, so the goal is the smallest step beyond it.
        return rate.table.lowerAtBound
          ? {
              at: band.from.plus(smallestStep(component, plan)),
              name: `the tier above ${shown(band.from)} at ${paid}`,
            }
          : { at: band.from, name: `the tier from ${shown(band.from)} at ${paid}` };
      });
    case 'bands':
      if (rate.per === 'deal') return [];
      return rate.table.bands.map((band) => ({ at: band.to, name: `the full band up to ${shown(band.to)}` }));
    case 'sliding':
      return rate.steps.map((step) => {
        const full = rateWords(terms, step.below.plus(step.ratePercent));
        return { at: step.to, name: `the rate of ${full} at ${shown(step.to)}` };
      });
    case 'target':
      return targetGoals(terms, rate).toSorted((a, b) => a.at.cmp(b.at));
    case 'icr':
      return [{ at: rate.quota, name: '100% of quota, which pays exactly the target' }];
    case 'rate':
    case 'dated-rate':
    case 'undefined':
      return [];
  }
}

function targetGoals(terms: LineTerms, rate: Extract<RateTerms, { kind: 'target' }>): readonly Goal[] {
  const { share, quota } = rate;
  const at = (atPercent: Decimal) => quota.times(atPercent).times(HUNDREDTH);
  if (share.of === 'curve') {
    return share.curve.points.map((point) => ({
      at: at(point.at),
      name: `${percent(point.at)} of quota, worth ${percent(point.value)} of target`,
    }));
  }
  if (share.of === 'matrix') {
    return share.matrix.rows.map((row) => ({
      at: at(row),
      name: `the matrix row from ${percent(row)} of quota`,
    }));
  }
  const found: Goal[] = [{ at: quota, name: '100% of quota' }];
  const { accelerator, decelerator } = share;
  if (decelerator !== null) {
    const below = percent(decelerator.belowPercent);
    found.push({
      at: at(decelerator.belowPercent),
      name: `${below} of quota, from where nothing is slowed down`,
    });
  }
  if (accelerator === null) return found;
  const above = percent(accelerator.abovePercent);
  const threshold = at(accelerator.abovePercent);
  if (terms.plan.acceleratorReading === 'first-dollar') {
    // At the threshold itself nothing is accelerated yet, so the goal is the smallest step beyond it.
    const beyond = threshold.plus(smallestStep(terms.component, terms.plan));
    found.push({ at: beyond, name: `the accelerator above ${above}` });
  } else found.push({ at: threshold, name: `${above} of quota, from where the accelerator counts` });
  return found;
}
