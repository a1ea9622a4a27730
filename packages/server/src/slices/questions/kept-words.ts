import { type AskedWords, askForAssistant, type ModelWords } from '../../activities/llm/ask-for-assistant.ts';
import type { AppContext } from '../../app-context.ts';
import { sha256Hex } from '../../audit/canonical.ts';
import type { Actor } from '../../base/actor.ts';

/** How many answers of models a process keeps. */
const MAX_KEPT = 500;
const kept = new Map<string, ModelWords>();

/** What the assistant's language model says; the same is asked once, and paid once. Null: the workspace has none. */
export async function keptWords(
  ctx: AppContext,
  actor: Actor,
  words: AskedWords,
): Promise<ModelWords | null> {
  const key = sha256Hex(JSON.stringify([actor.tenantId, words]));
  const said = kept.get(key) ?? (await askForAssistant(ctx, actor, words));
  if (said === null || said.text === null) return said;
  kept.delete(key);
  kept.set(key, said);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return said;
}
