import { clsx } from 'clsx';
import { Sheet, type SheetProps } from './sheet-parts.tsx';

export type DialogProps = SheetProps & { size?: 'sm' | 'md' | 'lg' };

/** A modal dialog in the middle of the page. */
export function Dialog({ size = 'md', ...rest }: DialogProps) {
  return (
    <Sheet
      {...rest}
      kind="dialog"
      look={clsx(
        'inset-x-3 top-[12vh] mx-auto max-h-[76dvh] rounded-xl border data-[state=open]:fade-in-0 data-[state=closed]:fade-out-0 data-[state=open]:zoom-in-98',
        { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-3xl' }[size],
      )}
    />
  );
}
