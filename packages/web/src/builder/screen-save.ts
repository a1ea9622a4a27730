import { createContext } from 'react';
import type { ScreenSave } from '../features/canvas/editing/use-save-from-outside.ts';

/** How the open screen saves what it shows, when that is not the form of an agent; set by the frame, which has the button. */
export const ScreenSaveContext = createContext<{
  readonly shown: ScreenSave | null;
  readonly show: (saves: ScreenSave | null) => void;
}>({ shown: null, show: () => undefined });
