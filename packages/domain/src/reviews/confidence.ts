import { decimal, isDecimal, ONE, ZERO } from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';

/** What is wrong with a claim's confidence (SUGG-1): no number from 0 to 1, or a number and a formula without each other. */
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
  return { rule: 'SUGG-1', path, message };
}
