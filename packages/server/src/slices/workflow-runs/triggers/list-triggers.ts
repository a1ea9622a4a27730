import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { anId, anyText, decodeTypedCursor, onePage } from '../../../base/cursor.ts';
import { hasWorkflow, selectTriggers } from './trigger-store.ts';
import { triggerWire } from './trigger-wire.ts';

/** Triggers of a workflow by name. Throws NOT_FOUND for an unknown workflow. */
export function listTriggers(
  ctx: AppContext,
  actor: Actor,
  input: { workflowId: string; limit: number; cursor?: string | undefined },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const { workflowId, limit } = input;
    const after = decodeTypedCursor(input.cursor, [anyText, anId]);
    found((await hasWorkflow(tx, workflowId)) ? workflowId : null, 'workflow');
    const page = onePage(await selectTriggers(tx, { workflowId, after, limit }), limit, (row) => [
      row.name,
      row.id,
    ]);
    return { ...page, rows: page.rows.map((row) => triggerWire(ctx, actor, row)) };
  });
}
