import type { ReactNode } from 'react';
import type { Trigger } from './open-when-wanted.tsx';

/** What a popover is made of. */
export type PopoverProps = {
  /** The button that opens it. */
  trigger: Trigger;
  /** Names what opens, for a screen reader. */
  label: string;
  /** Fetches the code of what it holds, as soon as somebody reaches for the button. */
  load?: () => Promise<unknown>;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  children: ReactNode;
};
