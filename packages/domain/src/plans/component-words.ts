import { decimal, ZERO } from '../base/decimal.ts';
import { counted, figure, percent } from '../base/figures.ts';
import { type Condition, conditionWords, fieldWords } from './condition.ts';
import type { Component, Measure, Rate } from './plan.ts';

/**
 * What a component pays, in one or a few sentences: measure, rate, then its limits. Numbers are those of the plan, whose
 * components the rate may name.
 */
export function componentWords(component: Component, all: readonly Pick<Component, 'id' | 'name'>[]): string {
  const { cap, accelerator, decelerator, gate, window, spiff } = component;
  const terms = [
    ...(cap === null ? [] : [`capped at ${cap} target`]),
    ...(accelerator === null ? [] : [`accelerator ${accelerator}`]),
    ...(decelerator === undefined ? [] : [`decelerator ${decelerator}`]),
    ...(gate === null ? [] : ['behind a gate']),
    ...(window === undefined ? [] : [`measured ${window.kind.replaceAll('-', ' ')}`]),
    ...(spiff === undefined ? [] : [`a SPIFF from ${spiff.from} to ${spiff.to}`]),
  ];
  const pays = `Pays ${payWords(component, all)}.`;
  return terms.length === 0 ? pays : `${pays} Terms: ${terms.join(', ')}.`;
}

/** What a component counts: `credited money`, `the number of deals`. */
export function measureWords({ unit, of, own }: Measure): string {
  if (own !== undefined) return `“${own}” of deals`;
  if (of === 'deals') return 'the number of deals';
  return { $: 'credited money', Score: 'scores', Count: 'counted results', '%': 'percentages' }[unit];
}

/** `product is Bikes`. */
function isWords(condition: Condition): string {
  const field = fieldWords(condition.field);
  return `${field} is${conditionWords(condition).slice(field.length)}`;
}

/** Rate and measure: `5% on credited money`. */
function payWords(
  { measure, filter, weight, rate }: Component,
  all: readonly Pick<Component, 'id' | 'name'>[],
): string {
  const where = filter.length === 0 ? '' : ` where ${filter.map(isWords).join(' and ')}`;
  const on = `on ${measureWords(measure)}${where}`;
  const target = `${weight}% of target variable pay`;
  switch (rate.kind) {
    case 'flat':
      return `${percent(decimal(rate.ratePercent))} ${on}`;
    case 'individual':
      return `each payee’s own commission rate ${on}`;
    case 'icr':
      return `a rate of ${target} ÷ quota ${on}`;
    case 'target':
      return `${target} × attainment ${on}`;
    case 'marginal':
    case 'retroactive':
      return `${on}, ${tierWords(rate)}`;
    case 'interpolated-amounts':
      return `an amount that grows over ${counted(rate.bands.length, 'band')} ${on}${rate.per === 'deal' ? ', for each deal' : ''}`;
    case 'interpolated-rate':
      return `a rate that grows with ${basis(rate)} over ${counted(rate.steps.length, 'step')} ${on}`;
    case 'curve':
      return `${target} × a pay curve of ${counted(rate.curve.points.length, 'point')} ${on}`;
    case 'matrix': {
      const other = all.find(({ id }) => id === rate.other)?.name ?? 'another component';
      return `${target} × a matrix of its attainment and that of ${other}, ${on}`;
    }
  }
}

const basis = ({ thresholds }: { readonly thresholds: 'amount' | 'percent-of-quota' }) =>
  thresholds === 'amount' ? 'the amount' : 'attainment';

/** `by tier of attainment: 1% up to 50%, 2% from 50%`. */
function tierWords(rate: Extract<Rate, { kind: 'marginal' | 'retroactive' }>): string {
  const bound = (text: string) =>
    rate.thresholds === 'amount' ? figure(decimal(text)) : percent(decimal(text));
  const tiers = rate.tiers.map(({ from, to, ratePercent }) => {
    const pays = percent(decimal(ratePercent));
    if (to === null) return `${pays} from ${bound(from)}`;
    return decimal(from).eq(ZERO)
      ? `${pays} up to ${bound(to)}`
      : `${pays} from ${bound(from)} to ${bound(to)}`;
  });
  const by = rate.kind === 'marginal' ? 'by tier of' : 'all of it by the tier reached of';
  return `${rate.per === 'deal' ? 'for each deal ' : ''}${by} ${basis(rate)}: ${tiers.join(', ')}`;
}
