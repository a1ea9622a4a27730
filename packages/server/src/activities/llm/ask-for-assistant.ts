import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { fairTurns } from '../../base/fair-turns.ts';
import { newId } from '../../base/ids.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { insertOwnUsage, type UsedCall } from '../../runs/engine/usage-store.ts';
import { assistantConnection } from '../../slices/connections/has-connection.ts';
import { type OpenConnection, openConnection } from '../../slices/connections/open-connection.ts';
import { mustAfford } from '../../slices/costs/reserve-budget.ts';
import { optionalText } from '../config-values.ts';
import { askProvider } from './ask-provider.ts';

/** So long a person waits for words; the computed text is there already. */
const WAIT_MS = 8_000;
const MAX_TOKENS = 1_000;

/** What the assistant asks a language model. */
export interface AskedWords {
  readonly system: string;
  readonly prompt: string;
}

/** The model's answer; `text` is null, with the problem in words, where it gave none. */
export type ModelWords =
  | { readonly model: string; readonly text: string; readonly problem: null }
  | { readonly model: string; readonly text: null; readonly problem: string };

/** One call of a workspace after the other, so that each sees in the budgets what the earlier ones cost. */
const turns = fairTurns({
  atOnce: 8,
  atOnceEach: 1,
  maxWaitingEach: 10,
  full: () => new EffectFailed('THROTTLED', 'The language model is busy. Try again later.'),
});

/**
 * Asks the language model that the workspace chose for the assistant; null if it chose none. Policies and budgets are asked first,
 * and the call is recorded with its cost, whatever came of it.
 */
export async function askForAssistant(
  ctx: AppContext,
  actor: Actor,
  words: AskedWords,
): Promise<ModelWords | null> {
  const id = await assistantConnection(ctx, actor.tenantId);
  if (id === null) return null;
  const signal = AbortSignal.timeout(WAIT_MS);
  const asked = { ctx, actor, words, signal };
  try {
    return await turns.run(
      actor.tenantId,
      () =>
        openConnection(ctx, { tenantId: actor.tenantId, kind: 'llm', name: id }, (connection) =>
          askModel(asked, connection),
        ),
      signal,
    );
  } catch (error) {
    if (signal.aborted)
      return { model: id, text: null, problem: `The language model took over ${WAIT_MS / 1000} seconds.` };
    if (!(error instanceof EffectFailed)) throw error;
    return { model: id, text: null, problem: error.message };
  }
}

async function askModel(
  asked: {
    readonly ctx: AppContext;
    readonly actor: Actor;
    readonly words: AskedWords;
    readonly signal: AbortSignal;
  },
  connection: OpenConnection,
): Promise<{ model: string; text: string; problem: null }> {
  const { ctx, actor, words, signal } = asked;
  const { tenantId } = actor;
  const model = optionalText(connection.config.model);
  if (model === null)
    throw new EffectFailed('NOT_CONFIGURED', `No model is set in the connection “${connection.name}”.`);
  await ctx.policies.guardOwnCall(actor, connection);
  const requestId = newId();
  const calls: UsedCall[] = [];
  const payer = {
    reserve: (planned: Parameters<typeof mustAfford>[2]) => mustAfford(ctx, tenantId, planned),
    used: (call: UsedCall) => void calls.push(call),
  };
  const given = { ...words, model, maxTokens: MAX_TOKENS, schema: null, idempotencyKey: requestId, signal };
  try {
    const answered = await askProvider(ctx, payer, connection, given);
    return { model: answered.model, text: answered.text, problem: null };
  } finally {
    const used = { key: `assistant/${requestId}`, runId: requestId, node: 'assistant', calls };
    if (calls.length > 0)
      await ctx.db.within(tenantId, (tx) => insertOwnUsage(tx, { ...used, atMs: ctx.clock.now().getTime() }));
  }
}
