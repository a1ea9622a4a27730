import { type ModelUsage, modelUsageOf } from '@attain/domain/workflows/nodes/analyst/model-usage';
import type { WorkflowRunDetail } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { messages } from './messages.ts';

/** Usage of the language models in a run; null without a model step. */
export function runUsage(steps: WorkflowRunDetail['steps']): ModelUsage | null {
  return modelUsageOf(steps.filter(({ type }) => type === 'llm').map(({ output }) => output));
}

/** Tokens in one line: `400 in + 120 out`. */
export function tokenWords({ promptTokens, completionTokens }: ModelUsage): string {
  return messages.usage.tokens(promptTokens, completionTokens);
}

/** Exact cost in one line by currency, with the count of answers whose price is unknown. */
export function costWords({ costs, unpriced, answers }: ModelUsage): string {
  if (unpriced === answers) return messages.usage.unknown;
  const sums = costs.map(({ currency, amount }) => formatMoney(amount, { currency, decimals: 'exact' }));
  const rest = unpriced === 0 ? [] : [messages.usage.unpriced(unpriced)];
  return [...(sums.length > 0 ? sums : [messages.usage.none]), ...rest].join(' + ');
}
