import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { callApplication } from '../../slices/connections/call-application.ts';
import type { OpenConnection } from '../../slices/connections/open-connection.ts';
import { chatCompletion } from './chat-completion.ts';
import { anthropicMessages } from './messages.ts';
import type { Answered, Asked, Protocol } from './protocol.ts';

/** Statuses after which trying again may help. */
const passing = [408, 425, 429, 500, 502, 503, 504, 529];

/** Asks a provider in the protocol its connection names. Fails in words, with whether trying again may help. */
export async function askProvider(
  ctx: AppContext,
  connection: OpenConnection,
  asked: Asked,
): Promise<Answered> {
  const protocol = protocolOf(connection);
  const answer = await callApplication(ctx, connection, {
    method: 'POST',
    path: protocol.path,
    headers: { 'idempotency-key': asked.idempotencyKey, ...protocol.headers },
    signal: asked.signal,
    body: JSON.stringify(protocol.body(asked)),
  });
  if (answer.status !== 200) {
    const message = `“${connection.name}” answered ${answer.status}: ${answer.text.slice(0, 300)}`;
    throw new EffectFailed('REFUSED', message, { retryable: passing.includes(answer.status) });
  }
  const read = protocol.read(parsed(answer.text), asked);
  if (read !== null) return read;
  const message = `The response of “${connection.name}” is not valid for the ${nameOf(protocol)} protocol: ${answer.text.slice(0, 200)}`;
  throw new EffectFailed('BAD_ANSWER', message, { retryable: true });
}

function protocolOf({ config }: OpenConnection): Protocol {
  return config.protocol === 'anthropic' ? anthropicMessages : chatCompletion;
}

function nameOf(protocol: Protocol): string {
  return protocol === anthropicMessages ? 'Anthropic' : 'OpenAI';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
