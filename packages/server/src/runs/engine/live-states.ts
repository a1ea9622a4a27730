import type { RunState } from '@attain/domain/workflows/steps/run-state';

/** Journals shorter than this are read again for each event: that costs less than keeping their states. */
const minLines = 64;
/** What all kept states may weigh, in characters of outputs; a step weighs as much as so many. */
const maxWeight = 64_000_000;
const stepWeight = 400;

interface Kept {
  readonly state: RunState;
  readonly head: string;
  readonly weight: number;
}

/**
 * States of runs with long journals between their events, the latest used ones, so that an event costs the same after 10,000 turns
 * as after ten. A state counts only while the end of the run's journal, read behind the run's lock, has the hash it had when the
 * state was kept: whatever another process or an undone transaction did, it is made from the journal again.
 */
export function liveStates() {
  const kept = new Map<string, Kept>();
  let weight = 0;
  const take = (id: string): Kept | undefined => {
    const found = kept.get(id);
    if (found === undefined) return undefined;
    kept.delete(id);
    weight -= found.weight;
    return found;
  };
  return {
    has: (id: string) => kept.has(id),
    /** The state of a run whose journal ends so, which the caller may change; none if it is not kept or no longer that one. */
    take(run: { readonly id: string; readonly journalHead: string }): RunState | null {
      const found = take(run.id);
      return found?.head === run.journalHead ? found.state : null;
    },
    /** Keeps a state for the next event. The caller must not use it again. */
    keep(
      run: { readonly id: string; readonly journalHead: string; readonly entryCount: number },
      state: RunState,
    ) {
      take(run.id);
      if (state.ended !== null || run.entryCount < minLines) return;
      const own = state.volume + stepWeight * state.steps.size;
      if (own > maxWeight) return;
      kept.set(run.id, { state, head: run.journalHead, weight: own });
      weight += own;
      for (const id of kept.keys()) {
        if (weight <= maxWeight) break;
        take(id);
      }
    },
  };
}
