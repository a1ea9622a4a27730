import type { RunEvent } from '@attain/domain/workflows/journal';
import type { Clock } from '../../../base/clock.ts';
import { fairTurns } from '../../../base/fair-turns.ts';
import type { Database } from '../../../db/database.ts';
import { continueRun, type Delivered, readPrepared } from '../deliver-events.ts';
import { contractSchemas } from '../prepared-versions.ts';
import type { Claimer } from '../store-outcome.ts';
import { openComputeThread } from './open-thread.ts';
import { extendPaused, type RunAddressOnly, selectPaused } from './paused-store.ts';

interface Ports {
  readonly db: Database;
  readonly clock: Clock;
  readonly claimer: Claimer;
  readonly dispatch: (delivered: Delivered | null) => void;
}

/** Continues runs that have much to compute: in a thread, one of a workspace at a time, and workspaces in rotation. */
export function openComputing({ db, clock, claimer, dispatch }: Ports) {
  const thread = openComputeThread();
  const turns = fairTurns({ atOnce: 2, atOnceEach: 1 });
  const held = new Map<string, RunAddressOnly & { readonly giveUp: AbortController }>();
  const ending = new AbortController();

  const goOn = async ({ tenantId, id }: RunAddressOnly, giveUp: AbortSignal): Promise<void> => {
    for (;;) {
      const found = await db.within(
        tenantId,
        async (tx) => {
          const paused = await selectPaused(tx, id);
          return paused && { ...paused, prepared: await readPrepared(tx, paused.run) };
        },
        { snapshot: true },
      );
      if (found === null || giveUp.aborted) return;
      const { run, journal, worked, prepared } = found;
      const atMs = clock.now().getTime();
      const event: RunEvent & { kind: 'continue' } = {
        id: `continue/${run.entryCount}`,
        atMs,
        kind: 'continue',
        worked,
      };
      const outcome = await thread.compute(
        {
          workflow: prepared.workflow,
          contracts: contractSchemas(prepared),
          isDraft: prepared.isDraft,
          journal,
          event,
        },
        giveUp,
      );
      if (outcome === null) return;
      const stored = await db.within(tenantId, (tx) =>
        continueRun(tx, { before: run, journal, outcome }, claimer),
      );
      if (stored !== 'overtaken') return dispatch(stored);
    }
  };

  return {
    /** Continues the run up to the next external step. Does nothing if this process is already computing it. */
    async compute(run: RunAddressOnly): Promise<void> {
      if (held.has(run.id) || ending.signal.aborted) return;
      const giveUp = new AbortController();
      held.set(run.id, { ...run, giveUp });
      try {
        await turns.run(run.tenantId, () => goOn(run, giveUp.signal), ending.signal);
      } catch (error) {
        if (!ending.signal.aborted) throw error;
      } finally {
        held.delete(run.id);
      }
    },
    /** Keeps the leases of what is computed here, and gives up what has nothing to compute any more: it was cancelled. */
    async extendLeases(): Promise<void> {
      const all = [...held.values()];
      const kept = await extendPaused(db.owner, all);
      for (const { id, giveUp } of all) if (!kept.has(id)) giveUp.abort();
    },
    /** Leaves everything to other processes, at once. */
    async stop(): Promise<void> {
      const left = [...held.values()];
      ending.abort();
      await thread.stop();
      await extendPaused(db.owner, left, -10);
    },
  };
}
