import { decimal, isDecimal, ONE, ZERO } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';

/** What is wrong with a claim's confidence (SGR-1): no number from 0 to 1, or a number and a formula without each other. */
export function confidenceFaults(claim: {
  readonly confidence: string | null;
  readonly confidenceFormula: string | null;
}): readonly Problem[] {
  const { confidence, confidenceFormula } = claim;
  if (confidence === null && confidenceFormula === null) return [];
  if (confidence === null) {
    return [fault('confidence', 'The confidence is missing for its formula. Provide both or neither.')];
  }
  if (!isDecimal(confidence) || decimal(confidence).lt(ZERO) || decimal(confidence).gt(ONE)) {
    return [fault('confidence', 'The confidence must be a decimal number from 0 to 1, such as "0.85".')];
  }
  if (confidenceFormula !== null) return [];
  return [
    fault('confidenceFormula', 'The formula of the confidence is missing. Add it, or remove the confidence.'),
  ];
}

function fault(path: string, message: string): Problem {
  return { rule: 'SGR-1', path, message };
}

/** A stored confidence of 0 to 1 as whole percent, half up: the one place that converts. */
export function asPercent(share: string): number {
  return decimal(share).times(100).round(0, 1).toNumber();
}

/** Percent as it is stored: 0 to 1. */
export function asShare(percent: number): string {
  return decimal(String(percent)).div(100).toFixed();
}

/** High from 80 percent; below that it is at most Medium. */
export function confidenceLevel(percent: number): 'High' | 'Medium' {
  return percent >= 80 ? 'High' : 'Medium';
}
