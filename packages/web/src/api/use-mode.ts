import { defaultMode, type Mode } from '../base/modes.ts';
import { messages } from './messages.ts';
import { usePreferences } from './use-preferences.ts';

/** The interaction mode and its setter. */
export function useMode(): [Mode, (mode: Mode) => void] {
  const [kept, choose] = usePreferences(messages.errors.mode);
  return [kept?.mode ?? defaultMode, (mode) => choose({ mode })];
}
