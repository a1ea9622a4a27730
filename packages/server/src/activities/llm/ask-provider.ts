import type { AppContext } from '../../app-context.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import type { UsedCall } from '../../runs/engine/usage-store.ts';
import { callApplication } from '../../slices/connections/call-application.ts';
import type { OpenConnection } from '../../slices/connections/open-connection.ts';
import type { PlannedCalls } from '../../slices/costs/reserve-budget.ts';
import { chatCompletion } from './chat-completion.ts';
import { anthropicMessages } from './messages.ts';
import { ownPrice, pricedTokens } from './own-price.ts';
import type { Answered, Asked, Protocol } from './protocol.ts';

/** Statuses after which trying again may help. */
const passing = [408, 425, 429, 500, 502, 503, 504, 529];

/** Who pays for a call. */
export interface Payer {
  /** Fails with BUDGET_EXCEEDED before the call. */
  readonly reserve: (calls: PlannedCalls) => Promise<void>;
  readonly used: (call: UsedCall) => void;
}

/** Asks a provider in the protocol its connection names. Fails in words, with whether trying again may help. */
export async function askProvider(
  ctx: AppContext,
  payer: Payer,
  connection: OpenConnection,
  asked: Asked,
): Promise<Answered> {
  const protocol = protocolOf(connection);
  const body = JSON.stringify(protocol.body(asked));
  const { id, kind, provider, name, config } = connection;
  const service = { connection: id, kind, model: asked.model };
  await payer.reserve({
    ...service,
    // a token has at least one byte
    promptTokens: Buffer.byteLength(body),
    completionTokens: asked.maxTokens,
    requests: 1,
    ownPrice: ownPrice(config),
  });
  const answer = await callApplication(ctx, connection, {
    method: 'POST',
    path: protocol.path,
    headers: { ...asked.traceHeaders, 'idempotency-key': asked.idempotencyKey, ...protocol.headers },
    signal: asked.signal,
    body,
  });
  if (answer.status !== 200) {
    const message = `“${connection.name}” answered ${answer.status}: ${answer.text.slice(0, 300)}`;
    throw new EffectFailed('REFUSED', message, { retryable: passing.includes(answer.status) });
  }
  const json = parsed(answer.text);
  const usage = protocol.usage(json);
  const note = (usable: boolean) => {
    const tokens = usage ?? { promptTokens: null, completionTokens: null };
    const priced = usage === null ? { cost: null, currency: null } : pricedTokens(usage, config);
    payer.used({ ...service, ...tokens, ...priced, provider: provider || name, usable });
  };
  const read = readOrNote(
    () => protocol.read(json, asked),
    () => note(false),
  );
  note(read !== null);
  if (read !== null) return read;
  const message = `The response of “${connection.name}” is not valid for the ${nameOf(protocol)} protocol: ${answer.text.slice(0, 200)}`;
  throw new EffectFailed('BAD_ANSWER', message, { retryable: true });
}

/** Notes an answer that could not be read, because it is billed anyway (AN-13). */
function readOrNote<T>(read: () => T, note: () => void): T {
  try {
    return read();
  } catch (error) {
    note();
    throw error;
  }
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
