import type { Shown } from './shown.ts';

/** A value that an open suggestion proposes for a component's field. */
export type ProposedValue = {
  readonly component: string;
  readonly field: 'weight' | 'cap' | 'accelerator';
  readonly value: string;
};

const fields = ['weight', 'cap', 'accelerator'] as const;

/** The values that open suggestions propose, each once: the newest suggestion wins. */
export function proposedValues(
  suggestions: readonly Pick<Shown, 'status' | 'changes'>[],
): readonly ProposedValue[] {
  const found = new Map<string, ProposedValue>();
  for (const { status, changes } of suggestions) {
    if (status !== 'open') continue;
    for (const change of changes) {
      if (!('set' in change) || !('component' in change)) continue;
      for (const field of fields) {
        const value = change.set[field];
        const key = `${change.component} ${field}`;
        if ((typeof value === 'string' || typeof value === 'number') && !found.has(key))
          found.set(key, {
            component: change.component,
            field,
            value: field === 'weight' ? `${value}%` : String(value),
          });
      }
    }
  }
  return [...found.values()];
}
