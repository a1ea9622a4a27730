import type { JsonValue } from '@attain/domain/workflows/json-value';
import { z } from 'zod';
import type { House } from '../../house.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { callApplication } from '../../slices/connections/call-application.ts';
import type { OpenConnection } from '../../slices/connections/open-connection.ts';

/** Statuses after which trying again may help. */
const passing = [408, 425, 429, 500, 502, 503, 504, 529];

/** What is asked, in the words of the OpenAI chat protocol. */
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

const Completion = z.object({
  model: z.string().optional(),
  choices: z
    .array(z.object({ message: z.object({ content: z.string() }), finish_reason: z.string().nullish() }))
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().int().min(0), completion_tokens: z.number().int().min(0) })
    .nullish(),
});

/** Asks a provider that speaks the OpenAI chat protocol. Fails in words, with whether trying again may help. */
export async function askProvider(house: House, connection: OpenConnection, asked: Asked): Promise<Answered> {
  const { model, system, prompt, maxTokens, schema, idempotencyKey, signal } = asked;
  const answer = await callApplication(house, connection, {
    method: 'POST',
    path: '/chat/completions',
    headers: { 'idempotency-key': idempotencyKey },
    signal,
    body: JSON.stringify({
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: prompt },
      ],
      max_tokens: maxTokens,
      temperature: 0,
      ...(schema === null
        ? {}
        : {
            response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
          }),
    }),
  });
  if (answer.status !== 200) {
    const say = `“${connection.name}” answered ${answer.status}: ${answer.text.slice(0, 300)}`;
    throw new EffectFailed('REFUSED', say, { retryable: passing.includes(answer.status) });
  }
  const read = Completion.safeParse(parsed(answer.text));
  const [choice] = read.data?.choices ?? [];
  if (!read.success || !choice) {
    const say = `What “${connection.name}” answered is no chat completion: ${answer.text.slice(0, 200)}`;
    throw new EffectFailed('BAD_ANSWER', say, { retryable: true });
  }
  if (choice.finish_reason === 'length') {
    const say = `The answer did not fit into ${maxTokens} tokens; raise “Most tokens”, or ask for less.`;
    throw new EffectFailed('CUT_SHORT', say);
  }
  const { usage } = read.data;
  return {
    text: choice.message.content,
    model: read.data.model ?? model,
    usage: usage ? { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens } : null,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
