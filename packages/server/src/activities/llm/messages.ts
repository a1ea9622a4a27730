import { z } from 'zod';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { cutShort, type Protocol } from './protocol.ts';

const count = z.number().int().min(0);
const Usage = z.object({
  input_tokens: count,
  output_tokens: count,
  // Tokens written to, or read from, the provider's cache are not in the input tokens.
  cache_creation_input_tokens: count.nullish(),
  cache_read_input_tokens: count.nullish(),
});
const Message = z.object({
  type: z.literal('message'),
  model: z.string().optional(),
  content: z.array(
    z.object({
      type: z.string(),
      text: z.string().optional(),
      name: z.string().optional(),
      input: z.unknown().optional(),
    }),
  ),
  stop_reason: z.string().nullish(),
  usage: Usage.nullish(),
});

/** Names the tool by which a record is asked for: its input is the answer. */
const TOOL = 'answer';

/** The Messages protocol of Anthropic. */
export const anthropicMessages: Protocol = {
  path: '/messages',
  headers: { 'anthropic-version': '2023-06-01' },
  body: ({ model, system, prompt, maxTokens, schema }) => ({
    model,
    system,
    messages: [{ role: 'user', content: prompt }],
    max_tokens: maxTokens,
    ...(schema === null
      ? {}
      : {
          tools: [{ name: TOOL, description: 'Gives the answer.', input_schema: schema }],
          tool_choice: { type: 'tool', name: TOOL },
        }),
  }),
  read: (answer, asked) => {
    const read = Message.safeParse(answer);
    if (!read.success) return null;
    const { content, model, stop_reason: end } = read.data;
    if (end === 'max_tokens') throw cutShort(asked);
    if (end === 'refusal') throw new EffectFailed('REFUSED', 'The model declined to answer.');
    const text =
      asked.schema === null
        ? content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('')
        : recordOf(content);
    if (text === null || text === '') return null;
    return {
      text,
      model: model ?? asked.model,
      usage: anthropicMessages.usage(answer),
    };
  },
  usage: (answer) => {
    const { data } = z.object({ usage: Usage }).safeParse(answer);
    if (!data) return null;
    const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens } = data.usage;
    return {
      promptTokens: input_tokens + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0),
      completionTokens: output_tokens,
    };
  },
};

function recordOf(content: z.infer<typeof Message>['content']): string | null {
  const used = content.find(({ type, name }) => type === 'tool_use' && name === TOOL);
  return used === undefined ? null : (JSON.stringify(used.input) ?? null);
}
