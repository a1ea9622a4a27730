import type { NodeLibraryItem } from '@attain/contract/workflows';
import type { Port } from '@attain/domain/workflows/nodes/node-type';
import { NODE_TYPES } from '@attain/domain/workflows/nodes/node-types';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { aCount, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { selectNodeUsage } from './workflow-store.ts';

/** Every type of node in the order of the palette, with how many workflows of the workspace use it. */
export function listNodeTypes(
  ctx: AppContext,
  actor: Actor,
  input: { limit: number; cursor?: string | undefined },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const from = Number(decodeTypedCursor(input.cursor, [aCount])?.[0] ?? 0);
    const used = await selectNodeUsage(tx);
    const rows = NODE_TYPES.slice(from, from + input.limit + 1).map(
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
    return { ...onePage(rows, input.limit, () => [from + input.limit]), total: NODE_TYPES.length };
  });
}

function portOf({ name, label, type }: Port) {
  return { name, label, type };
}
