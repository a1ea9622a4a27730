import { minorDigits, moneyText } from '../../base/money.ts';
import { asText, mean, percentile } from '../statistics.ts';

/** Pay at the end of a period, over the scenarios of its rest; amounts as texts. */
export interface RestOutlook {
  readonly expected: string;
  /** Four of five scenarios lie between them: the tenth and ninetieth percentile (SIM-6). */
  readonly low: string;
  readonly high: string;
}

/** The figures of one payee's costs or of the sums of many; at least one scenario. */
export function restOutlook(costs: readonly bigint[], currency: string): RestOutlook {
  const digits = minorDigits(currency);
  const sorted = costs.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return {
    expected: moneyText(mean(costs, digits), currency),
    low: asText(percentile(sorted, 10), digits),
    high: asText(percentile(sorted, 90), digits),
  };
}
