import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Tooltip } from './overlays/tooltip.tsx';

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'square' | 'aria-label'> & {
  /** The name of the act: read aloud and shown as the tooltip. */
  label: string;
  /** The icon; its own name is hidden. */
  icon: ReactNode;
  /** A shortcut shown beside the name, e.g. `⌘K`. */
  keys?: string;
};

/** A square button of one icon. It always has a name, and shows it when pointed at or focused. */
export function IconButton({ label, icon, keys, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys}>
      <Button {...rest} variant={variant} square aria-label={label} icon={icon} />
    </Tooltip>
  );
}
