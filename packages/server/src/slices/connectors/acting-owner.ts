import type { AppContext } from '../../app-context.ts';
import { type Actor, systemActor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { KindName } from '../imports/kinds/kind.ts';
import { mustImport } from '../imports/may-import.ts';
import { type OpenSync, selectConnector, selectOwner, switchTask } from './connector-store.ts';

/**
 * The owner of a connector with the roles they hold now. If they may no longer import, the connector is paused and says so
 * (CONN-18): throws NOT_ALLOWED.
 */
export async function actingOwner(
  ctx: AppContext,
  tenantId: string,
  { id, connectorId, createdBy }: Pick<OpenSync, 'id' | 'connectorId' | 'createdBy'>,
  kind: KindName,
): Promise<Actor> {
  const found = await ctx.db.within(tenantId, (tx) => selectOwner(tx, createdBy));
  const name = found?.name ?? 'The owner';
  const system = systemActor(tenantId, createdBy, `sync/${id}`);
  const owner = {
    ...system,
    displayName: name,
    roles: found?.roles ?? [],
    participantId: found?.participantId ?? null,
  };
  try {
    mustImport(owner, kind);
    return owner;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const why = `${name} ${found?.roles ? 'may no longer import these records' : 'is no longer active'}, so the connector stopped. Resume it to take it over.`;
    await ctx.write(system, async (tx) => {
      if (await selectConnector(tx, connectorId, 'FOR UPDATE'))
        await switchTask(tx, connectorId, { status: 'paused', outcome: why });
      tx.record({
        action: 'connector.stopped',
        object: { type: 'connector', id: connectorId },
        reason: { code: 'NOT_ALLOWED', text: why },
      });
    });
    throw new ApiError('NOT_ALLOWED', why);
  }
}
