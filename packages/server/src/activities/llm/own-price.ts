import type { JsonObject } from '@attain/domain/workflows/json-value';
import { type TokenCount, tokenCost } from '@attain/domain/workflows/nodes/analyst/token-cost';
import type { PlannedCalls } from '../../slices/costs/reserve-budget.ts';
import { optionalText } from '../config-values.ts';

/** The cost of tokens by the prices in a connection; null where it states none. */
export function pricedTokens(usage: TokenCount, config: JsonObject) {
  const cost = tokenCost(usage, {
    promptPerMillion: optionalText(config.promptPrice),
    completionPerMillion: optionalText(config.completionPrice),
  });
  return { cost, currency: cost === null ? null : optionalText(config.priceCurrency) };
}

/** The prices in a connection, if they are complete. */
export function ownPrice(config: JsonObject): PlannedCalls['ownPrice'] {
  const promptPerMillion = optionalText(config.promptPrice);
  const completionPerMillion = optionalText(config.completionPrice);
  const currency = optionalText(config.priceCurrency);
  if (promptPerMillion === null || completionPerMillion === null || currency === null) return null;
  return { promptPerMillion, completionPerMillion, perRequest: '0', currency };
}
