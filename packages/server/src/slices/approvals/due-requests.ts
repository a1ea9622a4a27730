import type { AppContext } from '../../app-context.ts';
import { systemActor } from '../../base/actor.ts';
import { NothingToDo, unlessNothing } from '../../db/nothing-to-do.ts';
import type { WriteTx } from '../../db/write.ts';
import { lockOpenRequest, type StoredRequest, selectRequest } from './approval-store.ts';

/** An open request of any workspace. */
export interface DueRequest {
  readonly tenantId: string;
  readonly id: string;
  readonly askedBy: string;
}

/**
 * Acts on each request, locked, in a transaction of its own. `act` throws `NothingToDo` where nothing is left to do. A failure is
 * logged as `failure` and stops no other.
 */
export async function actOnEach(
  ctx: AppContext,
  due: readonly DueRequest[],
  { failure, act }: { failure: string; act: (tx: WriteTx, request: StoredRequest) => Promise<void> },
): Promise<void> {
  for (const { tenantId, id, askedBy } of due)
    await unlessNothing(
      ctx.write(systemActor(tenantId, askedBy, `approval/${id}`), async (tx) => {
        const known = await selectRequest(tx, id);
        const request = known === null ? null : await lockOpenRequest(tx, known);
        if (request?.id !== id) throw new NothingToDo();
        await act(tx, request);
        return null;
      }),
    ).catch((error: unknown) => ctx.log.error({ tenantId, requestId: id, err: error }, failure));
}
