import { decimal, plain } from '../../../base/decimal.ts';

/** What a language model was given and gave back, in tokens. */
export interface TokenCount {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** What a million tokens cost, as decimal texts; null where nobody has said. */
export interface TokenPrices {
  readonly promptPerMillion: string | null;
  readonly completionPerMillion: string | null;
}

const MILLIONTH = decimal('0.000001');

/** What a call cost, exactly, as a decimal text; null while a price is not known. */
export function tokenCost(count: TokenCount, prices: TokenPrices): string | null {
  const { promptPerMillion, completionPerMillion } = prices;
  if (promptPerMillion === null || completionPerMillion === null) return null;
  const prompt = decimal(promptPerMillion).times(decimal(String(count.promptTokens)));
  const completion = decimal(completionPerMillion).times(decimal(String(count.completionTokens)));
  return plain(prompt.plus(completion).times(MILLIONTH));
}
