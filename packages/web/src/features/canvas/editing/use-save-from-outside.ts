import { useEffect } from 'react';
import { messages } from '../messages.ts';
import type { useSaving } from './use-saving.ts';

/** Lets controls outside of the canvas save it. */
export type ScreenSave = {
  readonly save: () => void;
  readonly saving: boolean;
  /** The reason saving is disabled. */
  readonly why: string | undefined;
};

type Saves = { saving: ReturnType<typeof useSaving>; dirty: boolean; editable: boolean };

/** Gives a button outside of the canvas access to saving while the canvas is open. */
export function useSaveFromOutside(
  onSaves: ((saves: ScreenSave | null) => void) | undefined,
  { saving: { save, saving }, dirty, editable }: Saves,
): void {
  useEffect(() => {
    const why = !editable ? messages.edit.noAccess : dirty ? undefined : messages.edit.unchanged;
    onSaves?.({ save: () => void save(), saving, why });
    return () => onSaves?.(null);
  }, [onSaves, save, saving, dirty, editable]);
}
