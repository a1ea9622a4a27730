import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { workflowDetail } from './workflow-document.ts';
import { lockWorkflow, selectTags, updateTags } from './workflow-store.ts';

/** All tags of the workspace's workflows, by name. Throws BAD_INPUT for a foreign cursor. */
export function listTags(
  ctx: AppContext,
  actor: Actor,
  input: { limit: number; cursor?: string | undefined },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [anyText]);
    return onePage(await selectTags(tx, { after, limit: input.limit }), input.limit, ({ tag }) => [tag]);
  });
}

/** Replaces the tags of a workflow; a tag that comes twice, in whatever case, counts once. */
export function tagWorkflow(ctx: AppContext, actor: Actor, input: { id: string; tags: readonly string[] }) {
  mustAllow(actor, 'edit:workflows');
  return ctx.write(actor, async (tx) => {
    const { id } = found(await lockWorkflow(tx, input.id), 'workflow');
    const lower = input.tags.map((tag) => tag.toLowerCase());
    const tags = input.tags.filter((_, at) => lower.indexOf(lower[at] ?? '') === at);
    await updateTags(tx, id, tags);
    tx.record({ action: 'workflow.tagged', object: { type: 'workflow', id } });
    return workflowDetail(tx, id);
  });
}
