import type { PredictiveInsights } from '@attain/contract/analytics';
import { formatPercent } from '../../../base/format-number.ts';
import { messages } from './messages.ts';

const { predictive } = messages;
type Forecast = NonNullable<PredictiveInsights['forecasts'][number]['forecast']>;

/** How such forecasts did so far: first whether the naive value would have been closer (FC-3). */
export function backtestText(
  { origins, averageError, bias, relativeError, comparedWith }: Forecast['backtest'],
  range: PredictiveInsights['range'],
): string {
  const verdict =
    relativeError === null || relativeError === 1
      ? ''
      : predictive[relativeError > 1 ? 'worse' : 'better'][comparedWith](relativeError.toFixed(2));
  return `${verdict} ${errorText({ origins, averageError, bias }, range)}`.trim();
}

/** How far past forecasts were off, and to which side. */
export function errorText(
  { origins, averageError, bias }: Pick<Forecast['backtest'], 'origins' | 'averageError' | 'bias'>,
  range: PredictiveInsights['range'],
): string {
  if (averageError === null) return '';
  const error = predictive.error(predictive.past[range](origins), formatPercent(String(averageError), 0));
  return `${error}${biasText(bias ?? 0)}.`;
}

/** Not said where it rounds to nothing. */
function biasText(bias: number): string {
  const percent = formatPercent(String(Math.abs(bias)), 0);
  if (Math.abs(bias) < 0.005) return '';
  return bias > 0 ? predictive.low(percent) : predictive.high(percent);
}
