import type { NodeLibraryItem } from '@attain/contract/workflows';
import type { Port } from '@attain/domain/workflows/nodes/node-type';
import { NODE_TYPES } from '@attain/domain/workflows/nodes/node-types';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { onePageOf } from '../../base/cursor.ts';
import { selectNodeUsage } from './workflow-store.ts';

/** Every type of node in the order of the palette, with how many workflows of the workspace use it. */
export function listNodeTypes(
  ctx: AppContext,
  actor: Actor,
  input: { limit: number; cursor?: string | undefined },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const { rows, nextCursor } = onePageOf(NODE_TYPES, input);
    const used = await selectNodeUsage(tx);
    const items = rows.map(
      (one): NodeLibraryItem => ({
        id: one.type,
        name: one.label,
        description: one.description,
        category: one.category,
        inputs: one.inputs.map(portOf),
        outputs: one.outputs.map(portOf),
        version: one.version,
        status: one.status,
        usageCount: used.get(one.type) ?? 0,
      }),
    );
    return { rows: items, nextCursor, total: NODE_TYPES.length };
  });
}

function portOf({ name, label, type }: Port) {
  return { name, label, type };
}
