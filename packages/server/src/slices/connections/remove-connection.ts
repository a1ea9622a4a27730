import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { valueHash } from '../../db/write.ts';
import { shapeOf } from './connection-shape.ts';
import { deleteConnection, selectConnection } from './connection-store.ts';
import { dropNext } from './next-secret.ts';

/** Removes a connection and destroys its secret; steps that use it then report that it is not configured. */
export function removeConnection(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'edit:connections');
  return ctx.write(actor, async (tx) => {
    const stored = found(await selectConnection(tx, id, 'FOR UPDATE OF a'), 'connection');
    await dropNext(tx, stored, 'withdrawn');
    await deleteConnection(tx, { ...stored, nextCredentialId: null });
    tx.record({
      action: 'connection.removed',
      object: { type: 'connection', id },
      before: valueHash(shapeOf(stored)),
    });
    return { removed: true as const };
  });
}
