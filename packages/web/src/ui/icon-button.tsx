import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Tooltip } from './overlays/tooltip.tsx';

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'square' | 'aria-label'> & {
  /** The accessible name, also shown as tooltip. */
  label: string;
  /** Hidden from screen readers. */
  icon: ReactNode;
  /** A shortcut shown after the name, e.g. `⌘K`. */
  keys?: string;
};

/** A square icon button with an accessible name and tooltip. */
export function IconButton({ label, icon, keys, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys}>
      <Button {...rest} variant={variant} square aria-label={label} icon={icon} />
    </Tooltip>
  );
}
