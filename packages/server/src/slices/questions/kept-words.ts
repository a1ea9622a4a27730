import { type AskedWords, askForAssistant, type ModelWords } from '../../activities/llm/ask-for-assistant.ts';
import type { AppContext } from '../../app-context.ts';
import { sha256Hex } from '../../audit/canonical.ts';
import type { Actor } from '../../base/actor.ts';
import type { ChosenModel } from '../connections/has-connection.ts';

/** How many answers of models a process keeps. */
const MAX_KEPT = 500;
const kept = new Map<string, Promise<ModelWords>>();

/**
 * What the assistant's language model says; the same is asked once, and paid once, until the settings of its connection change. An
 * answer of no use is not kept.
 */
export async function keptWords(
  ctx: AppContext,
  actor: Actor,
  chosen: ChosenModel,
  { isUsable, ...words }: AskedWords & { readonly isUsable: (text: string) => boolean },
): Promise<ModelWords> {
  const key = sha256Hex(JSON.stringify([actor.tenantId, chosen, words]));
  const shared = await kept.get(key);
  // another user may be denied what this one may do
  if (shared !== undefined && !('code' in shared && shared.code === 'POLICY_DENIED')) return shared;
  const asking = askForAssistant(ctx, actor, chosen.id, words);
  kept.set(key, asking);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  const forget = () => {
    if (kept.get(key) === asking) kept.delete(key);
  };
  try {
    const said = await asking;
    if (said.text === null || !isUsable(said.text)) forget();
    return said;
  } catch (error) {
    forget();
    throw error;
  }
}
