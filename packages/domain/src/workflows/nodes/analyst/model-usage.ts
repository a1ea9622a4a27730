import { decimal, plain } from '../../../base/decimal.ts';
import { isObject, type JsonValue, ownField } from '../../json-value.ts';

/** What language models took in a run, all their answers together. */
export interface ModelUsage {
  /** Steps that were answered, the built-in analyst’s among them. */
  readonly answers: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** What it cost, by currency in the order of the alphabet, as exact decimal texts. */
  readonly costs: readonly { readonly currency: string; readonly amount: string }[];
  /** Answers whose provider did not say what they took, or for which nobody has said a price. */
  readonly unpriced: number;
}

/** Adds up what the outputs of a run’s LLM steps say they took; null when no model was asked. */
export function modelUsageOf(outputs: readonly (JsonValue | null)[]): ModelUsage | null {
  const answers = outputs.filter((one) => isObject(one) && typeof ownField(one, 'model') === 'string');
  if (answers.length === 0) return null;
  const costs = new Map<string, string>();
  let [promptTokens, completionTokens, unpriced] = [0, 0, 0];
  for (const answer of answers) {
    const usage = isObject(answer) ? ownField(answer, 'usage') : undefined;
    if (!isObject(usage)) {
      unpriced += 1;
      continue;
    }
    promptTokens += countOf(ownField(usage, 'promptTokens'));
    completionTokens += countOf(ownField(usage, 'completionTokens'));
    const [cost, currency] = [ownField(usage, 'cost'), ownField(usage, 'currency')];
    if (typeof cost !== 'string') unpriced += 1;
    else if (typeof currency === 'string')
      costs.set(currency, plain(decimal(costs.get(currency) ?? '0').plus(decimal(cost))));
  }
  const sums = [...costs].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    answers: answers.length,
    promptTokens,
    completionTokens,
    unpriced,
    costs: sums.map(([currency, amount]) => ({ currency, amount })),
  };
}

function countOf(value: JsonValue | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
