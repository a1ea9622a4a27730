import {
  type Industry,
  industries,
  type Persona,
  personas,
} from '@attain/domain/suggestions/configurations/configuration';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../../base/browser-storage.ts';

/** The chosen view of the assistant; null: not chosen, so roles and workspace decide. */
export type View = { readonly persona: Persona | null; readonly industry: Industry | null };

const personaKey = 'assistant_persona';
const industryKey = 'assistant_industry';

let view: View = {
  persona: personas.find((one) => one === readStored(personaKey)) ?? null,
  industry: industries.find((one) => one === readStored(industryKey)) ?? null,
};
const listeners = new Set<() => void>();

/** The chosen view, updated. */
export function useView(): View {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => view,
  );
}

/** Changes the view and remembers it. */
export function chooseView(next: Partial<View>): void {
  view = { ...view, ...next };
  writeStored(personaKey, view.persona);
  writeStored(industryKey, view.industry);
  for (const listener of listeners) listener();
}
