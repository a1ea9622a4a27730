import type { Industry, Persona } from '@attain/domain/suggestions/configurations/configuration';
import { usePreferences } from '../../../api/use-preferences.ts';
import { messages } from '../messages.ts';

/** The chosen view of the assistant; null: not chosen, so roles and workspace decide. */
export type View = { readonly persona: Persona | null; readonly industry: Industry | null };

/** The chosen view and its setter, kept with the user's preferences. */
export function useView(): [View, (change: { persona?: Persona; industry?: Industry }) => void] {
  const [kept, choose] = usePreferences(messages.view.saveFailure);
  return [{ persona: kept?.persona ?? null, industry: kept?.industry ?? null }, choose];
}
