import type { JsonValue } from '@attain/domain/workflows/json-value';
import { isTerminal, type RunStatus } from '@attain/domain/workflows/run-moves';
import type { AppContext } from '../../../app-context.ts';
import type { Change } from '../../../db/changes.ts';
import type { HookAnswer } from './hook-intake.ts';

type Ended = NonNullable<HookAnswer['ended']>;

/** Waits for runs to end in any process: on every change it reads the row. */
export function openEndWatch(ctx: AppContext) {
  const waiting = new Map<string, Set<() => void>>();
  /** What `look` finds first, asked again at every change of the run; null when it has found nothing within the time. */
  const first = async <T>(
    runId: string,
    withinMs: number,
    look: () => Promise<T | null>,
  ): Promise<T | null> => {
    const until = AbortSignal.timeout(withinMs);
    for (;;) {
      const woken = Promise.withResolvers<void>();
      const looks = waiting.get(runId) ?? new Set();
      waiting.set(runId, looks.add(woken.resolve));
      until.addEventListener('abort', () => woken.resolve(), { once: true });
      try {
        const found = await look();
        if (found !== null || until.aborted) return found;
        await woken.promise;
      } finally {
        looks.delete(woken.resolve);
        if (looks.size === 0 && waiting.get(runId) === looks) waiting.delete(runId);
      }
    }
  };
  return {
    /** A run changed; its waiters read it. */
    onChange(change: Change): void {
      for (const look of waiting.get(change.id) ?? []) look();
    },
    /** Changes may be lost: all waiters read. */
    missed(): void {
      for (const looks of waiting.values()) for (const look of looks) look();
    },
    /** How the run ended; null when it has not within the time. */
    end: (run: { readonly tenantId: string; readonly id: string }, withinMs: number) =>
      first(run.id, withinMs, () => selectEnd(ctx, run)),
    first,
  };
}

async function selectEnd(ctx: AppContext, run: { tenantId: string; id: string }): Promise<Ended | null> {
  return ctx.db.within(run.tenantId, async (tx) => {
    const result = await tx.client.query<{ status: RunStatus; output: JsonValue; error: string | null }>(
      `SELECT status, result AS output, error_details->>'message' AS error FROM agent_executions WHERE id = $1`,
      [run.id],
    );
    const [row] = result.rows;
    return row && isTerminal(row.status) ? row : null;
  });
}
