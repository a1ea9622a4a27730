import { useEffect } from 'react';
import type { useSaving } from './use-saving.ts';

/** How the canvas is saved from outside of it. */
export type ScreenSave = {
  readonly save: () => void;
  readonly saving: boolean;
  /** Why there is nothing to save. */
  readonly why: string | undefined;
};

type Saves = { saving: ReturnType<typeof useSaving>; dirty: boolean; editable: boolean };

/** Tells a button outside of the canvas how what is drawn is saved, as long as the canvas is open. */
export function useSaveFromOutside(
  onSaves: ((saves: ScreenSave | null) => void) | undefined,
  { saving: { save, saving }, dirty, editable }: Saves,
): void {
  useEffect(() => {
    const why = !editable
      ? 'You cannot change this workflow.'
      : dirty
        ? undefined
        : 'Nothing has changed since this workflow was saved.';
    onSaves?.({ save: () => void save(), saving, why });
    return () => onSaves?.(null);
  }, [onSaves, save, saving, dirty, editable]);
}
