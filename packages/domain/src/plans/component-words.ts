import { conditionWords } from './condition.ts';
import type { Component, Measure, Rate } from './plan.ts';

/** What a component pays, in one or a few sentences: measure, rate, then its limits. Numbers are those of the plan. */
export function componentWords(component: Component): string {
  const { measure, filter, weight, rate, cap, accelerator, decelerator, gate, window, spiff } = component;
  const counted = filter.length === 0 ? '' : ` where ${filter.map(conditionWords).join(' and ')}`;
  const terms = [
    ...(cap === null ? [] : [`capped at ${cap} target`]),
    ...(accelerator === null ? [] : [`accelerator ${accelerator}`]),
    ...(decelerator === undefined ? [] : [`decelerator ${decelerator}`]),
    ...(gate === null ? [] : ['behind a gate']),
    ...(window === undefined ? [] : [`measured ${window.kind.replaceAll('-', ' ')}`]),
    ...(spiff === undefined ? [] : [`a SPIFF from ${spiff.from} to ${spiff.to}`]),
  ];
  const pays = `Pays ${rateWords(rate, weight)} on ${measureWords(measure)}${counted}.`;
  return terms.length === 0 ? pays : `${pays} Terms: ${terms.join(', ')}.`;
}

/** What a component counts: `credited money`, `the number of deals`. */
export function measureWords({ unit, of, own }: Measure): string {
  if (own !== undefined) return `“${own}” of deals`;
  if (of === 'deals') return 'the number of deals';
  return { $: 'credited money', Score: 'scores', Count: 'counted results', '%': 'percents' }[unit];
}

function rateWords(rate: Rate, weight: number): string {
  const target = `${weight}% of target variable pay`;
  const bounds = (thresholds: 'amount' | 'percent-of-quota') =>
    thresholds === 'amount' ? 'the amount' : 'percent of quota';
  switch (rate.kind) {
    case 'flat':
      return `${rate.ratePercent}%`;
    case 'individual':
      return 'each payee’s own commission rate';
    case 'icr':
      return `each payee’s rate of ${target} ÷ quota`;
    case 'target':
      return `${target} × attainment`;
    case 'marginal':
    case 'retroactive': {
      const tiers = rate.tiers.map(({ from, to, ratePercent }) =>
        to === null ? `${ratePercent}% from ${from}` : `${ratePercent}% from ${from} to ${to}`,
      );
      const reach = rate.kind === 'marginal' ? 'tier by tier' : 'on everything, by the tier reached';
      return `${tiers.join(', ')} of ${bounds(rate.thresholds)}, ${reach}${rate.per === 'deal' ? ', for each deal' : ''},`;
    }
    case 'interpolated-amounts':
      return `amounts of ${rate.bands.length} bands`;
    case 'interpolated-rate':
      return `a rate that grows in ${rate.steps.length} steps by ${bounds(rate.thresholds)}`;
    case 'curve':
      return `${target} × a curve of ${rate.curve.points.length} points`;
    case 'matrix':
      return `${target} × a matrix with “${rate.other}”`;
  }
}
