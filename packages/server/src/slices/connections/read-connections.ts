import type { Connection } from '@attain/contract/agents/connections';
import type { ConnectionKind } from '@attain/domain/connections/connection-kinds';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import {
  countConnections,
  selectConnection,
  selectConnections,
  shownConnection,
} from './connection-store.ts';

/** Connections by name, perhaps of one kind; the search looks at names, providers and addresses. */
export function listConnections(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    kind?: ConnectionKind | undefined;
    search?: string | undefined;
  },
) {
  mustAllow(actor, 'read:connections');
  return ctx.read(actor, async (tx) => {
    const kind = input.kind ?? null;
    const search = containing(input.search);
    const after = decodeTypedCursor(input.cursor, [anyText, anyText]);
    const rows = await selectConnections(tx, { kind, search, after, limit: input.limit });
    return {
      ...onePage(rows, input.limit, (row) => [row.name, row.id]),
      total: await countConnections(tx, kind, search),
    };
  });
}

/** Throws NOT_FOUND. */
export function readConnection(ctx: AppContext, actor: Actor, id: string): Promise<Connection> {
  mustAllow(actor, 'read:connections');
  return ctx.read(actor, async (tx) => {
    return shownConnection(found(await selectConnection(tx, id), 'connection'));
  });
}
