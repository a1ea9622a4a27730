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
  selectSchema,
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

/** What the last test found in a database. Throws NOT_FOUND, also for a connection of another kind. */
export function readTables(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'read:connections');
  return ctx.read(actor, async (tx) => {
    const schema = await selectSchema(tx, id);
    const known = found(schema === 'none' ? null : { schema }, 'database').schema;
    if (known === null) return { readAt: null, isComplete: true, tables: [] };
    const tables = known.tables.map(({ name, columns }) => ({ name, columns: [...columns] }));
    return { readAt: known.readAt, isComplete: known.isComplete, tables };
  });
}
