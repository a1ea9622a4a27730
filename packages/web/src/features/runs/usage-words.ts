import { type ModelUsage, modelUsageOf } from '@attain/domain/workflows/nodes/analyst/model-usage';
import type { WorkflowRunDetail } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount } from '../../base/format-number.ts';

/** What the language models of a run took; null when none was asked. */
export function runUsage(steps: WorkflowRunDetail['steps']): ModelUsage | null {
  return modelUsageOf(steps.filter(({ type }) => type === 'llm').map(({ output }) => output));
}

/** Tokens in one line: `400 asked + 120 answered`. */
export function tokenWords({ promptTokens, completionTokens }: ModelUsage): string {
  return `${formatCount(promptTokens)} asked + ${formatCount(completionTokens)} answered`;
}

/** Money in one line, exact, by currency; says where a price is not known. */
export function costWords({ costs, unpriced, answers }: ModelUsage): string {
  if (unpriced === answers) return 'Price not known';
  const sums = costs.map(({ currency, amount }) => formatMoney(amount, { currency, decimals: 'exact' }));
  const rest = unpriced === 0 ? [] : [`${formatCount(unpriced)} without a price`];
  return [...(sums.length > 0 ? sums : ['None']), ...rest].join(' + ');
}
