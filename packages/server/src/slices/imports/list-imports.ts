import type { Import } from '@attain/contract/imports';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { selectImports } from './imports-store.ts';
import type { KindName } from './kinds/kind.ts';

/** Imports of the workspace, newest first. Throws BAD_INPUT for a foreign cursor. */
export function listImports(
  ctx: AppContext,
  actor: Actor,
  input: { limit: number; cursor?: string | undefined; kind?: KindName | undefined },
): Promise<{ rows: Import[]; nextCursor: string | null }> {
  mustAllow(actor, 'read:imports');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const rows = await selectImports(tx, { kind: input.kind ?? null, after, limit: input.limit });
    return onePage(rows, input.limit, (row) => [row.createdAt, row.id]);
  });
}
