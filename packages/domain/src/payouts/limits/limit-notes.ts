import { percent } from '../../base/figures.ts';
import { compareRatios, type Ratio } from '../../base/ratio.ts';
import type { LineTerms } from '../line-terms.ts';
import { limitText, modifiedPay, multipleText } from '../modifiers.ts';

/**
 * What a multiplier, the cap and limits did to a line, in the order in which the plan does them: `times 110% for hygiene`,
 * `limited by the limit of 5,000.00 USD before its weight of 60%`. Only limits that changed the pay are told.
 */
export function orderNotes(terms: LineTerms, base: Ratio): readonly string[] {
  const { order } = terms.plan;
  const held = heldBy(terms, base);
  return order.flatMap((step) => {
    if (step === 'multiplier' && terms.multiplier !== null) {
      const { factor, component } = terms.multiplier;
      const later = held.length > 0 && order.indexOf('cap') < order.indexOf('multiplier');
      return [`${later ? 'then ' : ''}times ${percent(factor)} for ${component.name}`];
    }
    return step === 'cap' && held.length > 0 ? [`limited by ${held.join(' and ')}`] : [];
  });
}

function heldBy(terms: LineTerms, base: Ratio): readonly string[] {
  const { cap, limits, plan, component } = terms;
  const weighedLater =
    terms.rate.kind === 'target' &&
    component.weight !== 100 &&
    plan.order.indexOf('cap') < plan.order.indexOf('weight');
  const capHolds = cap !== null && matters(terms, { ...terms, cap: null }, base);
  const lost = limits.lost.filter((limit) => {
    const others = limits.lost.filter((one) => one !== limit);
    return matters(terms, { ...terms, limits: { ...limits, lost: others } }, base);
  });
  return [
    ...(capHolds ? [`the cap of ${multipleText(terms, cap)}`] : []),
    ...lost.map((limit) => {
      const text = `the limit of ${limitText(terms, limit)}`;
      // A multiple of target is the same limit before and after the weight, an amount is not.
      return limit.kind === 'amount' && weighedLater
        ? `${text} before its weight of ${component.weight}%`
        : text;
    }),
  ];
}

/** Whether a limit changes the pay. */
function matters(terms: LineTerms, without: LineTerms, base: Ratio): boolean {
  return compareRatios(modifiedPay(terms, base, null), modifiedPay(without, base, null)) !== 0;
}
