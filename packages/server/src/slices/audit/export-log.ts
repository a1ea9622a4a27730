import { writeCheckpoint, writeEntry, writeHeader } from '@attain/domain/proofs/log-file';
import { emptyHead } from '@attain/domain/proofs/merkle';
import type { AppContext } from '../../app-context.ts';
import { signCheckpoint } from '../../audit/checkpoint.ts';
import type { LogSigner } from '../../audit/log-key.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { type StoredCheckpoint, selectCheckpoints, selectEntryRange } from './audit-store.ts';
import { readLog } from './read-log.ts';
import { logSigner, signHead } from './sign-head.ts';

const batch = 1_000;

/**
 * The whole log as a file that `attain verify` checks offline: JSON lines, each ending in a line break, with earlier
 * signed heads at their position. Signs the head first, so the file ends at the signature. Throws NOT_ALLOWED, and
 * INTERNAL if the log does not continue what was signed before.
 */
export async function exportLog(
  ctx: AppContext,
  actor: Actor,
): Promise<{ readonly fileName: string; readonly lines: AsyncGenerator<string> }> {
  mustAllow(actor, 'export:audit');
  const signer = logSigner(ctx, actor.tenantId);
  const { head, earlier } = await readLog(ctx, actor, async (tx) => {
    const head = await signHead(tx, signer);
    const signed = await selectCheckpoints(tx, { upTo: head?.size ?? 0, limit: null });
    return { head, earlier: signed.slice(1).reverse() };
  });
  return {
    fileName: `audit-log-${ctx.clock.today()}-${head?.size ?? 0}.jsonl`,
    lines: linesUpTo(ctx, actor, { head, earlier, signer }),
  };
}

async function* linesUpTo(
  ctx: AppContext,
  actor: Actor,
  log: { head: StoredCheckpoint | null; earlier: StoredCheckpoint[]; signer: LogSigner },
): AsyncGenerator<string> {
  const { head, earlier, signer } = log;
  const size = head?.size ?? 0;
  const checkpoint = head?.note ?? signCheckpoint(signer, emptyHead(nodeDigest));
  yield `${writeHeader({ key: signer.line, checkpoint })}\n`;
  // one short transaction a batch: entries never change, so a slow reader need not hold one open
  for (let from = 0; from < size; from += batch) {
    const to = Math.min(from + batch, size);
    const entries = await ctx.read(actor, (tx) => selectEntryRange(tx, { from, to }));
    for (const { index, leafHash, body } of entries) {
      yield `${writeEntry({ leafIndex: index, leafHash, body })}\n`;
      const signed = earlier[0]?.size === index + 1 ? earlier.shift() : undefined;
      if (signed) yield `${writeCheckpoint(signed.note)}\n`;
    }
  }
}
