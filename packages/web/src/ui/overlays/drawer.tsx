import { clsx } from 'clsx';
import { Sheet, type SheetProps } from './sheet-parts.tsx';

export type DrawerProps = SheetProps & { size?: 'md' | 'lg' };

/** A sheet from the end of the line, for the details of one thing; covers the whole phone. */
export function Drawer({ size = 'md', ...rest }: DrawerProps) {
  return (
    <Sheet
      {...rest}
      look={clsx(
        'inset-y-0 end-0 w-full data-[state=closed]:slide-out-to-end data-[state=open]:slide-in-from-end sm:border-s',
        size === 'lg' ? 'sm:max-w-3xl' : 'sm:max-w-md',
      )}
    />
  );
}
