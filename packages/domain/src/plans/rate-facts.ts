import type { Component, Rate } from './plan.ts';

/** Whether a rate's table is applied to each deal by itself. */
export function paysEachDeal(rate: Rate): boolean {
  return 'per' in rate && rate.per === 'deal';
}

/** Whether a component has anything that a gate on higher rates could close (TERM-24). */
export function hasHigherRates({ rate, accelerator }: Component): boolean {
  switch (rate.kind) {
    case 'flat':
    case 'individual':
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
