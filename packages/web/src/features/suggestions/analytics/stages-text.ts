import type { PredictiveInsights } from '@attain/contract/analytics';
import { formatMoney } from '../../../base/format-money.ts';
import { counted } from '../../../base/format-number.ts';
import { errorText } from './backtest-text.ts';
import { messages } from './messages.ts';

const { stages: words } = messages.predictive;
type Range = PredictiveInsights['range'];
type Stages = NonNullable<PredictiveInsights['forecasts'][number]['stages']>;

const spans = {
  monthly: ['month', 'months'],
  quarterly: ['quarter', 'quarters'],
  yearly: ['span of a year', 'spans of a year'],
} as const;

/** What the forecast by open opportunities adds up. */
export function stagesSum({ soFar, fromOpen, unseen, counted: many }: Stages, currency: string): string {
  const money = (value: string) => formatMoney(value, { currency });
  const sum = words.sum(money(soFar), money(fromOpen), many);
  return unseen === null ? `${sum}. ${words.noUnseen}` : `${sum}${words.unseen(money(unseen))}.`;
}

/** Where its chances come from, what it excludes, and how far such forecasts were off. */
export function stagesText({ measured, unknown, backtest }: Stages, range: Range): string {
  const [one, many] = spans[range];
  const periods = counted(measured, one, many);
  return [
    measured === 0 ? words.stated : words.measured(periods),
    unknown === 0 ? '' : words.unknown(unknown),
    backtest === null ? words.untested : errorText(backtest, range),
  ]
    .filter((one) => one !== '')
    .join(' ');
}
