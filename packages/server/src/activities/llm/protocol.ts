import type { JsonValue } from '@attain/domain/workflows/json-value';
import type { TokenCount } from '@attain/domain/workflows/nodes/analyst/token-cost';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';

/** A request to a language model, for any protocol. */
export interface Asked {
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  /** JSON Schema of the answer; null: a text. */
  readonly schema: JsonValue | null;
  readonly idempotencyKey: string;
  /** Headers that tell the provider where the call is in traces; omitted: in none. */
  readonly traceHeaders?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The answer and its usage; `usage` is null if the provider does not report it. */
export interface Answered {
  readonly text: string;
  readonly model: string;
  readonly usage: TokenCount | null;
}

/** How a provider is asked below its address, and how its answer is read; null for what is no answer of this protocol. */
export interface Protocol {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: (asked: Asked) => JsonValue;
  readonly read: (answer: unknown, asked: Asked) => Answered | null;
  /** The tokens an answer reports, even one that can’t be used. */
  readonly usage: (answer: unknown) => TokenCount | null;
}

/** The answer ended before it was complete. */
export function cutShort({ maxTokens }: Asked): EffectFailed {
  const message = `The answer is longer than ${maxTokens} tokens. Raise “Most tokens”, or ask for less.`;
  return new EffectFailed('CUT_SHORT', message);
}
