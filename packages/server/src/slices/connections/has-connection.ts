import type { ConnectionKind } from '@attain/domain/connections/connection-kinds';
import type { AppContext } from '../../app-context.ts';
import { selectNamed } from './connection-store.ts';

export function hasConnection(ctx: AppContext, tenantId: string, kind: ConnectionKind): Promise<boolean> {
  return ctx.db.within(tenantId, async (tx) => (await selectNamed(tx, kind, null)).length > 0);
}
