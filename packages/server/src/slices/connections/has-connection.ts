import type { ConnectionKind } from '@attain/domain/connections/connection-kinds';
import type { House } from '../../house.ts';
import { selectNamed } from './connection-store.ts';

/** Whether the workspace is connected to anything of that kind. */
export function hasConnection(house: House, tenantId: string, kind: ConnectionKind): Promise<boolean> {
  return house.db.within(tenantId, async (tx) => (await selectNamed(tx, kind, null)).length > 0);
}
