import type { AppContext } from '../../app-context.ts';
import type { TenantTx } from '../../db/database.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { type SourceConnection, sourceConnection } from '../connections/has-connection.ts';
import type { StoredConnector } from './connector-store.ts';

/** The installation's drop folder, which connectors choose as a connection. */
export const dropFolder: SourceConnection = {
  id: 'drop-folder',
  name: 'Drop folder',
  type: 'folder',
  kind: 'folder',
  provider: 'Files',
  environment: 'prod',
  address: '',
};

/** A connection that brings rows, or the drop folder; null: it does not exist. */
export async function connectionWith(tx: TenantTx, id: string): Promise<SourceConnection | null> {
  return id === dropFolder.id ? dropFolder : sourceConnection(tx, id);
}

/** The connection of a connector. Throws EffectFailed if it can't be used any more. */
export async function connectionOf(
  ctx: AppContext,
  tenantId: string,
  { connectionId, source }: Pick<StoredConnector, 'connectionId' | 'source'>,
): Promise<SourceConnection> {
  const connection = await ctx.db.within(tenantId, (tx) => connectionWith(tx, connectionId));
  if (connection?.type !== source.type)
    throw new EffectFailed(
      'NOT_CONFIGURED',
      'The connection no longer exists, or is limited to workflows. Choose another one.',
    );
  return connection;
}
