import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { valueHash } from '../../db/write.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { selectConnection, updateSchema } from './connection-store.ts';
import { openConnection } from './open-connection.ts';
import { reachOther } from './reach-other.ts';

const testMs = 10_000;

/** Tests the connection once with its secret, or the one that is to follow, and returns the outcome; the use is recorded. Throws NOT_FOUND. */
export async function testConnection(
  ctx: AppContext,
  actor: Actor,
  { id, secret }: { id: string; secret: 'in-use' | 'next' },
) {
  mustAllow(actor, 'test:connections');
  const { kind, next } = await ctx.read(actor, async (tx) =>
    found(await selectConnection(tx, id), 'connection'),
  );
  if (secret === 'next') found(next, 'next secret');
  const asked = { tenantId: actor.tenantId, kind, name: id, secret };
  const { schema, ...answer } = await openConnection(ctx, asked, async (connection) => ({
    works: true,
    ...(await reachOther(ctx, connection, AbortSignal.timeout(testMs))),
  })).catch((error: unknown) => {
    if (error instanceof EffectFailed) return { works: false, message: error.message, schema: null };
    throw error;
  });
  return ctx.write(actor, async (tx) => {
    if (schema !== null) await updateSchema(tx, id, schema);
    tx.record({
      action: 'connection.tested',
      object: { type: 'connection', id },
      evidence: [valueHash(answer)],
    });
    return answer;
  });
}
