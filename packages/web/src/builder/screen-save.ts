import { createContext } from 'react';
import type { ScreenSave } from '../features/canvas/editing/use-save-from-outside.ts';

/** How the open screen saves its content if that is not an agent's form; used by the frame's button. */
export const ScreenSaveContext = createContext<{
  readonly shown: ScreenSave | null;
  readonly show: (saves: ScreenSave | null) => void;
}>({ shown: null, show: () => undefined });
