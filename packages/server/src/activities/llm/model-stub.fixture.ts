import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { Client } from '../../testing/client.ts';

/** A language model that answers as the test says, in the OpenAI protocol, and keeps what it was asked. */
export interface ModelStub {
  readonly origin: string;
  /** Every request body, as text. */
  readonly asked: string[];
  /** What it makes of the user's message. */
  answer: (prompt: string) => string;
  status: number;
  /** Connects a workspace to it, for the assistant. */
  connect(admin: Client): Promise<void>;
  close(): void;
}

export async function startModelStub(): Promise<ModelStub> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    stub.asked.push(body);
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const content = stub.answer(messages.at(-1)?.content ?? '');
    response.writeHead(stub.status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        model: 'words-1-0101',
        choices: [{ message: { content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 120, completion_tokens: 30 },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stub: ModelStub = {
    origin,
    asked: [],
    answer: (prompt) => prompt,
    status: 200,
    connect: async (admin) => {
      const config = { model: 'words-1', promptPrice: '2.50', completionPrice: '10', priceCurrency: 'USD' };
      const made = await admin.post('/api/connections', {
        kind: 'llm',
        name: 'Words',
        address: `${origin}/v1`,
        authMethod: 'none',
        config: { ...config, assistant: 'yes' },
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
    },
    close: () => void server.close(),
  };
  return stub;
}
