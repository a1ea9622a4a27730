import type { AppContext } from '../../app-context.ts';
import { sha256Hex } from '../../audit/canonical.ts';
import { type Actor, systemActor } from '../../base/actor.ts';
import { fairTurns } from '../../base/fair-turns.ts';
import { newId } from '../../base/ids.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { ASSISTANT, insertOwnUsage, type UsedCall } from '../../runs/engine/usage-store.ts';
import { type OpenConnection, openConnection } from '../../slices/connections/open-connection.ts';
import { type PlannedCalls, releaseOwnCall, reserveOwnCall } from '../../slices/costs/reserve-budget.ts';
import { optionalText } from '../config-values.ts';
import { askProvider } from './ask-provider.ts';

/** So long a person waits for words; the computed text is there already. */
const WAIT_MS = 8_000;
const MAX_TOKENS = 1_000;
/** So long a call reserves at most; after `WAIT_MS` it ends, unless its process was killed. */
const RESERVED_SECONDS = 60;

/** What the assistant asks a language model. */
export interface AskedWords {
  readonly system: string;
  readonly prompt: string;
}

/** The model's answer; `text` is null, with a code and details, where it gave none. */
export type ModelWords =
  | { readonly model: string; readonly text: string }
  | { readonly model: string; readonly text: null; readonly code: string; readonly details: string };

/** One call of a workspace after the other, so that a busy workspace doesn’t slow down others. */
const turns = fairTurns({
  atOnce: 8,
  atOnceEach: 1,
  maxWaitingEach: 10,
  full: () => new EffectFailed('THROTTLED', 'The language model is busy. Try again later.'),
});

/**
 * Asks a language model for the assistant. Policies and budgets are asked first, and a call that was sent is recorded, whatever came
 * of it; its cost is unknown where the provider reports no tokens.
 */
export async function askForAssistant(
  ctx: AppContext,
  actor: Actor,
  connectionId: string,
  words: AskedWords,
): Promise<ModelWords> {
  const signal = AbortSignal.timeout(WAIT_MS);
  const asked = { ctx, actor, words, signal };
  const { tenantId } = actor;
  try {
    return await turns.run(
      tenantId,
      () =>
        openConnection(ctx, { tenantId, kind: 'llm', name: connectionId }, (connection) =>
          askModel(asked, connection),
        ),
      signal,
    );
  } catch (error) {
    const failed = { model: connectionId, text: null };
    if (signal.aborted)
      return { ...failed, code: 'TIMEOUT', details: `It took over ${WAIT_MS / 1000} seconds.` };
    if (!(error instanceof EffectFailed)) throw error;
    return { ...failed, code: error.code, details: error.message };
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
): Promise<{ model: string; text: string }> {
  const { ctx, actor, words, signal } = asked;
  const { tenantId, userId } = actor;
  const model = optionalText(connection.config.model);
  if (model === null)
    throw new EffectFailed('NOT_CONFIGURED', `No model is set in the connection “${connection.name}”.`);
  const requestId = newId();
  if (await ctx.policies.guardOwnCall(actor, connection, ASSISTANT))
    await ctx.write(systemActor(tenantId, userId, `assistant/${requestId}`), async (tx) => {
      tx.record({
        action: 'connection.called',
        object: { type: 'connection', id: connection.id },
        evidence: [sha256Hex(JSON.stringify(words))],
        reason: { code: 'assistant', text: connection.name },
      });
    });
  const calls: UsedCall[] = [];
  let isPaid = false;
  const payer = {
    reserve: async (planned: PlannedCalls) => {
      await reserveOwnCall(ctx, { tenantId, requestId, maxSeconds: RESERVED_SECONDS }, planned);
      isPaid = true;
    },
    used: (call: UsedCall) => void calls.push(call),
  };
  const given = { ...words, model, maxTokens: MAX_TOKENS, schema: null, idempotencyKey: requestId, signal };
  try {
    const answered = await askProvider(ctx, payer, connection, given);
    return { model: answered.model, text: answered.text };
  } catch (error) {
    if (isPaid && calls.length === 0 && mayHaveArrived(error, signal))
      calls.push(unreported(connection, model));
    throw error;
  } finally {
    const used = { key: `assistant/${requestId}`, runId: requestId, node: ASSISTANT, calls };
    if (isPaid)
      await ctx.db.within(tenantId, async (tx) => {
        if (calls.length > 0) await insertOwnUsage(tx, { ...used, atMs: ctx.clock.now().getTime() });
        await releaseOwnCall(tx, requestId);
      });
  }
}

/** False only for a request that surely was not sent. */
function mayHaveArrived(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || !(error instanceof EffectFailed)) return true;
  return error.outcomeUnknown || ['REFUSED', 'ANSWER_TOO_LARGE'].includes(error.code);
}

function unreported({ id, kind, provider, name }: OpenConnection, model: string): UsedCall {
  const unknown = { promptTokens: null, completionTokens: null, cost: null, currency: null };
  return { connection: id, kind, provider: provider || name, model, ...unknown, usable: false };
}
