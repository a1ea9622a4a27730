import type { ComputedStep, JournalEntry, StepRef } from '../workflows/journal.ts';

/** One step that ended or began a turn, as the journal says. */
type Ended = StepRef &
  ({ readonly ports: readonly string[]; readonly failed: boolean } | { readonly turn: number });

/** The steps of a run in the order in which they ended, and the turns of its loops in between. */
export function endedSteps(journal: readonly JournalEntry[]): readonly Ended[] {
  return journal.flatMap((entry): readonly Ended[] => {
    if (entry.kind === 'computed') return entry.steps.map(computedStep);
    if (entry.kind !== 'result') return [];
    const { node, iteration } = entry.step;
    return [{ node, iteration, ports: entry.result.ports, failed: 'error' in entry.result }];
  });
}

function computedStep(step: ComputedStep): Ended {
  const { node, iteration } = step;
  return 'turn' in step
    ? { node, iteration, turn: step.turn }
    : { node, iteration, ports: step.ports, failed: 'error' in step };
}

/** The nodes of a run in the order in which they first ended. */
export function nodePath(journal: readonly JournalEntry[]): readonly string[] {
  return [...new Set(endedSteps(journal).flatMap((one) => ('turn' in one ? [] : [one.node])))];
}

/** The ports by which each node was left. */
export function portsTaken(journal: readonly JournalEntry[]): ReadonlyMap<string, ReadonlySet<string>> {
  const taken = new Map<string, Set<string>>();
  for (const one of endedSteps(journal)) {
    const ports = taken.get(one.node) ?? new Set();
    if ('turn' in one) ports.add('each');
    else for (const port of one.ports) ports.add(port);
    taken.set(one.node, ports);
  }
  return taken;
}
