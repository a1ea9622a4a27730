import type { ReactNode } from 'react';
import type { Trigger } from './open-when-wanted.tsx';

/** One entry. `checked` makes it a choice with a check mark; `danger` marks irreversible actions. */
export type MenuItem = {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  /** A shortcut shown at the end. */
  keys?: string;
  checked?: boolean;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};
/** Entries with an optional heading; sections are separated by a divider. */
export type MenuSection = { id: string; heading?: string; items: readonly MenuItem[] };

export type DropdownMenuProps = {
  /** The button that opens it. */
  trigger: Trigger;
  sections: readonly MenuSection[];
  align?: 'start' | 'center' | 'end';
};

export type MenuAtProps = {
  /** Position in the window, in px. */
  at: { readonly x: number; readonly y: number };
  /** The accessible name. */
  label: string;
  sections: readonly MenuSection[];
  /** Called after a choice, Escape or a click elsewhere. */
  onClose: () => void;
};
