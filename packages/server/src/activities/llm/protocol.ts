import type { JsonValue } from '@attain/domain/workflows/json-value';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';

/** What a language model is asked, whatever protocol its provider speaks. */
export interface Asked {
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  /** JSON Schema of the answer; null: a text. */
  readonly schema: JsonValue | null;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/** What came back, and what it took; `usage` is null when the provider does not say. */
export interface Answered {
  readonly text: string;
  readonly model: string;
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number } | null;
}

/** How a provider is asked below its address, and how its answer is read; null for what is no answer of this protocol. */
export interface Protocol {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: (asked: Asked) => JsonValue;
  readonly read: (answer: unknown, asked: Asked) => Answered | null;
}

/** The answer ended before it was complete. */
export function cutShort({ maxTokens }: Asked): EffectFailed {
  const message = `The answer did not fit into ${maxTokens} tokens; raise “Most tokens”, or ask for less.`;
  return new EffectFailed('CUT_SHORT', message);
}
