import type { Component, Rate } from './plan.ts';

/** Whether a rate's table is applied to each deal by itself. */
export function paysEachDeal(rate: Rate): boolean {
  return 'per' in rate && rate.per === 'deal';
}

/** Whether each deal has a pay of its own, whatever else is sold, so that it can be limited by itself. */
export function hasPayPerDeal(rate: Rate): boolean {
  return paysEachDeal(rate) || rate.kind === 'flat' || rate.kind === 'individual' || rate.kind === 'icr';
}

/** Whether a component has anything that a gate on higher rates could close (TERM-24). */
export function hasHigherRates({ rate, accelerator }: Component): boolean {
  switch (rate.kind) {
    case 'flat':
    case 'individual':
    case 'icr':
      return false;
    case 'target':
      return accelerator !== null;
    case 'marginal':
    case 'retroactive':
      return rate.tiers.length > 1;
    case 'interpolated-amounts':
      return rate.bands.length > 1;
    case 'interpolated-rate':
      return rate.steps.length > 1;
    case 'curve':
    case 'matrix':
      return true;
  }
}
