import type { ReactNode } from 'react';
import type { Trigger } from './open-when-wanted.tsx';

export type PopoverProps = {
  /** The button that opens it. */
  trigger: Trigger;
  /** The accessible name of the panel. */
  label: string;
  /** Loads the code of its content on hover or focus of the button. */
  load?: () => Promise<unknown>;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  children: ReactNode;
};
