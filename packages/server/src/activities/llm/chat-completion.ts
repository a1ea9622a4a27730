import { z } from 'zod';
import { cutShort, type Protocol } from './protocol.ts';

const Usage = z.object({
  prompt_tokens: z.number().int().min(0),
  completion_tokens: z.number().int().min(0),
});
const Completion = z.object({
  model: z.string().optional(),
  choices: z
    .array(z.object({ message: z.object({ content: z.string() }), finish_reason: z.string().nullish() }))
    .min(1),
  usage: Usage.nullish(),
});

/** The chat protocol of OpenAI, which many providers and local servers speak. */
export const chatCompletion: Protocol = {
  path: '/chat/completions',
  headers: {},
  body: ({ model, system, prompt, maxTokens, schema }) => ({
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: prompt },
    ],
    max_tokens: maxTokens,
    temperature: 0,
    ...(schema === null
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } }),
  }),
  read: (answer, asked) => {
    const read = Completion.safeParse(answer);
    const [choice] = read.data?.choices ?? [];
    if (!read.success || !choice) return null;
    if (choice.finish_reason === 'length') throw cutShort(asked);
    const { model } = read.data;
    return {
      text: choice.message.content,
      model: model ?? asked.model,
      usage: chatCompletion.usage(answer),
    };
  },
  usage: (answer) => {
    const { data } = z.object({ usage: Usage }).safeParse(answer);
    if (!data) return null;
    return { promptTokens: data.usage.prompt_tokens, completionTokens: data.usage.completion_tokens };
  },
};
