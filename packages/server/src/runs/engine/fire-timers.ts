import type { RunEvent } from '@attain/domain/workflows/journal';
import type { Gather } from './gather-results.ts';
import { orPutOff, type SweepPorts } from './sweep-runs.ts';
import { claimTimers, type DueTimer, forgetTimer, putOffTimer } from './sweep-store.ts';

/** Before the id of every workspace. */
const begin = '00000000-0000-0000-0000-000000000000';

/**
 * Fires timers of all workspaces that are due, until none is left. Each claim takes a few of each workspace, so that one with many
 * holds up no other, and is this process's for a while, so that processes share the work. Timers of a workspace are handed to
 * their runs together, many in one transaction.
 */
export async function fireTimers(ports: SweepPorts, gather: Gather, signal: AbortSignal): Promise<void> {
  const { owner } = ports.db;
  for (let after = begin; !signal.aborted; ) {
    const { timers, last } = await claimTimers(owner, after);
    if (timers.length === 0 && after === begin) return;
    after = last ?? begin;
    await Promise.all(
      timers.map((timer) =>
        orPutOff(
          ports,
          { address: timer, what: `The timer ${timer.key}`, putOff: () => putOffTimer(owner, timer) },
          () => fire(ports, gather, timer),
        ),
      ),
    );
  }
}

async function fire({ clock, dispatch }: SweepPorts, gather: Gather, timer: DueTimer): Promise<void> {
  const { tenantId, runId, key, dueAtMs } = timer;
  const atMs = Math.max(clock.now().getTime(), dueAtMs);
  const event: RunEvent = { id: `timer/${key}`, atMs, kind: 'timer', timer: key };
  // whoever takes the timer away fires it: a process that was late for its claim finds it gone
  dispatch(await gather(tenantId, { runId, event, mayStill: (tx) => forgetTimer(tx, timer) }));
}
