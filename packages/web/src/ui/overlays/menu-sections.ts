import type { ReactNode } from 'react';
import type { Trigger } from './open-when-wanted.tsx';

/** One entry. `checked` makes it a choice with a tick; `danger` marks what cannot be taken back. */
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
/** Entries that belong together, under an optional heading; a hairline parts the sections. */
export type MenuSection = { id: string; heading?: string; items: readonly MenuItem[] };

export type DropdownMenuProps = {
  /** The button that opens it. */
  trigger: Trigger;
  sections: readonly MenuSection[];
  align?: 'start' | 'center' | 'end';
};

export type MenuAtProps = {
  /** Where in the window it opens, in px. */
  at: { readonly x: number; readonly y: number };
  /** What it is about, for screen readers. */
  label: string;
  sections: readonly MenuSection[];
  /** After a choice, Escape, or a press elsewhere. */
  onClose: () => void;
};
