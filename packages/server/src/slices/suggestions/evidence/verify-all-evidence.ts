import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { selectPacked } from '../evidence-store.ts';
import { loadEvidence } from './load-evidence.ts';

const atOnce = 50;

/** Verifies every evidence pack of the workspace; `pause` is called after each. Stores nothing. */
export async function verifyAllEvidence(
  ctx: AppContext,
  actor: Actor,
  pause: () => Promise<void>,
): Promise<{ count: number; failed: { id: string; message: string }[] }> {
  mustAllow(actor, 'read:audit');
  const failed: { id: string; message: string }[] = [];
  let count = 0;
  let after: string | null = null;
  for (;;) {
    const place: string | null = after;
    const page: { uuid: string; id: string }[] = await ctx.read(actor, (tx) =>
      selectPacked(tx, { after: place, limit: atOnce }),
    );
    for (const { uuid, id } of page) {
      const message = await ctx.read(actor, async (tx) => {
        const { verdict } = await loadEvidence(tx, ctx, uuid);
        return (
          verdict.steps.find(({ outcome }) => outcome === 'FAIL')?.message ??
          (verdict.ok ? null : 'It does not verify.')
        );
      });
      if (message !== null) failed.push({ id, message });
      count += 1;
      after = uuid;
      await pause();
    }
    if (page.length < atOnce) return { count, failed };
  }
}
